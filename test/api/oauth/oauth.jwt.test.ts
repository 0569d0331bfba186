import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OAuthSite, oauthSite } from './oauth-site.ts';

let oauth: OAuthSite;
let nowMs = Date.now();
beforeAll(async () => {
  oauth = await oauthSite({ clock: () => nowMs, oauth: false, jwt: true, mcp: true });
});
afterAll(() => oauth.site.close());

const ask = async (path: string, body: object, token?: string) => {
  const answered = await fetch(`${oauth.url}/wp-json/jwt-auth/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  return { status: answered.status, body: JSON.parse(await answered.text()) };
};
const logIn = async (username = 'the-editor', password = 'pw-editor') => ask('token', { username, password });
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string) => {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  return { header: read(header), claims: read(claims), signature, raw: { header, claims } };
};

describe('a signed token', () => {
  it('is given for name and password, with the claims of the plugin, and identifies its account', async () => {
    const { status, body } = await logIn();
    expect([status, body]).toEqual([
      200,
      {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]{43}$/),
        user_email: 'editor@example.org',
        user_nicename: 'the-editor',
        user_display_name: 'the-editor',
      },
    ]);
    const { header, claims } = partsOf(body.token);
    expect(header).toEqual({ typ: 'JWT', alg: 'HS256', kid: expect.any(String) });
    const now = Math.floor(nowMs / 1000);
    expect(claims).toEqual({
      iss: oauth.url,
      iat: now,
      nbf: now,
      exp: now + 7 * 86_400,
      jti: expect.stringMatching(/^[\w-]{43}$/),
      data: { user: { id: String(oauth.site.users.editor) } },
    });
    expect((await oauth.read('/wp/v2/users/me', body.token)).body.id).toBe(oauth.site.users.editor);
    expect((await ask('token/validate', {}, body.token)).body).toEqual({
      code: 'jwt_auth_valid_token',
      data: { status: 200 },
    });
  });

  it.each([
    ['the-editor', 'wrong', '[jwt_auth] incorrect_password'],
    ['nobody-at-all', 'wrong', '[jwt_auth] incorrect_password'],
    ['', 'pw-editor', '[jwt_auth] empty_username'],
    ['the-editor', '', '[jwt_auth] empty_password'],
  ])('is refused to %j with %j', async (name, password, code) => {
    const { status, body } = await logIn(name, password);
    expect([status, body.code]).toEqual([403, code]);
  });

  it('is refused without a header, and where it is no longer valid', async () => {
    expect((await ask('token/validate', {})).body.code).toBe('jwt_auth_no_auth_header');
    const { body } = await logIn();
    nowMs += 7 * 86_400_000 + 1_000;
    const late = await ask('token/validate', {}, body.token);
    expect([late.status, late.body.code]).toEqual([403, 'jwt_auth_invalid_token']);
  });

  it('ends when its account ends it, and with the password', async () => {
    const one = (await logIn()).body.token;
    const editor = oauth.site.as('editor');
    const { body: apps } = await editor.get('/platen/v1/users/me/apps');
    expect(apps[0]).toMatchObject({ app: 'JWT', way: 'password', scopes: null });
    await editor.delete(`/platen/v1/users/me/apps/${apps[0].id}`);
    expect((await oauth.read('/wp/v2/users/me', one)).body.code).toBe('jwt_auth_invalid_token');
    const two = (await logIn()).body.token;
    await oauth.site.as('administrator').post(`/wp/v2/users/${oauth.site.users.editor}`, { password: 'pw-editor-2' });
    expect((await oauth.read('/wp/v2/users/me', two)).status).toBe(403);
    await oauth.site.as('administrator').post(`/wp/v2/users/${oauth.site.users.editor}`, { password: 'pw-editor' });
  });

  it('cannot be forged: no algorithm, another key, other claims, another name of a key', async () => {
    const { token } = (await logIn()).body;
    const { header, claims, signature, raw } = partsOf(token);
    const signed = (head: object, body: object, key = 'guess') => {
      const text = `${part(head)}.${part(body)}`;
      return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
    };
    const admin = { ...claims, data: { user: { id: '1' } } };
    const forged = [
      `${part({ ...header, alg: 'none' })}.${raw.claims}.`,
      `${part({ ...header, alg: 'none' })}.${raw.claims}.${signature}`,
      `${part({ ...header, alg: 'RS256' })}.${raw.claims}.${signature}`,
      `${raw.header}.${part(admin)}.${signature}`,
      signed(header, admin),
      signed(header, admin, ''),
      signed({ ...header, kid: '0' }, admin),
      signed({ ...header, kid: '../../dev/null' }, admin, ''),
      signed({ ...header, kid: undefined }, admin),
      `${raw.header}.${raw.claims}.${'A'.repeat(43)}`,
    ];
    for (const one of forged)
      expect([one, (await oauth.read('/wp/v2/users/me', one)).status]).toEqual([one, expect.toBeOneOf([401, 403])]);
    expect((await oauth.read('/wp/v2/users/me', token)).status).toBe(200);
  });

  it('stays valid when the key rotates, and new ones have the new key', async () => {
    const before = (await logIn()).body.token;
    const { kid } = partsOf(before).header;
    let after = before;
    for (let day = 0; day < 31 && partsOf(after).header.kid === kid; day++) {
      nowMs += 86_400_000;
      after = (await logIn()).body.token;
    }
    expect(partsOf(after).header.kid).toBe(String(Number(kid) + 1));
    expect((await oauth.read('/wp/v2/users/me', after)).status).toBe(200);
    nowMs -= 86_400_000;
    const last = (await logIn()).body.token;
    nowMs += 86_400_000;
    expect(partsOf(last).header.kid).toBe(kid);
    expect((await oauth.read('/wp/v2/users/me', last)).status).toBe(200);
  });

  it('is for the interface alone, and makes no other credentials', async () => {
    const { token } = (await logIn()).body;
    const agent = await fetch(`${oauth.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(agent.status).toBe(403);
    const made = await fetch(`${oauth.url}/wp-json/platen/v1/users/me/application-passwords`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ladder' }),
    });
    expect(made.status).toBe(403);
  });

  it('leaves other bearer tokens what they were: no credential', async () => {
    expect((await oauth.read('/wp/v2/posts', 'platen_access_x')).status).toBe(200);
  });
});

