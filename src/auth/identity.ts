import type { ApiRequest } from '../api/request.ts';
import { createBoundedMap } from '../lib/bounded-map.ts';
import { andThen, type MaybePromise } from '../lib/maybe-promise.ts';
import type { Limiters } from '../limits/limiter.ts';
import { anonymous, type Caller, callerOf } from '../rules/capabilities.ts';
import { type RoleGrants, withGrants } from '../rules/content/content-model.ts';
import type { CheckedCredential, Identified } from '../rules/credential.ts';
import { type RoleTable, rolesFrom, standardRoles } from '../rules/roles.ts';
import { contentScopes, createScopeLimits, type ScopeLimits } from '../rules/scope-limits.ts';
import type { Scope } from '../rules/scopes.ts';
import { decodePhp } from '../storage/options/php-serialized.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { authErrors } from './auth-errors.ts';
import { type BasicLoginOptions, createBasicLogin } from './basic-login.ts';
import { type BrowserLogin, createBrowserLogin } from './browser-login.ts';
import { createLoginThrottle, noLoginThrottle } from './login-throttle.ts';
import { basicCredentials, type Credentials, createCredentialMemory } from './passwords/credential-memory.ts';
import { createPasswordCheck, noteFailure, type PasswordCheck } from './passwords/password-check.ts';

export interface IdentityOptions extends BasicLoginOptions {
  /** Throttle for failed attempts; null where there is none. */
  readonly limiters: Limiters | null;
  /** Whether people log in at other providers only, so that no password of an account opens it. */
  readonly oidcOnly?: boolean;
  /** The option that stores the site's own roles. */
  readonly rolesOption: string;
  /** What declarations give to roles besides; it changes when types do. */
  readonly grants?: () => RoleGrants;
  /** How callers are limited to the scopes of their credential; it changes when types do. */
  readonly limits?: () => ScopeLimits;
  /** Who a bearer token stands for; without it there are no such tokens. */
  readonly tokens?: TokenCheck;
}

/**
 * Checks the token of an `Authorization: Bearer` header. Null means no credential at all; a token that is wrong, expired
 * or revoked is refused by throwing.
 */
export type TokenCheck = (token: string, request: AskedBy, store: Store) => MaybePromise<CheckedCredential | null>;

/** The parts of a request that identify the caller. */
export type AskedBy = Pick<ApiRequest, 'path' | 'headers' | 'query' | 'remoteAddress'>;

/** Identifies callers, and opens and closes browser sessions. */
export interface Identity {
  /** The caller of a request. Wrong credentials are rejected; a request without any is a visitor's. */
  identify(request: AskedBy, store: Store): MaybePromise<Identified>;
  /** The caller for a user's id, limited to scopes if there are any; null where there is no such user. */
  callerFor(userId: number, store: Store, scopes?: readonly Scope[] | null): Promise<Caller | null>;
  /** The user whose own password this is; null where name or password is wrong. Throttled and noted like a log-in. */
  accountOf(credentials: Credentials, address: string, store: Store): Promise<User | null>;
  /** Refuses whoever is logged in as this user but does not know the password; throttled like a log-in. */
  confirmPassword(user: User, sent: { password: string; address: string }, store: Store): Promise<void>;
  readonly roles: RoleSource;
  /** What declarations give to roles besides what is stored. */
  readonly grants: () => RoleGrants;
  readonly browser: Omit<BrowserLogin, 'sessionOf'>;
}

export function createIdentity(options: IdentityOptions): Identity {
  const roles = createRoleSource(options.rolesOption, options.grants);
  const callers = createCallers(roles);
  const limits = options.limits ?? withoutTypes;
  const throttle = options.limiters ? createLoginThrottle(options.limiters) : noLoginThrottle;
  const memory = createCredentialMemory(options.clock);
  const check = createPasswordCheck(throttle, memory);
  const loginCheck: PasswordCheck = options.oidcOnly
    ? (store, credentials, address, accepted) =>
        check(store, credentials, address, { ...accepted, accountPassword: false })
    : check;
  const basic = createBasicLogin(loginCheck, memory, options);
  const browser = createBrowserLogin({ ...options, check: loginCheck, throttle });
  /** Credentials in the request take precedence over a cookie, which a browser sends without being asked. */
  const shown = (request: AskedBy, store: Store): MaybePromise<CheckedCredential | null> => {
    const credentials = basicCredentials(request.headers['authorization']);
    if (credentials) return basic(credentials, request.remoteAddress, store);
    const token = options.tokens && bearerToken(request.headers['authorization']);
    if (token) return options.tokens(token, request, store);
    return request.headers['cookie'] === undefined ? null : browser.sessionOf(request, store);
  };
  const callerWith = async (userId: number, held: readonly Scope[] | null, store: Store): Promise<Caller> => {
    const account = await callers(userId, store);
    return held === null ? account : limits()(account, held);
  };
  return {
    roles,
    grants: options.grants ?? (() => noGrants),
    browser,
    identify: (request, store) =>
      andThen(shown(request, store), (found): MaybePromise<Identified> => {
        if (!found) return visitor;
        const { userId, credential } = found;
        return callerWith(userId, credential.scopes, store).then((caller) => ({ caller, credential }));
      }),
    async accountOf(credentials, address, store) {
      const verified = await loginCheck(store, credentials, address, ownPassword);
      const user = verified && (await store.users.byId(verified.userId));
      if (user && user.passwordHash === verified.proof) return user;
      await noteFailure(options, { login: credentials.login, address, way: 'password' }, store);
      return null;
    },
    async confirmPassword(user, { password, address }, store) {
      const verified = await check(store, { login: user.login, password }, address, ownPassword);
      if (verified?.userId !== user.id) throw authErrors.rest_wrong_password();
    },
    async callerFor(userId, store, held = null) {
      return (await store.users.byId(userId)) ? callerWith(userId, held, store) : null;
    },
  };
}

const limitsWithoutTypes = createScopeLimits(contentScopes([], []));
const withoutTypes = () => limitsWithoutTypes;

const visitor: Identified = { caller: anonymous, credential: null };

const ownPassword = { accountPassword: true, applicationPasswords: false };

/** The token of an `Authorization: Bearer` header. */
const bearerToken = (header: string | undefined): string | null =>
  /^bearer +([\w.~+/-]+=*)\s*$/i.exec(header ?? '')?.[1] ?? null;

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
