import { hash, timingSafeEqual } from 'node:crypto';

/** A part of a secret, as the handshake names it: a number of characters from an offset. */
export interface SecretSlice {
  readonly offset: number;
  readonly length: number;
}

const slice = (offset: number, length: number): SecretSlice => ({ offset, length });

/** Which part of which secret each side proves. Sent by the caller, unless the name says answer. */
export const slices = {
  token: slice(0, 8),
  tokenAnswer: slice(3, 8),
  apikey: slice(1, 8),
  checkImage: slice(4, 8),
  ipValidate: slice(0, 4),
  errDomains: slice(1, 8),
  cdnStatus: slice(3, 8),
  keyAnswer: slice(2, 4),
} as const;

/** The proof of knowing a part of a secret. */
export function proofOf(secret: string, { offset, length }: SecretSlice): string {
  return hash('md5', secret.slice(offset, offset + length));
}

/** The proof of knowing a whole secret. */
export const wholeProof = (secret: string): string => hash('md5', secret);

const proofForm = /^[0-9a-f]{32}$/;

/** Whether the sent proof is the expected one, compared in constant time. */
export function isProof(sent: unknown, expected: string): boolean {
  return typeof sent === 'string' && proofForm.test(sent) && timingSafeEqual(Buffer.from(sent), Buffer.from(expected));
}
