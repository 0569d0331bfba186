import { hash as digest } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The portable hashes of older sites (`$P$`, `$H$`): salted MD5, repeated as often as the fourth letter says. */
export const isPortableHash = (hash: string): boolean => /^\$[PH]\$[./0-9A-Za-z]{31}$/.test(hash);

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Sites write 2^13 rounds; the format allows 2^30, which would hold a request for many minutes. */
const mostRounds = 2 ** 18;
const roundsPerTurn = 1024;

/** The portable hash of a password under the first twelve letters of a stored one; null where these make no sense. */
export async function portableHash(password: string, setting: string): Promise<string | null> {
  const rounds = 2 ** alphabet.indexOf(setting.charAt(3));
  if (rounds < 2 ** 7 || rounds > mostRounds) return null;
  const secret = Buffer.from(password, 'utf8');
  const salted = Buffer.concat([Buffer.from(setting.slice(4, 12), 'latin1'), secret]);
  // One buffer for all rounds: the state of sixteen bytes in front of the password.
  const next = Buffer.concat([md5(salted), secret]);
  for (let round = 0; round < rounds; round++) {
    if (round % roundsPerTurn === roundsPerTurn - 1) await nextTurn();
    next.set(md5(next));
  }
  return setting.slice(0, 12) + encode(next.subarray(0, 16));
}

const md5 = (bytes: Uint8Array): Buffer => digest('md5', bytes, 'buffer');

/** Six bits a letter, lowest first: not the Base64 everyone knows. */
function encode(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = [...bytes.subarray(at, at + 3)];
    const bits = group.reduce((sum, byte, place) => sum | (byte << (8 * place)), 0);
    for (let letter = 0; letter <= group.length; letter++) text += alphabet.charAt((bits >> (6 * letter)) & 63);
  }
  return text;
}
