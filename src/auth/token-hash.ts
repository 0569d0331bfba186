import { blake2b } from '@noble/hashes/blake2.js';
import { sameText, verifyPassword } from './password-hash.ts';

const prefix = '$generic$';
const key = Buffer.from('wp_fast_hash_6.8+');

/** The fast hash for secrets that were drawn at random, in the `$generic$` form newer sites keep; never for passwords people choose. */
export function hashToken(token: string): string {
  return prefix + Buffer.from(blake2b(Buffer.from(token), { key, dkLen: 30 })).toString('base64url');
}

/** Whether trying a secret against this hash costs next to nothing. */
export const isFastHash = (stored: string): boolean => stored.startsWith(prefix);

/** Whether a random secret fits its stored hash; older sites kept these like passwords. */
export async function verifyToken(token: string, stored: string): Promise<boolean> {
  return isFastHash(stored) ? sameText(hashToken(token), stored) : verifyPassword(token, stored);
}
