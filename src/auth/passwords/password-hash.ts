import { createHmac, hash as digest, timingSafeEqual } from 'node:crypto';
import { isPortableHash, portableHash } from './portable-hash.ts';

const cost = 10;
/** bcrypt ignores bytes past this length, and stops at a zero byte. */
const bcryptBytes = 72;
/** Longer texts are not real passwords; hashing them would waste processor time. */
export const longestPasswordBytes = 4096;

/** Whether a password can ever log in: not blank, and not too long. */
export function isUsablePassword(password: string): boolean {
  const text = trim(password);
  return text !== '' && Buffer.byteLength(text) <= longestPasswordBytes;
}

/**
 * Hashes a password for storage: plain `$2y$` bcrypt, which every version of the old system can verify, and the newer
 * `$wp$2y$` form (the password is hashed with HMAC-SHA-384 first) for passwords that bcrypt alone would truncate.
 */
export async function hashPassword(password: string): Promise<string> {
  if (!isUsablePassword(password)) throw new RangeError('A password that can never log in is not hashed.');
  const text = trim(password);
  if (Buffer.byteLength(text) <= bcryptBytes && !text.includes('\0')) return bcrypt(text);
  return `$wp${await bcrypt(condense(text))}`;
}

/** Whether the password matches the hash, in any format an existing site may have; false for unknown formats. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (!isUsablePassword(password)) return false;
  const text = trim(password);
  const format = formats.find((each) => each.holds(stored));
  return format ? format.verify(text, stored) : false;
}

/** A hash in the current format that matches no password; verifying against it takes the usual time. */
export const nobodysHash = `$2y$${cost}$${'.'.repeat(53)}`;

interface Format {
  readonly holds: (stored: string) => boolean;
  readonly verify: (password: string, stored: string) => Promise<boolean>;
}

const formats: readonly Format[] = [
  { holds: (stored) => /^\$2[aby]\$/.test(stored), verify: (password, stored) => verifyBcrypt(password, stored) },
  {
    holds: (stored) => stored.startsWith('$wp$2y$'),
    verify: (password, stored) => verifyBcrypt(condense(password), stored.slice('$wp'.length)),
  },
  {
    holds: isPortableHash,
    verify: async (password, stored) => sameText((await portableHash(password, stored)) ?? '', stored),
  },
  {
    holds: (stored) => /^[0-9a-f]{32}$/i.test(stored),
    verify: async (password, stored) => sameText(digest('md5', password), stored.toLowerCase()),
  },
];

/** `$2b$` and `$2y$` name one algorithm; the sites we share tables with expect the second. */
async function bcrypt(text: string): Promise<string> {
  const { hash } = await import('@node-rs/bcrypt');
  return (await hash(text, cost)).replace(/^\$2b\$/, '$2y$');
}

async function verifyBcrypt(password: string, stored: string): Promise<boolean> {
  const { verify } = await import('@node-rs/bcrypt');
  return verify(password, stored);
}

/** The documented way around bcrypt's limit: a password of any length becomes 64 characters. */
function condense(password: string): string {
  return createHmac('sha384', 'wp-sha384').update(password).digest('base64');
}

/** White space around a password is ignored, as on the sites we open. */
function trim(password: string): string {
  return password.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');
}

/** Compares two texts in constant time. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
