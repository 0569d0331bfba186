import { createCipheriv, createDecipheriv, hash, randomBytes, randomInt } from 'node:crypto';
import type { FormTag } from '../template/form-tag.ts';
import { optionValue } from '../template/tag-options.ts';

/** The path of the pictures; the file name is the challenge's id. */
export const challengePath = '/embed/forms/challenges/';

/** A challenge as a page shows it. */
export interface ShownChallenge {
  readonly id: string;
  readonly url: string;
  readonly look: ChallengeLook;
}

/** Creates a challenge for a `captchac` tag. */
export function setChallenge(
  tag: FormTag,
  formId: number,
  key: Buffer,
  site: { readonly serverUrl: string },
  nowMs: number,
): ShownChallenge {
  const look = lookOf(tag);
  const id = sealChallenge(newChallenge(formId, tag.name, look, nowMs), key);
  return { id, url: `${site.serverUrl}${challengePath}${id}.png`, look };
}

/** The URL of a new picture for each challenge of a form, by field. */
export function newChallenges(
  tags: readonly FormTag[],
  formId: number,
  key: Buffer,
  site: { readonly serverUrl: string },
  nowMs: number,
): Readonly<Record<string, string>> {
  const images = tags.filter((tag) => tag.basetype === 'captchac' && tag.name !== '');
  return Object.fromEntries(images.map((tag) => [tag.name, setChallenge(tag, formId, key, site, nowMs).url]));
}

function lookOf(tag: FormTag): ChallengeLook {
  const wanted = optionValue(tag, 'size', /^[sml]$/i)?.toLowerCase();
  const size = (['s', 'm', 'l'] as const).find((one) => one === wanted) ?? 'm';
  return { size, ink: colour(tag, 'fg') ?? '222222', ground: colour(tag, 'bg') ?? 'ffffff' };
}

/** `fg:#rgb` or `fg:#rrggbb`. */
function colour(tag: FormTag, name: string): string | undefined {
  const digits = optionValue(tag, name, /^#(?:[0-9a-f]{3}){1,2}$/i)
    ?.slice(1)
    .toLowerCase();
  return digits?.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
}

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
