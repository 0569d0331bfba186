/** The headers of a request whose body is a file. Names are sent after RFC 8187: a header takes no other letters than ASCII. */
export function fileHeaders(file: Pick<File, 'name' | 'type'>) {
  // `encodeURIComponent` leaves some signs that the rule does not allow.
  const name = encodeURIComponent(file.name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return {
    'Content-Type': file.type || 'application/octet-stream',
    'Content-Disposition': `attachment; filename*=UTF-8''${name}`,
  };
}
