import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const cipher = 'aes-256-gcm';

/** Encrypts a text, so that a copy of the database alone does not reveal it. */
export function seal(text: string, key: Buffer): string {
  const nonce = randomBytes(12);
  const sealing = createCipheriv(cipher, key, nonce);
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64url');
}

/** Decrypts the text; null where it was encrypted with another key or tampered with. */
export function unseal(sealed: string, key: Buffer): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, 12));
    opening.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([opening.update(bytes.subarray(28)), opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}
