import { createHmac } from 'node:crypto';
import type { ApiRequest } from '../api/request.ts';
import { recordAudit } from '../background/audit-log.ts';
import type { CheckedCredential } from '../rules/credential.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { authErrors, tooManyAttempts } from './auth-errors.ts';
import { useLoginLink } from './login-links.ts';
import type { LoginThrottle } from './login-throttle.ts';
import {
  canHavePasskeys,
  countPasskeys,
  hasAnyPasskey,
  passkeyNamed,
  type RelyingParty,
  requestOptions,
  verifyPasskey,
} from './passkeys.ts';
import type { Credentials } from './passwords/credential-memory.ts';
import { noteFailure, type PasswordCheck } from './passwords/password-check.ts';
import { sameText } from './passwords/password-hash.ts';
import { secretKey } from './secrets.ts';
import {
  endedSessionCookie,
  endSession,
  findSession,
  isNonce,
  makeNonce,
  noteSession,
  passwordMark,
  type SessionRow,
  sessionCookie,
  sessionTokenOf,
  startSession,
} from './sessions.ts';
import { hasTwoFactor, passesTwoFactor } from './two-factor.ts';

type WithHeaders = Pick<ApiRequest, 'headers'>;
type LogInRequest = Pick<ApiRequest, 'headers' | 'remoteAddress' | 'secure'> & { readonly cookiePath?: string };

/** A session that began; `cookie` is the `Set-Cookie` value to send. */
export interface LoggedIn {
  readonly userId: number;
  readonly cookie: string;
}

/** Log-in by a form, with the session in a cookie. */
export interface BrowserLogin {
  /** The session of a request that carries its nonce too; null where either is missing. A wrong nonce is rejected. */
  sessionOf(
    request: Pick<ApiRequest, 'headers' | 'query' | 'remoteAddress'>,
    store: Store,
  ): Promise<CheckedCredential | null>;
  /** The current nonce of the session that `sessionOf` found for this request; null if it found none. */
  renewedNonce(request: object): string | null;
  /** The id of the session that a request carries; null if there is none. */
  sessionIdOf(request: WithHeaders, store: Store): Promise<number | null>;
  /**
   * Starts a session. Where the account has a second factor it is refused with `rest_code_needed`, which has the step
   * to come back with.
   */
  logIn(
    credentials: Credentials & { readonly remember: boolean },
    request: LogInRequest,
    store: Store,
  ): Promise<LoggedIn>;
  /** Starts the session of a step with its code, or with a passkey of the account in its place. */
  logInWithCode(
    sent: { step: string; code: string; passkey?: { response: string; party: RelyingParty } },
    request: LogInRequest,
    store: Store,
  ): Promise<LoggedIn>;
  /** Starts a session with a passkey that has verified its owner: both factors in one. */
  logInWithPasskey(
    sent: { response: string; remember: boolean; party: RelyingParty },
    request: LogInRequest,
    store: Store,
  ): Promise<LoggedIn>;
  /** What a browser needs to log in with a passkey, or for the second step; null where none can answer. */
  passkeyOptions(step: string | null, party: RelyingParty, store: Store): Promise<Record<string, unknown> | null>;
  /** Starts a session with a one-time link, which takes the place of the password; refused like `logIn`. */
  logInWithLink(token: string, request: LogInRequest, store: Store): Promise<LoggedIn>;
  /** Starts a session of a user who was identified otherwise; refused like `logIn`. */
  logInAs(userId: number, shown: Exclude<Way['shown'], 'code'>, request: LogInRequest, store: Store): Promise<LoggedIn>;
  /** Ends the session of the request, if there is one. */
  logOut(request: LogInRequest, store: Store): Promise<{ readonly cookie: string }>;
  /**
   * The user of the session cookie alone, and the nonce for the page's requests; only for pages that other origins
   * cannot read.
   */
  current(request: WithHeaders, store: Store): Promise<{ readonly userId: number; readonly nonce: string } | null>;
}

export interface BrowserLoginOptions {
  readonly check: PasswordCheck;
  readonly throttle: LoginThrottle;
  readonly clock: () => number;
  readonly log: { warn(facts: Record<string, unknown>, message: string): void };
}