describe('guessing', () => {
  it('of passwords at the route of signed tokens is throttled, also for the right one meanwhile', async () => {
    const slow = await oauthSite({ oauth: false, jwt: true, throttle: true, clock: () => nowMs });
    const tried = async (password: string) => {
      const answered = await fetch(`${slow.url}/wp-json/jwt-auth/v1/token`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'the-author', password }),
      });
      return { status: answered.status, wait: Number(answered.headers.get('retry-after')) };
    };
    const statuses: number[] = [];
    for (let i = 0; i < 7; i++) statuses.push((await tried(`guess ${i}`)).status);
    expect(statuses.slice(0, 3)).toEqual([403, 403, 403]);
    expect(statuses.at(-1)).toBe(429);
    const right = await tried('pw-author');
    expect([right.status, right.wait > 0]).toEqual([429, true]);
    await slow.site.close();
  });
});

describe('a site without it', () => {
  it('has neither the routes nor the pages', async () => {
    const plain = await oauthSite({ oauth: false, mcp: false });
    for (const path of [
      '/wp-json/jwt-auth/v1/token',
      '/wp-json/platen/v1/oauth/token',
      '/.well-known/oauth-authorization-server',
      '/oauth/authorize',
      '/oauth/device',
    ])
      expect([
        path,
        (await fetch(plain.url + path, { method: path.includes('json') ? 'POST' : 'GET' })).status,
      ]).toEqual([path, 404]);
    expect((await plain.site.as('administrator').get('/platen/v1/apps')).body).toEqual({ enabled: false, items: [] });
    await plain.site.close();
  });
});

describe('a site that is not reached by https', () => {
  it('connects no apps, and says why', async () => {
    const open = await oauthSite({ siteUrl: 'http://site.example' });
    expect((await fetch(`${open.url}/.well-known/oauth-authorization-server`)).status).toBe(404);
    const asked = await open.send('device', { client_id: 'x' });
    expect(asked.body.error_description).toContain('begins with https');
    await open.site.close();
  });
});
