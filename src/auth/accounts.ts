import { defineErrors } from '../lib/errors.ts';
import { isEmail } from '../lib/schema/formats.ts';
import { roleNames } from '../rules/capabilities.ts';
import type { RoleTable } from '../rules/roles.ts';
import { gmtAt } from '../rules/zone.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { freeSlug, slugify } from '../text/slug.ts';
import { loginLinksTable } from './login-links.ts';
import { forgetTokens } from './oauth/oauth-tables.ts';
import { noteEmail, unlinkIdentities } from './oidc.ts';
import { removePasskeysOf } from './passkeys.ts';
import { accountPasswordUseTable } from './passwords/account-password-use.ts';
import { hashFormIn } from './passwords/hash-form.ts';
import { hashPassword, isUsablePassword, longestPasswordBytes, noPasswordHash } from './passwords/password-hash.ts';
import { previewsTable } from './preview-table.ts';
import { endSessionsOf } from './sessions.ts';
import { removeTwoFactor } from './two-factor.ts';

/** Reasons to reject an account, whoever asks. */
export const accountErrors = defineErrors({
  existing_user_login: { status: 409, message: () => 'Another account has this user name.' },
  existing_user_email: { status: 409, message: () => 'Another account has this e-mail address.' },
  invalid_username: { status: 400, message: () => 'A user name may contain only letters, digits, spaces and _ . - @' },
  invalid_email: { status: 400, message: () => 'This is not an e-mail address.' },
  invalid_password: {
    status: 400,
    message: () =>
      `A password must not be blank and has at most ${longestPasswordBytes} bytes; this one could never log in. Choose another.`,
  },
  user_login_too_long: { status: 400, message: () => `A user name has at most ${longestLogin} characters.` },
});

export interface NewAccount extends Profile {
  readonly login: string;
  readonly email: string;
  /** Null for an account that no password logs in to. */
  readonly password: string | null;
  /** The hash to store, where it is known already. */
  readonly passwordHash?: string;
  readonly roles: readonly string[];
  readonly nowMs: number;
}

export interface AccountChanges extends Profile {
  readonly email?: string;
  readonly password?: string;
}

const longestLogin = 60;
const longestSlug = 50;
const longestName = 250;

/** Letters, digits, spaces and `_ . - @`; no leading, trailing or repeated space. */
export function isLogin(name: string): boolean {
  return /^[A-Za-z0-9_.@-]+(?: [A-Za-z0-9_.@-]+)*$/.test(name);
}

/** Rejects an invalid login or e-mail address. Imports skip this check and keep what the file says. */
export function checkNames({ login, email }: Pick<NewAccount, 'login' | 'email'>): void {
  if (!isLogin(login)) throw accountErrors.invalid_username();
  if (!isEmail(email)) throw accountErrors.invalid_email();
}

/** Rejects a password that could never log in. */
export function checkPassword(password: string): void {
  if (!isUsablePassword(password)) throw accountErrors.invalid_password();
}

/** Further work on the same account, committed or rolled back together with it. */
export type Alongside = (store: Store, userId: number) => Promise<void>;

/**
 * Creates an account with its role and returns its id. Logins and e-mail addresses are unique, ignoring case. This
 * is checked before the password is hashed, and again inside the transaction. The password is hashed before the
 * transaction begins, so that no other transaction waits for it.
 */
export async function createAccount(store: Store, account: NewAccount, alongside?: Alongside): Promise<number> {
  if (account.login.length > longestLogin) throw accountErrors.user_login_too_long();
  if (account.password !== null) checkPassword(account.password);
  await refuseTaken(store, account);
  const passwordHash = account.passwordHash ?? (await newPasswordHash(store, account.password));
  return store.transaction(async (inner) => {
    await inner.lock(accountsLock);
    await refuseTaken(inner, account);
    const id = await inner.users.insert({
      login: account.login,
      passwordHash,
      slug: await freeUserSlug(inner, account.slug || slugOfLogin(account.login)),
      email: account.email,
      url: account.url ?? '',
      registered: gmtAt(account.nowMs),
      activationKey: '',
      status: 0,
      displayName: fitName(account.displayName || fullName(account) || account.login),
    });
    await writeNewProfile(inner, id, { ...account, nickname: account.nickname || account.login });
    await inner.users.setCapabilities(id, Object.fromEntries(account.roles.map((role) => [role, true])));
    await alongside?.(inner, id);
    return id;
  });
}

const newPasswordHash = async (store: Store, password: string | null): Promise<string> =>
  password === null ? noPasswordHash() : hashPassword(password, await hashFormIn(store));

async function refuseTaken({ users }: Store, { login, email }: Pick<NewAccount, 'login' | 'email'>): Promise<void> {
  if (await users.byLogin(login)) throw accountErrors.existing_user_login();
  if (await users.byEmail(email)) throw accountErrors.existing_user_email();
}

/** The public table layout has no unique index on these columns, so check and insert run under a lock. */
const accountsLock = 'accounts';

/** What changing an account depends on. */
export interface ChangeOptions {
  /** Rejects a value that another account uses; the lock is held from this check until the change is written. */
  readonly check?: (store: Store) => Promise<void>;
  readonly alongside?: Alongside;
}

