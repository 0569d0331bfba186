import { createCipheriv, createDecipheriv, hash, randomBytes, randomInt } from 'node:crypto';

/** An image challenge: where it was set, what its picture says, and until when it is good. */
export interface Challenge {
  readonly formId: number;
  readonly field: string;
  readonly code: string;
  readonly expiresMs: number;
  readonly look: ChallengeLook;
}

/** How a picture looks: its size, and the colours of letters and ground as `rrggbb`. */
export interface ChallengeLook {
  readonly size: 's' | 'm' | 'l';
  readonly ink: string;
  readonly ground: string;
}

const LIFETIME_MS = 3_600_000;
const LETTERS = 5;
/** Letters and digits that people do not mistake for each other. */
const alphabet = 'ACEFHJKLMNPRTUVXY34679';

/** A new challenge for a place. */
export function newChallenge(formId: number, field: string, look: ChallengeLook, nowMs: number): Challenge {
  const code = Array.from({ length: LETTERS }, () => alphabet[randomInt(alphabet.length)]).join('');
  return { formId, field, code, expiresMs: nowMs + LIFETIME_MS, look };
}

/** The challenge as an id that only we can read: nothing has to be stored until it is used. */
export function sealChallenge(challenge: Challenge, key: Buffer): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce);
  const { formId, field, code, expiresMs, look } = challenge;
  const text = JSON.stringify([formId, field, code, expiresMs, look.size, look.ink, look.ground]);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** The challenge behind an id, or null for one that is not ours. */
export function openChallenge(id: string, key: Buffer): Challenge | null {
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length <= NONCE + TAG || bytes.length > 1_024) return null;
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), bytes.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
    // The seal proves that we wrote it.
    const [formId, field, code, expiresMs, size, ink, ground] = JSON.parse(text) as SealedMembers;
    return { formId, field, code, expiresMs, look: { size, ink, ground } };
  } catch {
    return null;
  }
}

/** True when the answer is what the picture of this unexpired challenge says. Using it up is the caller's part. */
export function solves(
  challenge: Challenge,
  place: { readonly formId: number; readonly field: string },
  answer: string,
  nowMs: number,
): boolean {
  const typed = answer.normalize('NFKC').replace(/\s+/g, '').toUpperCase();
  const isHere = challenge.formId === place.formId && challenge.field === place.field;
  return isHere && challenge.expiresMs >= nowMs && typed === challenge.code;
}

type SealedMembers = [number, string, string, number, ChallengeLook['size'], string, string];

const NONCE = 12;
const TAG = 16;

/** The forms' key signs; a key for sealing is another one. */
const sealingKey = (key: Buffer) => hash('sha256', Buffer.concat([Buffer.from('image challenge\n'), key]), 'buffer');
