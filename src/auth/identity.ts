import type { ApiRequest } from '../api/request.ts';
import { createBoundedMap } from '../lib/bounded-map.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { Limiters } from '../limits/limiter.ts';
import { anonymous, type Caller, callerOf } from '../rules/capabilities.ts';
import { type RoleGrants, withGrants } from '../rules/content/content-model.ts';
import { type RoleTable, rolesFrom, standardRoles } from '../rules/roles.ts';
import { decodePhp } from '../storage/options/php-serialized.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { authErrors } from './auth-errors.ts';
import { type BasicLoginOptions, createBasicLogin } from './basic-login.ts';
import { type BrowserLogin, createBrowserLogin } from './browser-login.ts';
import { createLoginThrottle, noLoginThrottle } from './login-throttle.ts';
import { basicCredentials, createCredentialMemory } from './passwords/credential-memory.ts';
import { createPasswordCheck } from './passwords/password-check.ts';

export interface IdentityOptions extends BasicLoginOptions {
  /** Throttle for failed attempts; null where there is none. */
  readonly limiters: Limiters | null;
  /** The option that stores the site's own roles. */
  readonly rolesOption: string;
  /** What declarations give to roles besides; it changes when types do. */
  readonly grants?: () => RoleGrants;
}

/** The parts of a request that identify the caller. */
export type AskedBy = Pick<ApiRequest, 'headers' | 'query' | 'remoteAddress'>;

/** Identifies callers, and opens and closes browser sessions. */
export interface Identity {
  /** The caller of a request. Wrong credentials are rejected; a request without any is a visitor's. */
  identify(request: AskedBy, store: Store): MaybePromise<Caller>;
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
  const userIdOf = (request: AskedBy, store: Store): MaybePromise<number> => {
    const credentials = basicCredentials(request.headers['authorization']);
    if (credentials) return basic(credentials, request.remoteAddress, store);
    return request.headers['cookie'] === undefined ? 0 : browser.userIdFor(request, store);
  };
  return {
    roles,
    browser,
    identify: (request, store) =>
      andThen(userIdOf(request, store), (userId) => (userId === 0 ? anonymous : callers(userId, store))),
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

/** Builds the caller for a user's id from the user's current roles. */
export type Callers = (userId: number, store: Store) => Promise<Caller>;

const maxCached = 1000;

/** The same user with the same rights is the same object, so that values derived from a caller can be cached by it. */
export function createCallers(roles: RoleSource): Callers {
  const cache = createBoundedMap<number, { rights: string; table: RoleTable; caller: Caller }>(maxCached);
  return async (userId, store) => {
    const table = await roles(store);
    const stored = (await store.users.capabilities([userId])).get(userId) ?? {};
    const rights = JSON.stringify(stored);
    const before = cache.get(userId);
    if (before?.rights === rights && before.table === table) return before.caller;
    const caller = callerOf(userId, stored, table);
    cache.set(userId, { rights, table, caller });
    return caller;
  };
}

/** The roles of the site as currently stored. */
export type RoleSource = (store: Store) => Promise<RoleTable>;

/**
 * Reads the site's own roles from their option (`wp_user_roles` with the default prefix), decoding it only when it has
 * changed.
 *
 * @param grants what declarations give to roles besides
 */
export function createRoleSource(optionName: string, grants: () => RoleGrants = () => noGrants): RoleSource {
  let known: { readonly text: string | null; readonly granted: RoleGrants; readonly table: RoleTable } | null = null;
  return async (store) => {
    const text = await store.options.get(optionName);
    const granted = grants();
    if (known?.text !== text || known.granted !== granted)
      known = { text, granted, table: withGrants(rolesIn(text), granted) };
    return known.table;
  };
}

const noGrants: RoleGrants = new Map();

/** The stored roles; the standard ones where none are stored that can be read. */
function rolesIn(text: string | null): RoleTable {
  const decoded = text === null ? null : decodePhp(text);
  return decoded?.ok ? rolesFrom(decoded.value) : standardRoles;
}
