import { randomInt, randomUUID } from 'node:crypto';
import { type Scope, scopesIn } from '../../rules/scopes.ts';
import { decodePhp, encodePhp, type PhpArray, type PhpValue } from '../../storage/options/php-serialized.ts';
import type { Store } from '../../storage/store.ts';
import { hashFormIn } from './hash-form.ts';
import { hashApplicationPassword, isFastHash, verifyToken } from './password-hash.ts';

/** A password made for one program, which can be revoked without affecting the others. */
export interface ApplicationPassword {
  readonly id: string;
  /** A UUID that the program gave itself; empty for most. */
  readonly programId: string;
  readonly name: string;
  readonly hash: string;
  /** Seconds since the epoch. */
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  readonly lastAddress: string | null;
  /** What it is limited to; null where it has all rights of the account. */
  readonly scopes: readonly Scope[] | null;
  /** Seconds since the epoch after which it is refused; null for none. */
  readonly expiresAt: number | null;
}

/** What may be said of a new password. */
export interface ApplicationOptions {
  readonly programId?: string;
  readonly scopes?: readonly Scope[] | null;
  readonly expiresAt?: number | null;
}

const metaKey = '_application_passwords';
/** Existing sites read this option first, to see whether any application password exists. */
const inUseOption = 'using_application_passwords';
const length = 24;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export async function listApplicationPasswords(store: Store, userId: number): Promise<ApplicationPassword[]> {
  return (await readEntries(store, userId)).map(viewOf);
}

/** The passwords of one account. */
export interface OwnedPasswords {
  readonly userId: number;
  readonly passwords: readonly ApplicationPassword[];
}

