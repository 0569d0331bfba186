/** Limit for crafted files; no camera or editor writes a longer text. */
const maxTextBytes = 8192;
/** Decodes UTF-8, else Windows-1252: cameras use either without declaring it. */
export function decodeText(bytes, maxBytes = maxTextBytes) {
  let end = Math.min(bytes.length, maxBytes);
  // A character cut in half would make the text invalid UTF-8, and so be read as Windows-1252.
  if (end < bytes.length) while (end > maxBytes - 4 && (bytes[end] & 0xc0) === 0x80) end -= 1;
  const text = bytes.subarray(0, end);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text).trim();
  } catch {
    return new TextDecoder('windows-1252').decode(text).trim();
  }
}
/** The original bytes of a text that was decoded as UTF-8 or, where that failed, byte by byte. */
export function bytesOfText(text) {
  const isByteByByte = /[\x80-\x9f]/.test(text) && !/[^\0-\xff]/.test(text);
  return Buffer.from(text, isByteByByte ? 'latin1' : 'utf8');
}
/** Decodes an EXIF user comment, whose first eight bytes name its character set. */
export function decodeUserComment(bytes, isLittleEndian) {
  const charset = Buffer.from(bytes.subarray(0, 7)).toString('latin1');
  const text = bytes.subarray(8, 8 + maxTextBytes);
  if (charset !== 'UNICODE') return decodeText(untilZero(text));
  return new TextDecoder(isLittleEndian ? 'utf-16le' : 'utf-16be').decode(text).replace(/\0.*/s, '').trim();
}
function untilZero(bytes) {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}