export function createBrowserLogin(options: BrowserLoginOptions): BrowserLogin {
  const { check, clock } = options;
  const sessionOf = createSessionSearch(clock);
  const begin = createSessionStart(clock);
  const nonces = new WeakMap<object, string>();

  /** Starts a session for whoever has shown the first factor, if there is no second one. */
  const beginOrAsk = async (user: User, way: Way, request: LogInRequest, store: Store): Promise<LoggedIn> => {
    if (!(await hasTwoFactor(store, user.id))) return begin(user, way, request, store);
    const step = writeLoginStep(await stepKey(store), user, way.remember, clock());
    throw authErrors.rest_code_needed(undefined, { details: { step } });
  };

  return {
    async sessionOf(request, store) {
      const nonce = nonceOf(request);
      const session = nonce === null ? null : await sessionOf(request, store);
      if (nonce === null || !session) return null;
      const key = await secretKey(store, 'nonce');
      if (!isNonce(key, session.token, nonce, clock())) throw authErrors.rest_cookie_invalid_nonce();
      await note(options, session.row, request.remoteAddress, store);
      nonces.set(request, makeNonce(key, session.token, clock()));
      const { id, expiresAt } = session.row;
      const credential = { kind: 'session', id: String(id), scopes: null, expiresAtMs: expiresAt * 1000 } as const;
      return { userId: session.user.id, credential };
    },
    renewedNonce: (request) => nonces.get(request) ?? null,
    async sessionIdOf(request, store) {
      return (await sessionOf(request, store))?.row.id ?? null;
    },
    async logIn(credentials, request, store) {
      const accepted = { accountPassword: true, applicationPasswords: false };
      const verified = await check(store, credentials, request.remoteAddress, accepted);
      const user = verified && (await store.users.byId(verified.userId));
      // Whoever got a new password meanwhile logs in with that one.
      if (!user || user.passwordHash !== verified.proof) {
        await noteFailure(
          options,
          { login: credentials.login, address: request.remoteAddress, way: 'password' },
          store,
        );
        throw authErrors.rest_invalid_credentials();
      }
      return beginOrAsk(user, { remember: credentials.remember, shown: 'password' }, request, store);
    },
    async logInWithCode({ step: written, code, passkey }, request, store) {
      const step = readLoginStep(await stepKey(store), written, clock());
      const user = step && (await store.users.byId(step.userId));
      if (!user || passwordMark(user) !== step.passwordMark) throw authErrors.rest_login_expired();
      const second: SecondFactor = passkey
        ? { way: 'passkey', isRight: () => answersSecond(user, passkey, clock(), store) }
        : { way: 'code', isRight: () => passesTwoFactor(store, user.id, code, clock()) };
      await checkSecond(options, user, { ...second, address: request.remoteAddress }, store);
      return begin(user, { remember: step.remember, shown: second.way }, request, store);
    },
    async logInWithPasskey({ response, remember, party }, request, store) {
      const { remoteAddress: address } = request;
      // Of one key for all of them, strangers who guess would keep everybody out.
      const attempt = await options.throttle.begin({ account: `passkey ${passkeyNamed(response)}`, address });
      if (attempt.waitSeconds > 0) throw tooManyAttempts(attempt.waitSeconds);
      const expected = { party, purpose: 'login', nowMs: clock() } as const;
      const row = await verifyPasskey(store, response, expected, { mustKnowOwner: true });
      const user = row && (await store.users.byId(row.userId));
      if (!user) {
        await noteFailure(options, { login: '', address, way: 'passkey' }, store);
        throw authErrors.rest_invalid_passkey();
      }
      await attempt.succeeded();
      return begin(user, { remember, shown: 'passkey' }, request, store);
    },
    async passkeyOptions(written, party, store) {
      if (!canHavePasskeys(party)) return null;
      const nowMs = clock();
      if (written === null) {
        if (!(await hasAnyPasskey(store))) return null;
        return requestOptions(store, { party, purpose: 'login', userId: null, nowMs });
      }
      const step = readLoginStep(await stepKey(store), written, nowMs);
      if (!step || (await countPasskeys(store, step.userId)) === 0) return null;
      const { userId } = step;
      return requestOptions(store, { party, purpose: `second:${userId}`, userId, nowMs });
    },
    async logInWithLink(token, request, store) {
      const user = await useLoginLink(store, token, clock());
      if (!user) throw authErrors.rest_link_invalid();
      return beginOrAsk(user, { remember: false, shown: 'link' }, request, store);
    },
    async logInAs(userId, shown, request, store) {
      const user = await store.users.byId(userId);
      if (!user) throw authErrors.rest_login_expired();
      return beginOrAsk(user, { remember: false, shown }, request, store);
    },
    async logOut(request, store) {
      const token = sessionTokenOf(request.headers['cookie']);
      if (token !== null) await endSession(store, token);
      return { cookie: endedSessionCookie(cookieOf(request)) };
    },
    async current(request, store) {
      const session = await sessionOf(request, store);
      if (!session) return null;
      return {
        userId: session.user.id,
        nonce: makeNonce(await secretKey(store, 'nonce'), session.token, clock()),
      };
    },
  };
}

interface FoundSession {
  readonly token: string;
  readonly user: User;
  readonly row: SessionRow;
}

/** Finds the session of a request's cookie and its user. */
function createSessionSearch(clock: () => number) {
  return async (request: WithHeaders, store: Store): Promise<FoundSession | null> => {
    const token = sessionTokenOf(request.headers['cookie']);
    const row = token === null ? null : await findSession(store, token, clock());
    const user = row && (await store.users.byId(row.userId));
    if (token === null || !user || passwordMark(user) !== row.passwordMark) return null;
    return { token, user, row };
  };
}

