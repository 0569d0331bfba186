import { createCipheriv, createDecipheriv, hash, randomBytes, randomInt } from 'node:crypto';

/** An image challenge: the field it belongs to, the text of its picture, and when it expires. */
export interface Challenge {
  readonly formId: number;
  readonly field: string;
  readonly code: string;
  readonly expiresMs: number;
  readonly look: ChallengeLook;
}

/** The style of a picture: its size, and the colours of letters and background as `rrggbb`. */
export interface ChallengeLook {
  readonly size: 's' | 'm' | 'l';
  readonly ink: string;
  readonly ground: string;
}

const lifetimeMs = 3_600_000;
const codeLength = 5;
/** Letters and digits that people do not confuse. */
const alphabet = 'ACEFHJKLMNPRTUVXY34679';

/** A new challenge for a field of a form. */
export function newChallenge(formId: number, field: string, look: ChallengeLook, nowMs: number): Challenge {
  const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('');
  return { formId, field, code, expiresMs: nowMs + lifetimeMs, look };
}

/** The challenge encrypted into its id, so that nothing has to be stored until it is used. */
export function sealChallenge(challenge: Challenge, key: Buffer): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(key), nonce);
  const { formId, field, code, expiresMs, look } = challenge;
  const text = JSON.stringify([formId, field, code, expiresMs, look.size, look.ink, look.ground]);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
}

/** The challenge behind an id, or null for one that is not ours. */
export function openChallenge(id: string, key: Buffer): Challenge | null {
  const bytes = Buffer.from(id, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes || bytes.length > 1_024) return null;
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(key), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    const text = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString(
      'utf8',
    );
    // The authentication tag proves that we wrote it.
    const [formId, field, code, expiresMs, size, ink, ground] = JSON.parse(text) as SealedMembers;
    return { formId, field, code, expiresMs, look: { size, ink, ground } };
  } catch {
    return null;
  }
}

/** True when the answer is the text of this unexpired challenge. The caller marks the challenge as used. */
export function solves(
  challenge: Challenge,
  at: { readonly formId: number; readonly field: string },
  answer: string,
  nowMs: number,
): boolean {
  const typed = answer.normalize('NFKC').replace(/\s+/g, '').toUpperCase();
  const isHere = challenge.formId === at.formId && challenge.field === at.field;
  return isHere && challenge.expiresMs >= nowMs && typed === challenge.code;
}

type SealedMembers = [number, string, string, number, ChallengeLook['size'], string, string];

const nonceBytes = 12;
const tagBytes = 16;

/** The extension's key is for signing; encryption uses a key derived from it. */
const sealingKey = (key: Buffer) => hash('sha256', Buffer.concat([Buffer.from('image challenge\n'), key]), 'buffer');
