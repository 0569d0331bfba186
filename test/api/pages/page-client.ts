import type { SiteOverrides } from '../../../src/app/open-services.ts';
import { sessionCookieName, startSession } from '../../../src/auth/sessions.ts';
import type { PlatenOptions } from '../../../src/index.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

export interface PageAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The path of a redirect, below the site's address; empty for none. */
  readonly location: string;
}

export interface Visiting {
  readonly as?: Role;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** A site whose pages are asked for over HTTP. */
export interface PageSite extends TestPlaten {
  /** Where it listens; links are built from `siteUrl`. */
  readonly origin: string;
  get(path: string, options?: Visiting): Promise<PageAnswer>;
  post(path: string, fields: Readonly<Record<string, string>>, options?: Visiting): Promise<PageAnswer>;
  /** Writes through the interface as the administrator; returns what was made. */
  write(path: string, body: Readonly<Record<string, unknown>>): Promise<{ id: number; link: string; slug: string }>;
  /** The `Cookie` of a logged-in browser. */
  cookieOf(role: Role): Promise<string>;
}

export const siteUrl = 'http://site.test';

export async function pageSite(options: PlatenOptions = {}, overrides: SiteOverrides = {}): Promise<PageSite> {
  const site = await testPlaten({ cacheMegabytes: 8, ...options }, overrides);
  const address = await site.platen.listen();
  const cookies = new Map<Role, string>();
  const cookieOf = async (role: Role): Promise<string> => {
    const known = cookies.get(role);
    if (role === 'anonymous' || known) return known ?? '';
    const user = await site.platen.store.users.byId(site.users[role]);
    const session = { user: user!, lifetimeSeconds: 86_400, address: '127.0.0.1', userAgent: 'test' };
    const cookie = `${sessionCookieName}=${await startSession(site.platen.store, session, Date.now())}`;
    cookies.set(role, cookie);
    return cookie;
  };
  const send = async (path: string, { as = 'anonymous', headers = {}, method = 'GET' }: Visiting, body?: string) => {
    const cookie = [await cookieOf(as), headers['cookie'] ?? ''].filter(Boolean).join('; ');
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(cookie ? { cookie } : {}) },
      ...(body === undefined ? {} : { body }),
    });
    const html = await response.text();
    const location = (response.headers.get('location') ?? '').replace(siteUrl, '');
    return { status: response.status, headers: response.headers, html, location };
  };
  return {
    ...site,
    origin: address,
    cookieOf,
    get: (path, visiting = {}) => send(path, visiting),
    post: (path, fields, visiting = {}) =>
      send(
        path,
        {
          ...visiting,
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...visiting.headers },
        },
        new URLSearchParams(fields).toString(),
      ),
    async write(path, body) {
      const { status, body: made } = await site.as('administrator').post(`/wp/v2/${path}`, body);
      if (status >= 300) throw new Error(`${path} was refused: ${JSON.stringify(made)}`);
      return made;
    },
  };
}

/** The path of a link of this site. */
export const pathOf = (link: string): string => link.slice(siteUrl.length);
