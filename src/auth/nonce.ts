import { createHmac } from 'node:crypto';
import { sameText } from './passwords/password-hash.ts';

/** A nonce is valid in the half day it was made in and in the next. */
const tickSeconds = 12 * 3600;

/** The token that a page of this session sends to prove that the request is its own (CSRF protection). */
export function makeNonce(key: Uint8Array, session: string, nowMs: number): string {
  return nonceAt(key, session, tickOf(nowMs));
}

export function isNonce(key: Uint8Array, session: string, nonce: string, nowMs: number): boolean {
  const tick = tickOf(nowMs);
  return [tick, tick - 1].some((each) => sameText(nonceAt(key, session, each), nonce));
}

function nonceAt(key: Uint8Array, session: string, tick: number): string {
  return createHmac('sha256', key).update(`${tick} ${session}`).digest('base64url').slice(0, 22);
}

function tickOf(nowMs: number): number {
  return Math.floor(nowMs / 1000 / tickSeconds);
}
