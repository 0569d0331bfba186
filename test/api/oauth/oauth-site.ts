import { createHash, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { SiteOverrides } from '../../../src/app/open-services.ts';
import { freePort } from '../../support/free-port.ts';
import type { testPlaten } from '../../support/platen.ts';
import { type LoginSite, loginSite, type TestBrowser } from '../login/login-client.ts';

export const redirect = 'https://app.example/back?from=site';

/** A site whose address is the one it listens at, with OAuth. */
export interface OAuthSite extends LoginSite {
  /** A browser in which somebody is logged in. */
  loggedIn(login?: string, password?: string): Promise<TestBrowser>;
  /** Registers an app; its id. */
  register(more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Sends a form to an address of OAuth. */
  send(path: string, fields: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Told>;
  /** Reads from the interface with a token. */
  read(path: string, token: string): Promise<Told>;
  /** An app that a person has given access; its tokens. */
  connected(asked?: Partial<Asked>): Promise<Connected>;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the server said
  readonly body: any;
}

export interface Asked {
  readonly clientId: string;
  readonly redirect: string;
  readonly scope: string;
  readonly state: string;
  readonly resource: string;
  readonly browser: TestBrowser;
  /** The scopes that the person leaves. */
  readonly chosen: readonly string[];
}

export interface Connected {
  readonly clientId: string;
  readonly access: string;
  readonly refresh: string;
  readonly scope: string;
}

export function pkce(): { readonly verifier: string; readonly challenge: string } {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

export async function oauthSite(
  options: Parameters<typeof testPlaten>[0] = {},
  overrides: SiteOverrides = {},
): Promise<OAuthSite> {
  const port = await freePort();
  const own = { port, siteUrl: `http://127.0.0.1:${port}`, oauth: true, mcp: true };
  const made = await loginSite({ ...own, ...options }, overrides);
  const { url } = made;
  const told = async (answered: Response): Promise<Told> => {
    const text = await answered.text();
    const isJson = answered.headers.get('content-type')?.startsWith('application/json');
    return {
      status: answered.status,
      headers: answered.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  };
  const site: OAuthSite = {
    ...made,
    async loggedIn(login = 'admin', password = 'pw-administrator') {
      const browser = made.browser();
      const { status } = await browser.post('/wp-login.php', { log: login, pwd: password });
      expect(status).toBe(302);
      return browser;
    },
    async register(more = {}) {
      const answered = await told(
        await fetch(`${url}/wp-json/platen/v1/oauth/register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ client_name: 'The app', redirect_uris: [redirect], ...more }),
        }),
      );
      expect([answered.status, answered.body.error]).toEqual([201, undefined]);
      return answered.body.client_id;
    },
    send: async (path, fields, headers = {}) =>
      told(
        await fetch(`${url}/wp-json/platen/v1/oauth/${path}`, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers,
        }),
      ),
    read: async (path, token) =>
      told(await fetch(`${url}/wp-json${path}`, { headers: { authorization: `Bearer ${token}` } })),
    async connected(asked = {}) {
      const clientId = asked.clientId ?? (await site.register());
      const { verifier, challenge } = pkce();
      const browser = asked.browser ?? (await site.loggedIn());
      const path = authorizePath({ ...asked, clientId }, challenge);
      const code = codeIn(await decide(browser, path, asked.chosen ? { chosen: asked.chosen } : {}));
      const fields = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier };
      const { status, body } = await site.send('token', fields);
      expect([status, body.error_description]).toEqual([200, undefined]);
      return { clientId, access: body.access_token, refresh: body.refresh_token, scope: body.scope };
    },
  };
  return site;
}

/** The address of the page that asks the person. */
export function authorizePath(asked: Partial<Asked> & { readonly clientId: string }, challenge: string): string {
  const fields = {
    response_type: 'code',
    client_id: asked.clientId,
    redirect_uri: asked.redirect ?? redirect,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: asked.state ?? 'the state',
    ...(asked.scope === undefined ? {} : { scope: asked.scope }),
    ...(asked.resource === undefined ? {} : { resource: asked.resource }),
  };
  return `/oauth/authorize?${new URLSearchParams(fields)}`;
}

export interface Decision {
  readonly decision?: 'allow' | 'deny';
  /** Left out, all that the page offers. */
  readonly chosen?: readonly string[];
  readonly nonce?: string;
  readonly headers?: Record<string, string>;
  readonly more?: Readonly<Record<string, string>>;
}

export const nonceIn = (page: string): string => /name="_wpnonce" value="([^"]+)"/.exec(page)?.[1] ?? '';
export const scopesIn = (page: string): string[] =>
  [...page.matchAll(/name="scope" value="(\w+)"/g)].map((one) => one[1] ?? '');

/** Opens the page and presses a button there; the answer to the form. */
export async function decide(browser: TestBrowser, path: string, by: Decision = {}): Promise<Response> {
  const page = await (await browser.get(path)).text();
  const scopes = by.chosen ?? scopesIn(page);
  const fields = new URLSearchParams({
    _wpnonce: by.nonce ?? nonceIn(page),
    decision: by.decision ?? 'allow',
    ...by.more,
  });
  for (const scope of scopes) fields.append('scope', scope);
  return browser.post(path, fields, by.headers);
}

/** Where the browser was sent. */
export const sentTo = (answered: Response): URL => new URL(answered.headers.get('location') ?? '');

export function codeIn(answered: Response): string {
  expect(answered.status).toBe(303);
  return sentTo(answered).searchParams.get('code') ?? '';
}
