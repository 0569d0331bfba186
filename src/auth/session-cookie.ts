export const sessionCookieName = 'platen_session';

/** The session token of a `Cookie` header; null where there is none. */
export function sessionTokenOf(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === sessionCookieName && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}

export interface CookieOptions {
  readonly secure: boolean;
  /** Where on the host the cookie belongs; the whole host if left out. */
  readonly path?: string;
}

/**
 * The `Set-Cookie` value that starts a session; without `maxAgeSeconds` the cookie expires with the browser session.
 */
export function sessionCookie(token: string, options: CookieOptions & { maxAgeSeconds?: number }): string {
  const lifetime = options.maxAgeSeconds === undefined ? '' : `; Max-Age=${options.maxAgeSeconds}`;
  const { path = '/', secure } = options;
  return `${sessionCookieName}=${token}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}${lifetime}`;
}

/** The `Set-Cookie` value that ends it. */
export function endedSessionCookie(options: CookieOptions): string {
  return sessionCookie('', { ...options, maxAgeSeconds: 0 });
}
