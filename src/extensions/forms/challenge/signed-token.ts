import { createHmac, timingSafeEqual } from 'node:crypto';

/** A keyed digest (HMAC) over unambiguously separated values, as text for a form field. */
export function sign(key: Buffer, ...parts: readonly string[]): string {
  return digest(key, parts).toString('base64url');
}

/** True when the signature was made with this key over these values; compared in constant time. */
export function isSigned(key: Buffer, signature: string, ...parts: readonly string[]): boolean {
  const expected = digest(key, parts);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The digest of a whole submission in hex, to recognise a double click. */
export function submissionHash(key: Buffer, ...parts: readonly string[]): string {
  return digest(key, parts).toString('hex');
}

function digest(key: Buffer, parts: readonly string[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
}