/** What a session began with, and whether it is a long one. */
interface Way {
  readonly remember: boolean;
  readonly shown: 'password' | 'code' | 'link' | 'invitation' | 'passkey' | 'oidc';
}

const briefSessionSeconds = 2 * 86_400;
const longSessionSeconds = 14 * 86_400;

function createSessionStart(clock: () => number) {
  return async (user: User, way: Way, request: LogInRequest, store: Store): Promise<LoggedIn> => {
    const { remember } = way;
    const lifetimeSeconds = remember ? longSessionSeconds : briefSessionSeconds;
    const [address, userAgent] = [request.remoteAddress, request.headers['user-agent'] ?? ''];
    const session = { user, lifetimeSeconds, address, userAgent };
    const entry = { nowMs: clock(), userId: user.id, objectId: user.id, objectName: user.login, address };
    const token = await store.transaction(async (inner) => {
      await recordAudit(inner, { ...entry, event: 'session.login', detail: { with: way.shown } });
      return startSession(inner, session, clock());
    });
    const maxAge = remember ? { maxAgeSeconds: longSessionSeconds } : {};
    return { userId: user.id, cookie: sessionCookie(token, { ...cookieOf(request), ...maxAge }) };
  };
}

interface SecondFactor {
  readonly way: 'code' | 'passkey';
  readonly isRight: () => Promise<boolean>;
}

/** Refuses a wrong second factor, one that was used, and any while there were too many wrong ones. */
async function checkSecond(
  { throttle, clock, log }: BrowserLoginOptions,
  user: User,
  { way, isRight, address }: SecondFactor & { readonly address: string },
  store: Store,
): Promise<void> {
  const attempt = await throttle.begin({ account: `code of ${user.id}`, address });
  if (attempt.waitSeconds > 0) throw tooManyAttempts(attempt.waitSeconds);
  let right: boolean;
  try {
    right = await isRight();
  } catch (error) {
    await attempt.abandoned();
    throw error;
  }
  if (!right) {
    await noteFailure({ clock, log }, { login: user.login, address, way }, store);
    throw way === 'code' ? authErrors.rest_invalid_code() : authErrors.rest_invalid_passkey();
  }
  await attempt.succeeded();
}

/** Whether an answer is that of a passkey of this user, for this step. */
async function answersSecond(
  user: User,
  { response, party }: { readonly response: string; readonly party: RelyingParty },
  nowMs: number,
  store: Store,
): Promise<boolean> {
  const expected = { party, purpose: `second:${user.id}`, nowMs } as const;
  const row = await verifyPasskey(store, response, expected, { mustKnowOwner: false });
  return row?.userId === user.id;
}

/** What was asked for does not depend on it, so that a disk without room cannot keep anybody out. */
async function note({ clock, log }: BrowserLoginOptions, row: SessionRow, address: string, store: Store) {
  try {
    await noteSession(store, row, address, clock());
  } catch (error) {
    log.warn({ err: error, userId: row.userId }, 'could not record the use of a session');
  }
}

const stepKey = (store: Store): Promise<Buffer> => secretKey(store, 'second step of a log-in');

const cookieOf = ({ secure, cookiePath: path = '/' }: LogInRequest) => ({ secure, path });

function nonceOf({ headers, query }: Pick<ApiRequest, 'headers' | 'query'>): string | null {
  const nonce = headers['x-wp-nonce'] ?? query['_wpnonce'];
  return typeof nonce === 'string' && nonce !== '' ? nonce : null;
}

/** A log-in whose first step is done: the browser brings it back with the code. */
export interface LoginStep {
  readonly userId: number;
  readonly remember: boolean;
  /** A new password voids the step. */
  readonly passwordMark: string;
  /** Seconds since the epoch. */
  readonly expiresAt: number;
}

const validSeconds = 600;

/** Signs what the second step needs to know, so that no instance has to remember it. */
export function writeLoginStep(key: Uint8Array, user: User, remember: boolean, nowMs: number): string {
  const expiresAt = Math.floor(nowMs / 1000) + validSeconds;
  const text = [user.id, Number(remember), passwordMark(user), expiresAt].join('.');
  return `${text}.${signature(key, text)}`;
}

/** What the browser brought back; null where it is forged or too old. */
export function readLoginStep(key: Uint8Array, written: string, nowMs: number): LoginStep | null {
  const found = /^((\d{1,15})\.([01])\.([0-9a-f]{32})\.(\d{1,12}))\.([\w-]{43})$/.exec(written);
  if (!found) return null;
  const [, text = '', userId, remember, mark = '', expiresAt, signed = ''] = found;
  if (!sameText(signature(key, text), signed) || Number(expiresAt) <= nowMs / 1000) return null;
  return { userId: Number(userId), remember: remember === '1', passwordMark: mark, expiresAt: Number(expiresAt) };
}

const signature = (key: Uint8Array, text: string): string => createHmac('sha256', key).update(text).digest('base64url');
