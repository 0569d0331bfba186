import { hash as digest, randomBytes } from 'node:crypto';
import { firstUseWindow, slidingWindow } from '../limits/limit-rules.ts';
import { consumeAll, type Limiters } from '../limits/limiter.ts';
import { networkOf } from '../limits/network-of.ts';
import { fold } from '../rules/fold.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';

/** What may become an account: somebody was invited, or asked for one. The owner of the address chooses the password. */
export interface InvitationRow {
  id: number;
  kind: 'invited' | 'registered';
  /** Only the mail, and whoever copied the link, have the token itself. */
  tokenHash: string;
  email: string;
  /** The address as it is compared. */
  emailKey: string;
  /** The user name that was asked for; empty where it is chosen later. */
  login: string;
  /** Empty for a registration: it gets the default role of the site as it is then. */
  role: string;
  /** Who may give the role; 0 for the command line and for registrations. */
  invitedBy: number;
  /** Seconds since the epoch. */
  createdAt: number;
  expiresAt: number;
  /** When the last mail was queued; 0 where none was. */
  mailedAt: number;
}

export const invitationsTable: ExtensionTable<InvitationRow> = {
  name: 'invitations',
  columns: {
    id: 'id',
    kind: 'short',
    tokenHash: 'short',
    email: 'short',
    emailKey: 'short',
    login: 'short',
    role: 'short',
    invitedBy: 'integer',
    createdAt: 'integer',
    expiresAt: 'integer',
    mailedAt: 'integer',
  },
  key: 'id',
  unique: [['tokenHash']],
  indexes: [['kind', 'emailKey'], ['expiresAt']],
};

export const usualInvitationDays = 7;
export const mostInvitationDays = 90;
const registrationSeconds = 2 * 86_400;
/** Nobody needs more, and a list of them fits on one screen that pages. */
export const mostInvitations = 1_000;

export type NewInvitation = Pick<InvitationRow, 'email' | 'role' | 'invitedBy'> & {
  readonly days: number;
  readonly isMailed: boolean;
};

/** A row with its token, which is known only now. */
export interface MadeInvitation {
  readonly row: InvitationRow;
  readonly token: string;
}

/** Stores an invitation; an earlier one of the same address is void. Null where there are too many. */
export function addInvitation(store: Store, sent: NewInvitation, nowMs: number): Promise<MadeInvitation | null> {
  const { days, isMailed, ...wanted } = sent;
  return store.transaction(async (inner) => {
    await inner.lock('invitations');
    const rows = inner.table(invitationsTable);
    await rows.remove({ kind: 'invited', emailKey: emailKey(wanted.email) });
    if ((await rows.count({ kind: 'invited' })) >= mostInvitations) return null;
    return insert(inner, { ...wanted, kind: 'invited', login: '' }, { nowMs, seconds: days * 86_400, isMailed });
  });
}

/** Stores a registration. Others of the address stay good: nobody can void the link that its owner has. */
export async function addRegistration(
  store: Store,
  { email, login }: Pick<InvitationRow, 'email' | 'login'>,
  nowMs: number,
): Promise<MadeInvitation> {
  await store.table(invitationsTable).remove({ kind: 'registered', expiresAt: { below: Math.floor(nowMs / 1000) } });
  const wanted = { kind: 'registered', email, login, role: '', invitedBy: 0 } as const;
  return insert(store, wanted, { nowMs, seconds: registrationSeconds, isMailed: true });
}

type Wanted = Omit<InvitationRow, 'id' | 'tokenHash' | 'emailKey' | 'createdAt' | 'expiresAt' | 'mailedAt'>;

async function insert(
  store: Store,
  wanted: Wanted,
  { nowMs, seconds, isMailed }: { readonly nowMs: number; readonly seconds: number; readonly isMailed: boolean },
): Promise<MadeInvitation> {
  const now = Math.floor(nowMs / 1000);
  const token = newToken();
  const row = {
    ...wanted,
    tokenHash: hashed(token),
    emailKey: emailKey(wanted.email),
    createdAt: now,
    expiresAt: now + seconds,
    mailedAt: isMailed ? now : 0,
  };
  const id = await store.table(invitationsTable).insert(row);
  return { row: { ...row, id }, token };
}