/** The passwords of all accounts that have some, in the order in which those got their first one; a page of accounts. */
export async function applicationPasswordsOf(
  store: Store,
  after: number,
  limit: number,
): Promise<{ readonly owners: readonly OwnedPasswords[]; readonly next: number | null }> {
  const rows = await store.meta.rowsOf({ owner: 'user', key: metaKey }, after, limit + 1);
  const shown = rows.slice(0, limit);
  const owners = shown.map(({ ownerId, value }) => ({ userId: ownerId, passwords: entriesIn(value).map(viewOf) }));
  return { owners, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/**
 * Creates a password for a program. The plain password is returned only here, in groups of four; only its hash is
 * stored.
 */
export async function createApplicationPassword(
  store: Store,
  userId: number,
  name: string,
  nowMs: number,
  { programId = '', scopes = null, expiresAt = null }: ApplicationOptions = {},
): Promise<{ readonly password: string; readonly application: ApplicationPassword }> {
  const password = Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  // Members that sites do not know yet come last, and only where they say something.
  const limits: readonly [string, PhpValue][] = [
    ['scopes', scopes && phpList(scopes)],
    ['expires', expiresAt],
  ];
  const entry: PhpArray = new Map<string, PhpValue>([
    ['uuid', randomUUID()],
    ['app_id', programId],
    ['name', name],
    ['password', await hashApplicationPassword(password, await hashFormIn(store))],
    ['created', Math.floor(nowMs / 1000)],
    ['last_used', null],
    ['last_ip', null],
    ...limits.filter(([, limit]) => limit !== null),
  ]);
  await changeEntries(store, userId, (entries) => [...entries, entry]);
  if ((await store.options.get(inUseOption)) === null) await store.options.set(inUseOption, '1');
  return { password: password.replace(/(.{4})(?=.)/g, '$1 '), application: viewOf(entry) };
}

/** What may change of a password; null takes a limit away. */
export interface ApplicationChanges {
  readonly name?: string | undefined;
  readonly scopes?: readonly Scope[] | null | undefined;
  readonly expiresAt?: number | null | undefined;
}

/** Gives a password another name or other limits, which hold for its next request. */
export async function changeApplicationPassword(
  store: Store,
  userId: number,
  id: string,
  { name, scopes, expiresAt }: ApplicationChanges,
): Promise<void> {
  const changes: [string, PhpValue | undefined][] = [
    ['name', name],
    ['scopes', scopes && phpList(scopes)],
    ['expires', expiresAt],
  ];
  const sent = changes.filter((one): one is [string, PhpValue] => one[1] !== undefined);
  if (sent.length === 0) return;
  await changeEntries(store, userId, (entries) =>
    entries.map((entry) =>
      entry.get('uuid') === id
        ? new Map([...entry, ...sent].filter(([key, value]) => !(isLimit(key) && value === null)))
        : entry,
    ),
  );
}

const isLimit = (key: string | number): boolean => key === 'scopes' || key === 'expires';

const phpList = (values: readonly string[]): PhpArray => new Map(values.map((value, index) => [index, value]));

/** Revokes all passwords of a user; returns how many there were. */
export async function revokeApplicationPasswords(store: Store, userId: number): Promise<number> {
  let count = 0;
  await changeEntries(store, userId, (entries) => {
    count = entries.length;
    return [];
  });
  return count;
}

/** Waits for other changes to the passwords of a user; what is read then stays true until the transaction ends. */
export function lockApplicationPasswords(store: Store, userId: number): Promise<void> {
  return store.lock(`application passwords of ${userId}`);
}

/** Revokes a password; false where the user has none with this id. */
export async function revokeApplicationPassword(store: Store, userId: number, id: string): Promise<boolean> {
  let found = false;
  await changeEntries(store, userId, (entries) => {
    const left = entries.filter((entry) => entry.get('uuid') !== id);
    found = left.length < entries.length;
    return left;
  });
  return found;
}

export interface ApplicationSearch {
  /** Skips hashes that are slow to verify. */
  readonly fastOnly: boolean;
  /** Verifies a slow hash, when its turn comes. */
  readonly fits: (password: string, stored: string) => Promise<boolean>;
}

/** The application password that matches, ignoring spaces. Fast hashes are tried first, and never wait. */
export async function findApplicationPassword(
  store: Store,
  userId: number,
  password: string,
  { fastOnly, fits }: ApplicationSearch,
): Promise<ApplicationPassword | null> {
  const token = password.replace(/[^A-Za-z0-9]/g, '');
  if (token.length !== length) return null;
  const all = await listApplicationPasswords(store, userId);
  const fast = all.find(({ hash }) => isFastHash(hash) && verifyToken(token, hash));
  if (fast || fastOnly) return fast ?? null;
  for (const application of all) {
    if (!isFastHash(application.hash) && (await fits(token, application.hash))) return application;
  }
  return null;
}

/** Records when and from where a password was last used. */
export async function noteApplicationUse(
  store: Store,
  userId: number,
  use: { readonly id: string; readonly address: string; readonly nowMs: number },
): Promise<void> {
  await changeEntries(store, userId, (entries) =>
    entries.map((entry) =>
      entry.get('uuid') === use.id
        ? new Map([...entry, ['last_used', Math.floor(use.nowMs / 1000)], ['last_ip', use.address]])
        : entry,
    ),
  );
}

/** Entries preserve members that this program does not know. */
async function readEntries(store: Store, userId: number): Promise<PhpArray[]> {
  const [row] = (await store.meta.of('user', [userId], [metaKey])).get(userId) ?? [];
  return entriesIn(row?.value ?? null);
}

function entriesIn(value: string | null): PhpArray[] {
  const decoded = value === null ? null : decodePhp(value);
  if (!decoded?.ok || !(decoded.value instanceof Map)) return [];
  return [...decoded.value.values()].filter((entry): entry is PhpArray => entry instanceof Map);
}

async function changeEntries(
  store: Store,
  userId: number,
  change: (entries: readonly PhpArray[]) => readonly PhpArray[],
): Promise<void> {
  await store.transaction(async (inner) => {
    // Changes to one list are serialised: recording a use must not restore a password that was just revoked.
    await lockApplicationPasswords(inner, userId);
    if (!(await inner.users.byId(userId))) return;
    const entries = change(await readEntries(inner, userId));
    const list: PhpArray = new Map(entries.map((entry, index) => [index, entry]));
    await inner.meta.set('user', userId, metaKey, entries.length > 0 ? [encodePhp(list)] : []);
  });
}

function viewOf(entry: PhpArray): ApplicationPassword {
  const text = (key: string) => String(entry.get(key) ?? '');
  const number = (key: string) => {
    const value = entry.get(key);
    return typeof value === 'number' ? value : null;
  };
  return {
    id: text('uuid'),
    programId: text('app_id'),
    name: text('name'),
    hash: text('password'),
    createdAt: number('created') ?? 0,
    lastUsedAt: number('last_used'),
    lastAddress: typeof entry.get('last_ip') === 'string' ? text('last_ip') : null,
    scopes: scopesOf(entry.get('scopes')),
    expiresAt: expiryOf(entry.get('expires')),
  };
}

/** What cannot be read limits to nothing: only an entry without the member has all rights. */
function scopesOf(stored: PhpValue | undefined): readonly Scope[] | null {
  if (stored === undefined || stored === null) return null;
  return stored instanceof Map ? scopesIn(stored.values()) : [];
}

/** An end that cannot be read is over. */
function expiryOf(stored: PhpValue | undefined): number | null {
  if (stored === undefined || stored === null) return null;
  return typeof stored === 'number' ? stored : 0;
}
