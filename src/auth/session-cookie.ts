export const sessionCookieName = 'platen_session';

/** The session token of a `Cookie` header; null where there is none. */
export function sessionTokenOf(header: string | undefined): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === sessionCookieName && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
}

/**
 * The `Set-Cookie` value that starts a session; without `maxAgeSeconds` the cookie expires with the browser session.
 */
export function sessionCookie(token: string, options: { secure: boolean; maxAgeSeconds?: number }): string {
  const lifetime = options.maxAgeSeconds === undefined ? '' : `; Max-Age=${options.maxAgeSeconds}`;
  return `${sessionCookieName}=${token}; Path=/; HttpOnly; SameSite=Lax${options.secure ? '; Secure' : ''}${lifetime}`;
}

/** The `Set-Cookie` value that ends it. */
export function endedSessionCookie(options: { secure: boolean }): string {
  return sessionCookie('', { ...options, maxAgeSeconds: 0 });
}
