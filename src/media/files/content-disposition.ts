/**
 * The file name in a `Content-Disposition` header, or null when it names none.
 *
 * RFC 6266, but lenient: any disposition type, unquoted names, names in raw UTF-8. `filename*` takes precedence over
 * `filename` where it can be decoded.
 */
export function dispositionFileName(header: string): string | null {
  const parameters = readParameters(header);
  const extended = parameters.get('filename*');
  const name = (extended === undefined ? undefined : decodeExtended(extended)) ?? parameters.get('filename');
  if (name === undefined || name === '') return null;
  return fromRawUtf8(name);
}

/** One parameter: a name, then a quoted string with backslash escapes or anything up to the next semicolon. */
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs;

function readParameters(header: string): Map<string, string> {
  const found = new Map<string, string>();
  // The header may start with the parameters when a client leaves out the type.
  for (const [, name, quoted, bare] of `;${header}`.matchAll(parameter)) {
    const key = name!.toLowerCase();
    if (!found.has(key)) found.set(key, quoted === undefined ? bare!.trim() : unquote(quoted));
  }
  return found;
}

/** Browsers do not escape backslashes in Windows paths, so a backslash only escapes a quote or a backslash. */
function unquote(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1');
}

/** RFC 8187: charset'language'percent-encoded. */
function decodeExtended(value: string): string | undefined {
  const match = /^([\w-]+)'[^']*'(.*)$/.exec(value);
  if (match === null) return undefined;
  try {
    const bytes = Buffer.from(
      match[2]!.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    );
    return new TextDecoder(match[1], { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Node decodes header bytes as Latin-1; bytes that are valid UTF-8 are decoded as such instead. */
function fromRawUtf8(name: string): string {
  if (!/[\x80-\xff]/.test(name) || /[^\x00-\xff]/.test(name)) return name;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
  } catch {
    return name;
  }
}
