import { hash as digest } from 'node:crypto';
import { setImmediate as letOthersRun } from 'node:timers/promises';

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
