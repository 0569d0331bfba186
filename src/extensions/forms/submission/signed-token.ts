import { createHmac, timingSafeEqual } from 'node:crypto';

/** A keyed digest over parts that cannot run into each other, as text for a form field. */
export function sign(key: Buffer, ...parts: readonly string[]): string {
  return digest(key, parts).toString('base64url');
}

/** True when the signature was made with this key over these parts; takes the same time either way. */
export function isSigned(key: Buffer, signature: string, ...parts: readonly string[]): boolean {
  const expected = digest(key, parts);
  const given = Buffer.from(signature, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The digest of a whole submission in hex, for telling a double click from a second message. */
export function submissionHash(key: Buffer, ...parts: readonly string[]): string {
  return digest(key, parts).toString('hex');
}

function digest(key: Buffer, parts: readonly string[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(`${Buffer.byteLength(part)}:`).update(part);
  return mac.digest();
}
