/**
 * These bytes in memory of their own. A short buffer is often a part of a longer one, which stays in memory as a whole
 * for as long as the part does.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