/** Gives an invitation a new token and as many days again; the old link is void. Null where there is none. */
export async function renewInvitation(
  store: Store,
  id: number,
  { days, isMailed, invitedBy, nowMs }: Omit<NewInvitation, 'email' | 'role'> & { readonly nowMs: number },
): Promise<MadeInvitation | null> {
  const now = Math.floor(nowMs / 1000);
  const token = newToken();
  const mailed = isMailed ? { mailedAt: now } : {};
  const changes = { tokenHash: hashed(token), expiresAt: now + days * 86_400, invitedBy, ...mailed };
  if ((await store.table(invitationsTable).update({ id, kind: 'invited' }, changes)) === 0) return null;
  const row = await invitationById(store, id);
  return row && { row, token };
}

/** The invitations that nobody has accepted, the newest first; those that have expired are among them. */
export function listInvitations(
  store: Store,
  page: { readonly limit: number; readonly offset: number },
): Promise<InvitationRow[]> {
  return store.table(invitationsTable).find({ kind: 'invited' }, { by: 'id', direction: 'desc' }, page);
}

export const countInvitations = (store: Store): Promise<number> =>
  store.table(invitationsTable).count({ kind: 'invited' });

export async function invitationById(store: Store, id: number): Promise<InvitationRow | null> {
  return (await store.table(invitationsTable).find({ id, kind: 'invited' }))[0] ?? null;
}

export async function removeInvitation(store: Store, id: number): Promise<boolean> {
  return (await store.table(invitationsTable).remove({ id, kind: 'invited' })) > 0;
}

/** The invitation or registration of a token that can still be used; null where it is forged, used, revoked or too old. */
export async function invitationOf(store: Store, token: string, nowMs: number): Promise<InvitationRow | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const [row] = await store.table(invitationsTable).find({ tokenHash: hashed(token) });
  return row && row.expiresAt > nowMs / 1000 ? row : null;
}

/**
 * Uses an invitation up, with all others of its address; false where another request did. Called in the transaction that
 * makes the account.
 */
export async function useInvitation(store: Store, row: InvitationRow): Promise<boolean> {
  const rows = store.table(invitationsTable);
  if ((await rows.remove({ id: row.id, tokenHash: row.tokenHash })) === 0) return false;
  for (const kind of ['invited', 'registered'] as const) await rows.remove({ kind, emailKey: row.emailKey });
  return true;
}

/** Gives the invitations with a role that goes away another one. */
export async function reassignInvitations(store: Store, from: string, to: string): Promise<void> {
  await store.table(invitationsTable).update({ role: from }, { role: to });
}

/** The address that a token is opened at. */
export const invitationPath = (token: string): string => `/wp-login.php?action=invitation&token=${token}`;

const newToken = (): string => randomBytes(32).toString('base64url');
const hashed = (token: string): string => digest('sha256', token, 'hex');
const emailKey = (email: string): string => fold(email.trim()).slice(0, 190);

/** Limits how often accounts are asked for and invitations are tried. Each resolves to 0, or to the seconds to wait. */
export interface EnrolmentLimits {
  register(email: string, address: string): Promise<number>;
  accept(address: string): Promise<number>;
}

const hourMs = 3_600_000;

export function createEnrolmentLimits(limiters: Limiters | null): EnrolmentLimits {
  if (!limiters) return { register: async () => 0, accept: async () => 0 };
  const mails = limiters('registration mail', slidingWindow({ limit: 3, windowMs: hourMs }));
  const networks = limiters('registration network', slidingWindow({ limit: 10, windowMs: hourMs }));
  const site = limiters('registration site', firstUseWindow({ limit: 300, windowMs: hourMs }));
  const tries = limiters('invitation network', slidingWindow({ limit: 30, windowMs: hourMs }));
  return {
    register: (email, address) =>
      consumeAll([
        { limiter: mails, key: emailKey(email) },
        { limiter: networks, key: networkOf(address) },
        { limiter: site, key: 'all' },
      ]),
    accept: (address) => consumeAll([{ limiter: tries, key: networkOf(address) }]),
  };
}