/** Changes the given values. An empty name, nickname or slug is reset to the default derived from the login. */
export async function updateAccount(
  store: Store,
  user: User,
  changes: AccountChanges,
  { check, alongside }: ChangeOptions = {},
): Promise<void> {
  if (changes.password !== undefined) checkPassword(changes.password);
  const passwordHash =
    changes.password === undefined ? undefined : await hashPassword(changes.password, await hashFormIn(store));
  await store.transaction(async (inner) => {
    if (changes.email !== undefined || changes.slug !== undefined) await inner.lock(accountsLock);
    await check?.(inner);
    const slug = changes.slug === '' ? await freeUserSlug(inner, slugOfLogin(user.login), user.id) : changes.slug;
    await inner.users.update(user.id, {
      ...(changes.email === undefined ? {} : { email: changes.email }),
      // A link for a new password was sent to the address before, and says nothing of this one.
      ...(changes.email === undefined || changes.email === user.email ? {} : { activationKey: '' }),
      ...(changes.url === undefined ? {} : { url: changes.url }),
      ...(changes.displayName === undefined ? {} : { displayName: fitName(changes.displayName || user.login) }),
      ...(slug === undefined ? {} : { slug }),
      ...(passwordHash === undefined ? {} : { passwordHash, activationKey: '' }),
    });
    const nickname = changes.nickname === '' ? { nickname: user.login } : {};
    await writeProfile(inner, user.id, { ...changes, ...nickname });
    await alongside?.(inner, user.id);
  });
}

/** Sets exactly these roles for a user; capabilities granted outside of roles stay. */
export function setRoles(store: Store, userId: number, roles: readonly string[], table: RoleTable): Promise<void> {
  return changeCapabilities(store, userId, (stored) => {
    const before = new Set(roleNames(stored, table));
    const apart = Object.entries(stored).filter(([name]) => !before.has(name));
    return Object.fromEntries([...apart, ...roles.map((role): [string, boolean] => [role, true])]);
  });
}

/**
 * Replaces the roles and capabilities of a user; of two concurrent changes, the second sees the result of the first.
 */
export function changeCapabilities(
  store: Store,
  userId: number,
  change: (stored: Readonly<Record<string, boolean>>) => Record<string, boolean>,
): Promise<void> {
  return store.transaction(async (inner) => {
    await inner.lock(`capabilities of ${userId}`);
    const stored = (await inner.users.capabilities([userId])).get(userId) ?? {};
    await inner.users.setCapabilities(userId, change(stored));
  });
}

/** The slug derived from a login, cut to the column length. */
function slugOfLogin(login: string): string {
  return slugify(login, { slash: 'dash' }).slice(0, longestSlug);
}

function freeUserSlug(store: Store, wanted: string, ownId = 0): Promise<string> {
  return freeSlug(wanted.slice(0, longestSlug), async (slug) => !(await store.users.slugTaken(slug, ownId)));
}

/** Cuts a name to the column length without splitting a character. */
function fitName(name: string): string {
  return name.length <= longestName ? name : [...name].slice(0, longestName).join('');
}

/** The profile data of a user that is stored beside the account row. */
export interface Profile {
  readonly displayName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly nickname?: string;
  readonly url?: string;
  readonly description?: string;
  readonly locale?: string;
  /** The requested slug; made unique for a new account. */
  readonly slug?: string;
}

export function fullName({ firstName = '', lastName = '' }: Profile): string {
  return `${firstName} ${lastName}`.trim();
}

/** The members that are stored as user meta, and their keys. */
const metaKeys = [
  ['firstName', 'first_name'],
  ['lastName', 'last_name'],
  ['description', 'description'],
  ['locale', 'locale'],
  ['nickname', 'nickname'],
] as const satisfies readonly (readonly [keyof Profile, string])[];

/** Admin screen preferences of the old system, which treats a missing row as "no". */
const screenDefaults = {
  rich_editing: 'true',
  syntax_highlighting: 'true',
  comment_shortcuts: 'false',
  admin_color: 'fresh',
  use_ssl: '0',
  show_admin_bar_front: 'true',
};

/** Writes the complete profile of a new account; missing values are stored as empty text. */
export async function writeNewProfile(
  store: Store,
  userId: number,
  { nickname, ...rest }: Profile & { readonly nickname: string },
): Promise<void> {
  await writeProfile(store, userId, { firstName: '', lastName: '', description: '', locale: '', ...rest });
  for (const [key, value] of Object.entries(screenDefaults)) await store.meta.set('user', userId, key, [value]);
  await writeProfile(store, userId, { nickname });
}

/** Writes the given profile values and leaves the others unchanged. */
export async function writeProfile(store: Store, userId: number, profile: Profile): Promise<void> {
  for (const [name, key] of metaKeys) {
    const value = profile[name];
    if (value !== undefined) await store.meta.set('user', userId, key, [value]);
  }
}

/** Removes what an account that is deleted could log in with, and the links to what it previewed. */
export async function forgetAccount(store: Store, userId: number): Promise<void> {
  await endSessionsOf(store, userId, null);
  await store.table(loginLinksTable).remove({ userId });
  await removeTwoFactor(store, userId);
  await removePasskeysOf(store, userId);
  await unlinkIdentities(store, userId);
  await noteEmail(store, userId, '', true);
  await forgetTokens(store, userId);
  await store.table(previewsTable).remove({ userId });
  await store.table(accountPasswordUseTable).remove({ userId });
}
