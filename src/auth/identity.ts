import type { ApiRequest } from '../api/request.ts';
import { anonymous } from '../content/caller.ts';
import type { Caller } from '../content/capabilities.ts';
import type { Store } from '../storage/store.ts';
import { basicCredentials } from './basic-credentials.ts';
import { createBasicLogin } from './basic-login.ts';
import { type BrowserLogin, createBrowserLogin } from './browser-login.ts';
import { createCallers } from './callers.ts';
import { createLoginThrottle, noThrottle } from './login-throttle.ts';
import { createPasswordCheck } from './password-check.ts';
import { createRoleSource, type RoleSource } from './role-source.ts';

export interface IdentityOptions {
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  /** Whether HTTP Basic takes the account's own password beside application passwords. */
  readonly accountPasswords: boolean;
  /** Whether failed attempts are slowed down. */
  readonly throttle: boolean;
  /** The option in which a site keeps its own roles. */
  readonly rolesOption: string;
  /** Notes what a site owner may want to know, never a password. */
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

/** What of a request says who is asking. */
export type AskedBy = Pick<ApiRequest, 'headers' | 'query' | 'remoteAddress'>;

/** Tells who is asking, and opens and closes the sessions of browsers. */
export interface Identity {
  /** The caller of a request. Wrong credentials are refused; none at all make a visitor. */
  identify(request: AskedBy, store: Store): Promise<Caller>;
  /** The caller a user would be; null where there is no such user. */
  callerFor(userId: number, store: Store): Promise<Caller | null>;
  readonly roles: RoleSource;
  readonly browser: Omit<BrowserLogin, 'userIdFor'>;
}

export function createIdentity(options: IdentityOptions): Identity {
  const roles = createRoleSource(options.rolesOption);
  const callers = createCallers(roles);
  const check = createPasswordCheck(options.throttle ? createLoginThrottle(options.clock) : noThrottle);
  const basic = createBasicLogin(check, options);
  const browser = createBrowserLogin(check, options.clock);
  /** Credentials in the request count before a cookie, which a browser sends whether meant or not. */
  const userIdOf = (request: AskedBy, store: Store): number | Promise<number> => {
    const credentials = basicCredentials(request.headers['authorization']);
    if (credentials) return basic(credentials, request.remoteAddress, store);
    return request.headers['cookie'] === undefined ? 0 : browser.userIdFor(request, store);
  };
  return {
    roles,
    browser,
    async identify(request, store) {
      const userId = await userIdOf(request, store);
      return userId === 0 ? anonymous : callers(userId, store);
    },
    async callerFor(userId, store) {
      return (await store.users.byId(userId)) ? callers(userId, store) : null;
    },
  };
}
