import { roleNames } from '../content/caller.ts';
import type { RoleTable } from '../content/roles.ts';
import { slugCandidate, slugify } from '../content/text/slug.ts';
import { gmtAt } from '../content/zone.ts';
import { defineErrors } from '../errors.ts';
import { isEmail } from '../schema/formats.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { takeTurn } from '../storage/turns.ts';
import { hashPassword } from './password-hash.ts';

/** What can be refused of an account, whoever asks. */
export const accountErrors = defineErrors({
  existing_user_login: { status: 409, message: () => 'This name is taken.' },
  existing_user_email: { status: 409, message: () => 'Another account has this e-mail address.' },
  invalid_username: { status: 400, message: () => 'A name may hold letters, digits, blanks and _ . - @ only.' },
  invalid_email: { status: 400, message: () => 'This is not an e-mail address.' },
  user_login_too_long: { status: 400, message: () => `A name has at most ${longestLogin} characters.` },
});

/** What is kept of a person beside the account itself. */
export interface Profile {
  readonly displayName?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly nickname?: string;
  readonly url?: string;
  readonly description?: string;
  readonly locale?: string;
  /** As asked for; on a new account it is made unique. */
  readonly slug?: string;
}

export interface NewAccount extends Profile {
  readonly login: string;
  readonly email: string;
  readonly password: string;
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

/** Letters, digits, blanks and `_ . - @`, with no blank at either end and no two together. */
export function isLogin(name: string): boolean {
  return /^[A-Za-z0-9_.@-]+(?: [A-Za-z0-9_.@-]+)*$/.test(name);
}

/** Refuses a name or an address that no account should have; what an import brings along is taken as it is. */
export function checkNames({ login, email }: Pick<NewAccount, 'login' | 'email'>): void {
  if (!isLogin(login)) throw accountErrors.invalid_username();
  if (!isEmail(email)) throw accountErrors.invalid_email();
}

/** Further work on the same account, done with it or not at all. */
export type Alongside = (store: Store, userId: number) => Promise<void>;

/**
 * Makes an account with its role and returns its id. Names and addresses are taken once, in any letter case. The
 * password is hashed before the transaction begins, so that nobody waits for it.
 */
export async function createAccount(store: Store, account: NewAccount, alongside?: Alongside): Promise<number> {
  if (account.login.length > longestLogin) throw accountErrors.user_login_too_long();
  const passwordHash = await hashPassword(account.password);
  return store.transaction(async (inner) => {
    await takeTurn(inner, accountsTurn);
    if (await inner.users.byLogin(account.login)) throw accountErrors.existing_user_login();
    if (await inner.users.byEmail(account.email)) throw accountErrors.existing_user_email();
    const id = await inner.users.insert({
      login: account.login,
      passwordHash,
      slug: await freeSlug(inner, account.slug || slugOfLogin(account.login)),
      email: account.email,
      url: account.url ?? '',
      registered: gmtAt(account.nowMs),
      activationKey: '',
      status: 0,
      displayName: fitName(account.displayName || fullName(account) || account.login),
    });
    const { nickname, ...profile } = account;
    await writeProfile(inner, id, { firstName: '', lastName: '', description: '', locale: '', ...profile });
    await writeMeta(inner, id, { ...screenDefaults, nickname: nickname || account.login });
    await inner.users.setCapabilities(id, Object.fromEntries(account.roles.map((role) => [role, true])));
    await alongside?.(inner, id);
    return id;
  });
}

/** The public table layout lets a name stand twice, so one at a time looks whether it is free and takes it. */
const accountsTurn = 'accounts';

/** What a change of an account is done with. */
export interface ChangeOptions {
  /** Refuses what another account holds; nobody takes a name or an address between this and the change. */
  readonly check?: (store: Store) => Promise<void>;
  readonly alongside?: Alongside;
}

/** Changes what is given. An empty name, nickname or slug goes back to what the login makes of it. */
export async function updateAccount(
  store: Store,
  user: User,
  changes: AccountChanges,
  { check, alongside }: ChangeOptions = {},
): Promise<void> {
  const passwordHash = changes.password === undefined ? undefined : await hashPassword(changes.password);
  await store.transaction(async (inner) => {
    if (changes.email !== undefined || changes.slug !== undefined) await takeTurn(inner, accountsTurn);
    await check?.(inner);
    const slug = changes.slug === '' ? await freeSlug(inner, slugOfLogin(user.login), user.id) : changes.slug;
    await inner.users.update(user.id, {
      ...(changes.email === undefined ? {} : { email: changes.email }),
      ...(changes.url === undefined ? {} : { url: changes.url }),
      ...(changes.displayName === undefined ? {} : { displayName: fitName(changes.displayName || user.login) }),
      ...(slug === undefined ? {} : { slug }),
      ...(passwordHash === undefined ? {} : { passwordHash, activationKey: '' }),
    });
    const { nickname, ...profile } = changes;
    await writeProfile(inner, user.id, profile);
    if (nickname !== undefined) await writeMeta(inner, user.id, { nickname: nickname || user.login });
    await alongside?.(inner, user.id);
  });
}

/** Gives a user exactly these roles; capabilities held apart from roles stay. */
export async function setRoles(
  store: Store,
  userId: number,
  roles: readonly string[],
  table: RoleTable,
): Promise<void> {
  const stored = (await store.users.capabilities([userId])).get(userId) ?? {};
  const before = new Set(roleNames(stored, table));
  const apart = Object.entries(stored).filter(([name]) => !before.has(name));
  await store.users.setCapabilities(
    userId,
    Object.fromEntries([...apart, ...roles.map((role): [string, boolean] => [role, true])]),
  );
}

/** The slug a login makes, shortened to what fits. */
function slugOfLogin(login: string): string {
  return slugify(login, { slash: 'dash' }).slice(0, longestSlug);
}

async function freeSlug(store: Store, wanted: string, ownId = 0): Promise<string> {
  const base = wanted.slice(0, longestSlug);
  for (let n = 1; ; n++) {
    const candidate = slugCandidate(base, n);
    if (!(await store.users.slugTaken(candidate, ownId))) return candidate;
  }
}

/** Cuts a name to what its column holds, between two letters. */
function fitName(name: string): string {
  return name.length <= longestName ? name : [...name].slice(0, longestName).join('');
}

function fullName({ firstName = '', lastName = '' }: Profile): string {
  return `${firstName} ${lastName}`.trim();
}

const profileKeys = {
  firstName: 'first_name',
  lastName: 'last_name',
  description: 'description',
  locale: 'locale',
} as const satisfies Partial<Record<keyof Profile, string>>;

async function writeProfile(store: Store, userId: number, profile: Profile): Promise<void> {
  for (const [name, key] of Object.entries(profileKeys) as [keyof typeof profileKeys, string][]) {
    const value = profile[name];
    if (value !== undefined) await store.meta.set('user', userId, key, [value]);
  }
}

/** Choices about the screens of the old system, which takes their absence for a no. */
const screenDefaults = {
  rich_editing: 'true',
  syntax_highlighting: 'true',
  comment_shortcuts: 'false',
  admin_color: 'fresh',
  use_ssl: '0',
  show_admin_bar_front: 'true',
};

async function writeMeta(store: Store, userId: number, values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await store.meta.set('user', userId, key, [value]);
}
