import { hash as digest, randomBytes } from 'node:crypto';
import type { User } from '../storage/rows.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { passwordMark } from './sessions.ts';

interface LoginLinkRow {
  id: number;
  tokenHash: string;
  userId: number;
  /** Of the password that the user had when the link was made; with another one the link is void. */
  passwordMark: string;
  /** Seconds since the epoch. */
  expiresAt: number;
}

/** Links that log somebody in once. */
export const loginLinksTable: ExtensionTable<LoginLinkRow> = {
  name: 'login_links',
  columns: { id: 'id', tokenHash: 'short', userId: 'integer', passwordMark: 'short', expiresAt: 'integer' },
  key: 'id',
  unique: [['tokenHash']],
  indexes: [['userId'], ['expiresAt']],
};

/** How long a link can be used. */
export const linkMinutes = 15;

/** Makes a link for a user and returns its token, of which only the hash is stored; earlier links of the user are void. */
export async function makeLoginLink(store: Store, user: User, nowMs: number): Promise<string> {
  const now = Math.floor(nowMs / 1000);
  const token = randomBytes(32).toString('base64url');
  await store.transaction(async (inner) => {
    const rows = inner.table(loginLinksTable);
    await rows.remove({ expiresAt: { below: now } });
    await rows.remove({ userId: user.id });
    const expiresAt = now + linkMinutes * 60;
    await rows.insert({ tokenHash: hashed(token), userId: user.id, passwordMark: passwordMark(user), expiresAt });
  });
  return token;
}

/** The user of a link that can still be used; null where it is forged, was used or has expired. */
export async function userOfLink(store: Store, token: string, nowMs: number): Promise<User | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const [row] = await store.table(loginLinksTable).find({ tokenHash: hashed(token) });
  const user = row && row.expiresAt > nowMs / 1000 ? await store.users.byId(row.userId) : null;
  return user && row?.passwordMark === passwordMark(user) ? user : null;
}

/** Uses a link up and returns its user. Of two requests with one link, one removes its row. */
export async function useLoginLink(store: Store, token: string, nowMs: number): Promise<User | null> {
  const user = await userOfLink(store, token, nowMs);
  if (!user) return null;
  const removed = await store.table(loginLinksTable).remove({ tokenHash: hashed(token) });
  return removed > 0 ? user : null;
}

/** The address that a token is opened at. */
export const loginLinkPath = (token: string): string => `/wp-login.php?action=link&token=${token}`;

const hashed = (token: string): string => digest('sha256', token, 'hex');
