import { createHmac, hash as digest, randomBytes } from 'node:crypto';
import { hasPassed } from '../lib/elapsed.ts';
import type { User } from '../storage/rows.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { sameText } from './passwords/password-hash.ts';

/** A logged-in browser. Only the browser has the token itself. */
export interface SessionRow {
  id: number;
  tokenHash: string;
  userId: number;
  /** Fingerprint of the password hash at log-in; changing the password ends the session, whoever changed it. */
  passwordMark: string;
  /** Seconds since the epoch. */
  createdAt: number;
  expiresAt: number;
  address: string;
  userAgent: string;
  /** Null where nothing was noted yet; noted at intervals. */
  lastSeenAt: number | null;
}

export const sessionsTable: ExtensionTable<SessionRow> = {
  name: 'sessions',
  columns: {
    id: 'id',
    tokenHash: 'short',
    userId: 'integer',
    passwordMark: 'short',
    createdAt: 'integer',
    expiresAt: 'integer',
    address: 'short',
    userAgent: 'short',
    lastSeenAt: 'integer',
  },
  key: 'id',
  unique: [['tokenHash']],
  indexes: [['userId'], ['expiresAt']],
};

export interface NewSession {
  readonly user: User;
  readonly lifetimeSeconds: number;
  readonly address: string;
  readonly userAgent: string;
}

/** Starts a session and returns its token; expired sessions are deleted at the same time. */
export async function startSession(store: Store, session: NewSession, nowMs: number): Promise<string> {
  const now = Math.floor(nowMs / 1000);
  const token = randomBytes(32).toString('base64url');
  const rows = store.table(sessionsTable);
  await rows.remove({ expiresAt: { below: now } });
  await rows.insert({
    tokenHash: tokenHash(token),
    userId: session.user.id,
    passwordMark: passwordMark(session.user),
    createdAt: now,
    expiresAt: now + session.lifetimeSeconds,
    address: session.address.slice(0, 100),
    userAgent: session.userAgent.slice(0, 190),
    lastSeenAt: now,
  });
  return token;
}

/** The active session of a token; null where it never existed, was ended or has expired. */
export async function findSession(store: Store, token: string, nowMs: number): Promise<SessionRow | null> {
  const [row] = await store.table(sessionsTable).find({ tokenHash: tokenHash(token) });
  return row && row.expiresAt > nowMs / 1000 ? row : null;
}

export async function endSession(store: Store, token: string): Promise<void> {
  await store.table(sessionsTable).remove({ tokenHash: tokenHash(token) });
}

const seenEverySeconds = 300;

/** Records that a session was used, and from where; not more often than every five minutes. */
export async function noteSession(store: Store, session: SessionRow, address: string, nowMs: number): Promise<void> {
  const now = Math.floor(nowMs / 1000);
  if (!hasPassed((session.lastSeenAt ?? 0) * 1000, seenEverySeconds * 1000, nowMs)) return;
  // Of many requests at the same time, one writes.
  const unseen = session.lastSeenAt === null ? {} : { lastSeenAt: session.lastSeenAt };
  await store
    .table(sessionsTable)
    .update({ id: session.id, ...unseen }, { lastSeenAt: now, address: address.slice(0, 100) });
}

/** The sessions of a user that can still be used, the newest first. */
export async function listSessions(store: Store, user: User, nowMs: number): Promise<SessionRow[]> {
  const where = {
    userId: user.id,
    passwordMark: passwordMark(user),
    expiresAt: { from: Math.floor(nowMs / 1000) + 1 },
  };
  return store.table(sessionsTable).find(where, { by: 'id', direction: 'desc' }, { limit: mostListed, offset: 0 });
}

const mostListed = 100;

/** Ends one session of a user; false where the user has none with this id. */
export async function endSessionOf(store: Store, userId: number, id: number): Promise<boolean> {
  return (await store.table(sessionsTable).remove({ userId, id })) > 0;
}

/** Ends the sessions of a user, all but one if one is to stay; returns how many there were. */
export async function endSessionsOf(store: Store, userId: number, except: number | null): Promise<number> {
  const rows = store.table(sessionsTable);
  if (except === null) return rows.remove({ userId });
  const before = await rows.remove({ userId, id: { below: except } });
  return before + (await rows.remove({ userId, id: { from: except + 1 } }));
}

/** A fingerprint that identifies a password hash without storing a second copy of it. */
export function passwordMark(user: Pick<User, 'passwordHash'>): string {
  return digest('sha256', user.passwordHash, 'hex').slice(0, 32);
}

function tokenHash(token: string): string {
  return digest('sha256', token, 'hex');
}

export const sessionCookieName = 'platen_session';

/** The session token of a `Cookie` header; null where there is none. */
export function sessionTokenOf(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === sessionCookieName && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}

export interface CookieOptions {
  readonly secure: boolean;
  /** Where on the host the cookie belongs; the whole host if left out. */
  readonly path?: string;
}

/**
 * The `Set-Cookie` value that starts a session; without `maxAgeSeconds` the cookie expires with the browser session.
 */
export function sessionCookie(token: string, options: CookieOptions & { maxAgeSeconds?: number }): string {
  const lifetime = options.maxAgeSeconds === undefined ? '' : `; Max-Age=${options.maxAgeSeconds}`;
  const { path = '/', secure } = options;
  return `${sessionCookieName}=${token}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${lifetime}`;
}

/** The `Set-Cookie` value that ends it. */
export function endedSessionCookie(options: CookieOptions): string {
  return sessionCookie('', { ...options, maxAgeSeconds: 0 });
}

/** A nonce is valid in the half day it was made in and in the next. */
const tickSeconds = 12 * 3600;

/** Those still to come were made before the clock was set back by up to a day; nobody else can make one. */
const acceptedTicks = [0, -1, 1, 2] as const;

/** The token that a page of this session sends to prove that the request is its own (CSRF protection). */
export function makeNonce(key: Uint8Array, session: string, nowMs: number): string {
  return nonceAt(key, session, tickOf(nowMs));
}

export function isNonce(key: Uint8Array, session: string, nonce: string, nowMs: number): boolean {
  const tick = tickOf(nowMs);
  return acceptedTicks.some((distance) => sameText(nonceAt(key, session, tick + distance), nonce));
}

function nonceAt(key: Uint8Array, session: string, tick: number): string {
  return createHmac('sha256', key).update(`${tick} ${session}`).digest('base64url').slice(0, 22);
}

function tickOf(nowMs: number): number {
  return Math.floor(nowMs / 1000 / tickSeconds);
}
