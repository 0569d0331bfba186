import { createHmac } from 'node:crypto';
import type { User } from '../../storage/rows.ts';
import { sameText } from '../passwords/password-hash.ts';
import { passwordMark } from '../sessions.ts';

/** A log-in whose first step is done: the browser brings it back with the code. */
export interface LoginStep {
  readonly userId: number;
  readonly remember: boolean;
  /** A new password voids the step. */
  readonly passwordMark: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

const validSeconds = 600;

/** Signs what the second step needs to know, so that no instance has to remember it. */
export function writeLoginStep(key: Uint8Array, user: User, remember: boolean, nowMs: number): string {
  const expiresAt = Math.floor(nowMs / 1000) + validSeconds;
  const text = [user.id, Number(remember), passwordMark(user), expiresAt].join('.');
  return `${text}.${signature(key, text)}`;
}

/** What the browser brought back; null where it is forged or too old. */
export function readLoginStep(key: Uint8Array, written: string, nowMs: number): LoginStep | null {
  const found = /^((\d{1,15})\.([01])\.([0-9a-f]{32})\.(\d{1,12}))\.([\w-]{43})$/.exec(written);
  if (!found) return null;
  const [, text = '', userId, remember, mark = '', expiresAt, signed = ''] = found;
  if (!sameText(signature(key, text), signed) || Number(expiresAt) <= nowMs / 1000) return null;
  return { userId: Number(userId), remember: remember === '1', passwordMark: mark, expiresAt: Number(expiresAt) };
}

const signature = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
