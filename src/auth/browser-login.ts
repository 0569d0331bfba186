import type { ApiRequest } from '../api/request.ts';
import type { User } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { authErrors } from './auth-errors.ts';
import type { Credentials } from './basic-credentials.ts';
import { isNonce, makeNonce } from './nonce.ts';
import type { PasswordCheck } from './passwords/password-check.ts';
import { secretKey } from './secrets.ts';
import { endedSessionCookie, sessionCookie, sessionTokenOf } from './session-cookie.ts';
import { endSession, findSession, passwordMark, startSession } from './sessions.ts';

type Headers = Pick<ApiRequest, 'headers'>;
type LogInRequest = Pick<ApiRequest, 'headers' | 'remoteAddress' | 'secure'> & { readonly cookiePath?: string };

/** Log-in by a form, with the session in a cookie. */
export interface BrowserLogin {
  /**
   * The user of a request that carries a session and its nonce; 0 where either is missing. A wrong nonce is rejected.
   */
  userIdFor(request: Pick<ApiRequest, 'headers' | 'query'>, store: Store): Promise<number>;
  /** Starts a session; `cookie` is the `Set-Cookie` value to send. */
  logIn(
    credentials: Credentials & { readonly remember: boolean },
    request: LogInRequest,
    store: Store,
  ): Promise<{ readonly userId: number; readonly cookie: string }>;
  /** Ends the session of the request, if there is one. */
  logOut(request: LogInRequest, store: Store): Promise<{ readonly cookie: string }>;
  /**
   * The user of the session cookie alone, and the nonce for the page's requests; only for pages that other origins
   * cannot read.
   */
  current(request: Headers, store: Store): Promise<{ readonly userId: number; readonly nonce: string } | null>;
}

const briefSessionSeconds = 2 * 86_400;
const longSessionSeconds = 14 * 86_400;

export function createBrowserLogin(check: PasswordCheck, clock: () => number): BrowserLogin {
  const sessionOf = async (request: Headers, store: Store): Promise<{ token: string; user: User } | null> => {
    const token = sessionTokenOf(request.headers['cookie']);
    const session = token === null ? null : await findSession(store, token, clock());
    const user = session && (await store.users.byId(session.userId));
    if (token === null || !user || passwordMark(user) !== session.passwordMark) return null;
    return { token, user };
  };

  return {
    async userIdFor(request, store) {
      const nonce = nonceOf(request);
      const session = nonce === null ? null : await sessionOf(request, store);
      if (nonce === null || !session) return 0;
      const key = await secretKey(store, 'nonce');
      if (!isNonce(key, session.token, nonce, clock())) throw authErrors.rest_cookie_invalid_nonce();
      return session.user.id;
    },
    async logIn(credentials, request, store) {
      const accepted = { accountPassword: true, applicationPasswords: false };
      const verified = await check(store, credentials, request.remoteAddress, accepted);
      const user = verified && (await store.users.byId(verified.userId));
      if (!user) throw authErrors.rest_invalid_credentials();
      const lifetimeSeconds = credentials.remember ? longSessionSeconds : briefSessionSeconds;
      const [address, userAgent] = [request.remoteAddress, request.headers['user-agent'] ?? ''];
      const token = await startSession(store, { user, lifetimeSeconds, address, userAgent }, clock());
      const maxAge = credentials.remember ? { maxAgeSeconds: longSessionSeconds } : {};
      return { userId: user.id, cookie: sessionCookie(token, { ...cookieOf(request), ...maxAge }) };
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

const cookieOf = ({ secure, cookiePath: path = '/' }: LogInRequest) => ({ secure, path });

function nonceOf({ headers, query }: Pick<ApiRequest, 'headers' | 'query'>): string | null {
  const nonce = headers['x-wp-nonce'] ?? query['_wpnonce'];
  return typeof nonce === 'string' && nonce !== '' ? nonce : null;
}
