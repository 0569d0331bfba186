import { blake2b } from '@noble/hashes/blake2.js';
import { sameText } from './password-hash.ts';

const prefix = '$generic$';
const key = Buffer.from('wp_fast_hash_6.8+');

/**
 * The fast hash for randomly generated secrets, in the `$generic$` form of newer sites; never for passwords people
 * choose.
 */
export function hashToken(token: string): string {
  return prefix + Buffer.from(blake2b(Buffer.from(token), { key, dkLen: 30 })).toString('base64url');
}

/** Whether verifying a secret against this hash is cheap. */
export const isFastHash = (stored: string): boolean => stored.startsWith(prefix);

/** Whether a random secret matches its fast hash; older sites hashed these like passwords. */
export function verifyToken(token: string, stored: string): boolean {
  return sameText(hashToken(token), stored);
}
