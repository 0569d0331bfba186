import { createHmac } from 'node:crypto';
import { sameText } from './password-hash.ts';

/** A nonce counts in the half day it was made in and in the next. */
const tickSeconds = 12 * 3600;

/** What a page of this session sends along to show that the request is its own and not a foreign page's. */
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
