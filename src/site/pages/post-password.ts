import { hash, randomBytes } from 'node:crypto';
import { portableHash, verifyPassword } from '../../auth/passwords/password-hash.ts';
import type { SiteRequest } from '../../http/write-response.ts';
import { slidingWindow } from '../../limits/limit-rules.ts';
import { type Limiter, type Limiters, unlimited } from '../../limits/limiter.ts';
import { networkOf } from '../../limits/network-of.ts';
import { cookiePath, type Site } from '../../rules/site.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';

const lifetimeSeconds = 10 * 86_400;
const guesses = { limit: 30, windowMs: 600_000 };

/** The passwords of posts that a browser remembers in a cookie, in the form of existing sites. */
export interface PostPasswords {
  /** The `Set-Cookie` value that remembers a password. */
  cookieFor(password: string, secure: boolean, site: Site, store: Store): Promise<string>;
  /** Whether the browser knows the post's password; `wrong` where it remembers another one. */
  check(post: Post, reader: PasswordReader): Promise<'right' | 'wrong' | 'none'>;
}

/** Who asks for a protected text. */
export interface PasswordReader {
  readonly call: { readonly site: Site; readonly store: Store };
  readonly cookies: ReadonlyMap<string, string>;
  readonly request: SiteRequest;
}

/** Whether a post has no password, or the reader's browser remembers it. */
export async function isUnlockedFor(
  reader: PasswordReader & { readonly passwords: PostPasswords },
  post: Post,
): Promise<boolean> {
  return post.password === '' || (await reader.passwords.check(post, reader)) === 'right';
}

export function createPostPasswords(limiters: Limiters | null): PostPasswords {
  const wrongOnes: Limiter = limiters ? limiters('wrong post passwords', slidingWindow(guesses)) : unlimited;
  return {
    async cookieFor(password, secure, site, store) {
      const salt = randomBytes(6).toString('base64url').replace(/[-_]/g, '.');
      const hashed = (await portableHash(password.trim(), `$P$B${salt}`)) ?? '';
      const name = await cookieName(site, store);
      const value = encodeURIComponent(hashed);
      const isSecure = secure || site.url.startsWith('https:');
      return `${name}=${value}; Path=${cookiePath(site)}; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    },
    async check(post, { call: { site, store }, cookies, request: { remote } }) {
      const remembered = cookies.get(await cookieName(site, store)) ?? '';
      // Hashes with more rounds would cost whoever sends them nothing, but us much.
      if (!/^\$P\$[./0-9AB][./0-9A-Za-z]{30}$/.test(remembered)) return 'none';
      const network = networkOf(remote.address);
      if ((await wrongOnes.wait(network)) > 0) return 'wrong';
      // A list has many protected texts, and each check takes milliseconds: others are served in between.
      await new Promise((next) => setImmediate(next));
      if (await verifyPassword(post.password, remembered)) return 'right';
      await wrongOnes.consume(network);
      return 'wrong';
    },
  };
}

/** The name holds a hash of the stored address of the site, so that both systems know the same cookie. */
async function cookieName(site: Site, store: Store): Promise<string> {
  const stored = (await readOption(store, 'siteurl')) || site.url;
  return `wp-postpass_${hash('md5', stored.replace(/\/+$/, ''))}`;
}
