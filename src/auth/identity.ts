import type { ApiRequest } from '../api/request.ts';
import type { Limiters } from '../limits/limiter.ts';
import { type Ready, whenReady } from '../ready.ts';
import { anonymous } from '../rules/caller.ts';
import type { Caller } from '../rules/capabilities.ts';
import type { RoleGrants } from '../rules/content/role-grants.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { authErrors } from './auth-errors.ts';
import { basicCredentials } from './basic-credentials.ts';
import { type BasicLoginOptions, createBasicLogin } from './basic-login.ts';
import { type BrowserLogin, createBrowserLogin } from './browser-login.ts';
import { createCallers } from './callers.ts';
import { createLoginThrottle, noLoginThrottle } from './login-throttle.ts';
import { createCredentialMemory } from './passwords/credential-memory.ts';
import { createPasswordCheck } from './passwords/password-check.ts';
import { createRoleSource, type RoleSource } from './role-source.ts';

export interface IdentityOptions extends BasicLoginOptions {
  /** Throttle for failed attempts; null where there is none. */
  readonly limiters: Limiters | null;
  /** The option that stores the site's own roles. */
  readonly rolesOption: string;
  /** What declarations give to roles besides. */
  readonly grants?: RoleGrants;
}

/** The parts of a request that identify the caller. */
export type AskedBy = Pick<ApiRequest, 'headers' | 'query' | 'remoteAddress'>;

/** Identifies callers, and opens and closes browser sessions. */
export interface Identity {
  /** The caller of a request. Wrong credentials are rejected; a request without any is a visitor's. */
  identify(request: AskedBy, store: Store): Ready<Caller>;
  /** The caller for a user's id; null where there is no such user. */
  callerFor(userId: number, store: Store): Promise<Caller | null>;
  /** The id of the application password that a request was sent with; null if there is none. */
  applicationOf(request: AskedBy): string | null;
  /** Refuses whoever is logged in as this user but does not know the password; throttled like a log-in. */
  confirmPassword(user: User, sent: { password: string; address: string }, store: Store): Promise<void>;
  readonly roles: RoleSource;
  readonly browser: Omit<BrowserLogin, 'userIdFor'>;
}

export function createIdentity(options: IdentityOptions): Identity {
  const roles = createRoleSource(options.rolesOption, options.grants);
  const callers = createCallers(roles);
  const throttle = options.limiters ? createLoginThrottle(options.limiters) : noLoginThrottle;
  const memory = createCredentialMemory(options.clock);
  const check = createPasswordCheck(throttle, memory);
  const basic = createBasicLogin(check, memory, options);
  const browser = createBrowserLogin({ ...options, check, throttle });
  /** Credentials in the request take precedence over a cookie, which a browser sends without being asked. */
  const userIdOf = (request: AskedBy, store: Store): Ready<number> => {
    const credentials = basicCredentials(request.headers['authorization']);
    if (credentials) return basic(credentials, request.remoteAddress, store);
    return request.headers['cookie'] === undefined ? 0 : browser.userIdFor(request, store);
  };
  return {
    roles,
    browser,
    identify: (request, store) =>
      whenReady(userIdOf(request, store), (userId) => (userId === 0 ? anonymous : callers(userId, store))),
    applicationOf(request) {
      const credentials = basicCredentials(request.headers['authorization']);
      // The request has been identified, so its credentials were verified a moment ago.
      return credentials ? (memory.recall(credentials)?.applicationId ?? null) : null;
    },
    async confirmPassword(user, { password, address }, store) {
      const accepted = { accountPassword: true, applicationPasswords: false };
      const verified = await check(store, { login: user.login, password }, address, accepted);
      if (verified?.userId !== user.id) throw authErrors.rest_wrong_password();
    },
    async callerFor(userId, store) {
      return (await store.users.byId(userId)) ? callers(userId, store) : null;
    },
  };
}
