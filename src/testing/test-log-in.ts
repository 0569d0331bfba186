import { createAccount } from '../auth/accounts.ts';
import { createApplicationPassword } from '../auth/passwords/application-passwords.ts';
import { secretKey } from '../auth/secrets.ts';
import { makeNonce, sessionCookieName, startSession } from '../auth/sessions.ts';
import type { Store } from '../storage/store.ts';

/** The password of every account that a test makes. */
export const testPassword = 'password';

/** A hash of that password, made at the lowest cost, so that logging in takes a test no time. */
export const testPasswordHash = '$2y$04$RNetgD4sI6un6fqsUdgkw.JRWCRlbNLAUJa73yygZmRMoaJ.P067.';

/** Headers that identify a user. */
export type Credential = Readonly<Record<string, string>>;

/** An account of the test site. */
export interface TestUser {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly password: string;
}

/** The ways to be a user. Each returns the headers to send. */
export interface LogIn {
  /** HTTP Basic with the account's own password. */
  password(user: TestUser): Credential;
  /** HTTP Basic with a new application password. */
  applicationPassword(user: TestUser, name?: string): Promise<Credential>;
  /** The cookie of a new browser session and its nonce. */
  cookie(user: TestUser): Promise<Credential>;
}

export function createLogIn(store: Store, nowMs: () => number): LogIn {
  return {
    password: ({ login, password }) => basic(login, password),
    async applicationPassword({ id, login }, name = 'test') {
      const { password } = await createApplicationPassword(store, id, name, nowMs());
      return basic(login, password);
    },
    async cookie({ id }) {
      const user = await store.users.byId(id);
      if (!user) throw new Error(`The site has no user ${id} any more.`);
      const session = { user, lifetimeSeconds: 86_400, address: '127.0.0.1', userAgent: 'platen/testing' };
      const token = await startSession(store, session, nowMs());
      const nonce = makeNonce(await secretKey(store, 'nonce'), token, nowMs());
      return { cookie: `${sessionCookieName}=${token}`, 'x-wp-nonce': nonce };
    },
  };
}

/** Makes an account with a role; the name is the role with the number of accounts, unless it is given. */
export async function createTestUser(
  store: Store,
  role: string,
  given: { readonly login?: string; readonly email?: string },
  nowMs: number,
): Promise<TestUser> {
  const login = given.login ?? `${role}-${(await store.users.count({})) + 1}`;
  const account = { login, email: given.email ?? `${login}@example.org`, password: testPassword };
  const id = await createAccount(store, { ...account, passwordHash: testPasswordHash, roles: [role], nowMs });
  return { id, ...account };
}

const basic = (login: string, password: string): Credential => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
});
