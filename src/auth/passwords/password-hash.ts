import { createHmac, hash as digest, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { blake2b } from '@noble/hashes/blake2.js';
import type { HashForm } from '../../rules/database-versions.ts';

/** The portable hashes of older sites (`$P$`, `$H$`): salted MD5; the fourth character gives the number of rounds. */
export const isPortableHash = (hash: string): boolean => /^\$[PH]\$[./0-9A-Za-z]{31}$/.test(hash);

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Sites use 2^13 rounds; the format allows 2^30, which would block a request for many minutes. */
const mostRounds = 2 ** 18;
/** Rounds computed before the event loop may serve other requests. */
const roundsAtOnce = 1024;

/**
 * The portable hash of a password with the settings of a stored one (its first twelve characters); null if these are
 * invalid.
 */
export async function portableHash(password: string, setting: string): Promise<string | null> {
  const rounds = 2 ** alphabet.indexOf(setting.charAt(3));
  if (rounds < 2 ** 7 || rounds > mostRounds) return null;
  const secret = Buffer.from(password, 'utf8');
  const salted = Buffer.concat([Buffer.from(setting.slice(4, 12), 'latin1'), secret]);
  // One buffer for all rounds: the state of sixteen bytes in front of the password.
  const next = Buffer.concat([md5(salted), secret]);
  for (let round = 0; round < rounds; round++) {
    if (round % roundsAtOnce === roundsAtOnce - 1) await letOthersRun();
    next.set(md5(next));
  }
  return setting.slice(0, 12) + encode(next.subarray(0, 16));
}

/** `B` stands for 2^13 rounds. */
async function newPortableHash(password: string): Promise<string> {
  const hash = await portableHash(password, `$P$B${encode(randomBytes(6))}`);
  if (hash === null) throw new RangeError('The number of rounds is not allowed.');
  return hash;
}

const md5 = (bytes: Uint8Array): Buffer => digest('md5', bytes, 'buffer');

/** Six bits per character, lowest first: not standard Base64. */
function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = [...bytes.subarray(at, at + 3)];
    const bits = group.reduce((sum, byte, index) => sum | (byte << (8 * index)), 0);
    for (let digit = 0; digit <= group.length; digit++) text += alphabet.charAt((bits >> (6 * digit)) & 63);
  }
  return text;
}

const cost = 10;
/** bcrypt ignores bytes past this length, and stops at a zero byte. */
const bcryptBytes = 72;
/** Longer texts are not real passwords; hashing them would waste processor time. */
export const longestPasswordBytes = 4096;

/** The fewest characters of a password that people choose on a page of this server. */
export const leastPasswordCharacters = 8;

export const isLongEnough = (password: string): boolean => [...password].length >= leastPasswordCharacters;

/** Whether a password can ever log in: not blank, and not too long. */
export function isUsablePassword(password: string): boolean {
  const text = trim(password);
  return text !== '' && Buffer.byteLength(text) <= longestPasswordBytes;
}

/**
 * Hashes a password for storage: plain `$2y$` bcrypt, which every version of the old system can verify. Newer sites get
 * their own `$wp$2y$` form (the password is hashed with HMAC-SHA-384 first). So do passwords that bcrypt alone would
 * truncate, but on older sites these get a portable hash.
 */
export async function hashPassword(password: string, form: HashForm = 'own'): Promise<string> {
  if (!isUsablePassword(password)) throw new RangeError('A password that can never log in is not hashed.');
  const text = trim(password);
  const fits = Buffer.byteLength(text) <= bcryptBytes && !text.includes('\0');
  if (form !== 'from 6.8' && fits) return bcrypt(text);
  return form === 'before 6.8' ? newPortableHash(text) : `$wp${await bcrypt(condense(text))}`;
}

/** Whether the password matches the hash, in any format an existing site may have; false for unknown formats. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  if (!isUsablePassword(password)) return false;
  const text = trim(password);
  const format = formats.find((each) => each.holds(stored));
  return format ? format.verify(text, stored) : false;
}

/** A hash in the current format that matches no password; verifying against it takes the usual time. */
export const nobodysHash = nobodysHashOf(cost);

function nobodysHashOf(work: number): string {
  return `$2y$${String(work).padStart(2, '0')}$${'.'.repeat(53)}`;
}

/**
 * Hashes that match no password: verifying one against a stored hash and then against these takes as long as against one
 * in the current format. Older formats and lower costs would tell by their speed that an account exists.
 */
export function paddingFor(stored: string): readonly string[] {
  const own = /^(?:\$wp)?\$2[aby]\$(\d\d)\$/.exec(stored)?.[1];
  if (own === undefined) return [nobodysHash];
  // Each step of the cost doubles the work: 4 + 4 + 5 + 6 is as much as 7.
  return Array.from({ length: Math.max(0, cost - Number(own)) }, (_, step) => nobodysHashOf(Number(own) + step));
}

const noPassword = '!';

/** What is stored for an account without a password: no hash, and another text each time, since sessions depend on it. */
export const noPasswordHash = (): string => `${noPassword}${randomBytes(24).toString('base64url')}`;

/** Whether a password can log in to the account of this hash. */
export const hasPassword = (stored: string): boolean => stored !== '' && !stored.startsWith(noPassword);

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

const prefix = '$generic$';
const key = Buffer.from('wp_fast_hash_6.8+');

/**
 * The fast hash for randomly generated secrets, in the `$generic$` form of newer sites; never for passwords people
 * choose.
 */
export function hashToken(token: string): string {
  return prefix + Buffer.from(blake2b(Buffer.from(token), { key, dkLen: 30 })).toString('base64url');
}

/** The hash of an application password; older sites hash it like a password. */
export async function hashApplicationPassword(token: string, form: HashForm): Promise<string> {
  return form === 'before 6.8' ? newPortableHash(token) : hashToken(token);
}

/** Whether verifying a secret against this hash is cheap. */
export const isFastHash = (stored: string): boolean => stored.startsWith(prefix);

/** Whether a random secret matches its fast hash; older sites hashed these like passwords. */
export function verifyToken(token: string, stored: string): boolean {
  return sameText(hashToken(token), stored);
}
