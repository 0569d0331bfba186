import { createHmac } from 'node:crypto';
import { sameText } from './passwords/password-hash.ts';

/** What apps assume if nothing else is said, and some cannot change. */
const periodSeconds = 30;
const usualDigits = 6;
/** Clocks of phones may be wrong by this many periods, before or after. */
const drift = 1;

export interface CodeOptions {
  readonly digits?: number;
  readonly algorithm?: 'sha1' | 'sha256' | 'sha512';
}

/** The number of the period that a moment is in. */
export const stepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / periodSeconds);

/** The code of a period: RFC 6238, with the truncation of RFC 4226. */
export function codeOfStep(
  secret: Uint8Array,
  step: number,
  { digits = usualDigits, algorithm = 'sha1' }: CodeOptions = {},
): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The period near a moment that has this code; null if none has. Every period is compared, whichever one fits. */
export function stepOfCode(secret: Uint8Array, code: string, nowMs: number): number | null {
  const now = stepAt(nowMs);
  const near = Array.from({ length: 2 * drift + 1 }, (_, index) => now - drift + index);
  const fitting = near.filter((step) => sameText(codeOfStep(secret, step), code));
  return fitting.at(-1) ?? null;
}

/** The address that an authenticator app reads from a QR code. */
export function otpauthUri({ key, issuer, account }: { key: string; issuer: string; account: string }): string {
  // A colon separates the two names, so that neither may have one.
  const [who, name] = [issuer, account].map((text) => encodeURIComponent(text.replaceAll(':', ' ').trim()));
  return `otpauth://totp/${who}:${name}?secret=${key}&issuer=${who}&algorithm=SHA1&digits=${usualDigits}&period=${periodSeconds}`;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as base 32 without padding (RFC 4648), the form in which keys are typed into authenticator apps. */
export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet.charAt((value >>> bits) & 31);
    }
    // What was written is dropped, so that the number stays small.
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet.charAt((value << (5 - bits)) & 31) : text;
}
