import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '../../../src/auth/totp.ts';
import { twoFactorTable } from '../../../src/auth/two-factor.ts';
import { bytes, metadata, type TusRequest, tus } from '../media/uploads-client.ts';
import { authorizePath, decide, nonceIn, type OAuthSite, oauthSite, pkce, sentTo } from './oauth-site.ts';

/** Other ways into the same house: each has to ask the token too. */
let oauth: OAuthSite;
beforeAll(async () => {
  oauth = await oauthSite({ leads: true, jwt: true });
});
afterAll(() => oauth.site.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = async (path: string, token: string, init: RequestInit = {}) => {
  const answered = await fetch(oauth.url + path, {
    redirect: 'manual',
    ...init,
    headers: { ...init.headers, ...bearer(token) },
  });
  return { status: answered.status, headers: answered.headers, text: await answered.text() };
};
const message = {
  method: 'POST',
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
};

describe('another address of the same route', () => {
  it('is the same resource: a token for the interface does not reach the tools of agents, however it is written', async () => {
    const { access } = await oauth.connected();
    for (const path of [
      '/?rest_route=/platen/v1/mcp',
      '/index.php?rest_route=/platen/v1/mcp',
      '/?rest_route=//platen//v1/mcp/',
      '/?rest_route=/PLATEN/v1/MCP',
      '/wp-json/platen/v1/%6Dcp',
      '/index.php/wp-json/platen/v1/mcp',
      '/mcp',
      '/mcp/',
      '/mcp?rest_route=/wp/v2/posts',
    ]) {
      const { status, text } = await ask(path, access, message);
      expect([path, status]).toEqual([path, expect.toBeOneOf([401, 404, 405])]);
      expect([path, text.includes('posts_list')]).toEqual([path, false]);
    }
  });

  it('is the same resource: a token for agents reads nothing of the interface', async () => {
    const { access } = await oauth.connected({ resource: `${oauth.url}/mcp` });
    expect((await ask('/mcp', access, message)).text).toContain('posts_list');
    for (const path of [
      '/?rest_route=/wp/v2/users/me',
      '/index.php?rest_route=/wp/v2/users/me',
      '/wp-json/wp/v2/users/me?rest_route=/platen/v1/mcp',
      '/wp-json/wp/v2/users/%6De',
      '/index.php/wp-json/wp/v2/users/me',
    ])
      expect([path, (await ask(path, access)).status]).toEqual([path, 401]);
  });
});

describe('another name of the method', () => {
  it('is the method that scopes are asked for', async () => {
    const { access } = await oauth.connected({ scope: 'read' });
    const { body: post } = await oauth.site.as('editor').post('/wp/v2/posts', { title: 'Stays', status: 'publish' });
    const path = `/wp-json/wp/v2/posts/${post.id}`;
    const form = 'application/x-www-form-urlencoded';
    const tries: [string, RequestInit][] = [
      [`${path}?_method=DELETE&force=true`, { method: 'POST' }],
      [`${path}?force=true`, { method: 'POST', headers: { 'x-http-method-override': 'DELETE' } }],
      [`${path}?_method=PATCH&title=Changed`, { method: 'POST' }],
      [path, { method: 'POST', headers: { 'content-type': form }, body: '_method=DELETE&force=true&title=Changed' }],
      [`/?rest_route=/wp/v2/posts/${post.id}&_method=DELETE&force=true`, { method: 'POST' }],
      [`${path}?_envelope=1&_method=DELETE&force=true`, { method: 'POST' }],
    ];
    for (const [at, init] of tries) {
      const { status, text } = await ask(at, access, init);
      expect([at, status === 403 || text.includes('"status":403')]).toEqual([at, true]);
    }
    // A read stays one, whatever it is told to be.
    await ask(`${path}?_method=DELETE&force=true`, access);
    await ask(path, access, { headers: { 'x-http-method-override': 'DELETE' } });
    expect((await oauth.site.as('anonymous').get(`/wp/v2/posts/${post.id}`)).body.title.rendered).toBe('Stays');
  });
});

describe('uploads in several requests', () => {
  const uploads = () => `${oauth.url}/wp-json/platen/v1/uploads`;
  const sent = (token: string, more: TusRequest = {}): TusRequest => ({
    ...more,
    headers: { ...more.headers, ...bearer(token) },
  });

  it('take the scope with each request, and end with the token', async () => {
    const [reader, writer] = [await oauth.connected({ scope: 'read' }), await oauth.connected({ scope: 'read media' })];
    const begin = (token: string) =>
      tus('POST', uploads(), sent(token, { headers: { 'upload-length': '4', ...metadata({ filename: 'a.txt' }) } }));
    expect((await begin(reader.access)).status).toBe(403);
    const begun = await begin(writer.access);
    expect(begun.status).toBe(201);
    const at = String(begun.headers['location']);
    const append = (token: string, offset: number, body: string) =>
      tus('PATCH', at, sent(token, { body, headers: { ...bytes, 'upload-offset': String(offset) } }));
    const refused = await append(reader.access, 0, 'ab');
    expect([refused.status, refused.body.code]).toEqual([403, 'rest_scope_missing']);
    expect((await tus('DELETE', at, sent(reader.access))).status).toBe(403);
    expect((await append(writer.access, 0, 'ab')).status).toBe(204);
    await oauth.send('revoke', { token: writer.refresh, client_id: writer.clientId });
    expect((await append(writer.access, 2, 'cd')).status).toBe(401);
    const { body } = await oauth.site.as('administrator').get('/wp/v2/media');
    expect(body).toEqual([]);
  });
});

describe('the site for browsers', () => {
  it('knows no tokens: neither pages of drafts, nor forms, nor the nonce of a session', async () => {
    const { access } = await oauth.connected({ scope: 'read content publish users settings' });
    const editor = oauth.site.as('editor');
    const { body: draft } = await editor.post('/wp/v2/posts', { title: 'Hidden draft', content: 'Secret words' });
    const { body: secret } = await editor.post('/wp/v2/posts', {
      title: 'Hidden',
      content: 'Secret words',
      status: 'private',
    });
    for (const path of [
      `/?p=${draft.id}`,
      `/?p=${draft.id}&preview=true`,
      `/?p=${secret.id}`,
      '/?s=Secret',
      '/feed/',
      '/wp-admin/admin-ajax.php?action=rest-nonce',
    ]) {
      const { text, status } = await ask(path, access);
      expect([path, text.includes('Secret words')]).toEqual([path, false]);
      if (path.includes('ajax')) expect(status === 200 && /^[\w-]{10,}$/.test(text.trim())).toBe(false);
    }
    const clientId = await oauth.register();
    for (const path of [
      authorizePath({ clientId }, pkce().challenge),
      '/oauth/device',
      '/oauth/device?user_code=BBBBBBBB',
    ]) {
      const asked = await ask(path, access, {
        method: 'POST',
        body: new URLSearchParams({ decision: 'allow', scope: 'read' }),
      });
      expect([path, asked.status]).toEqual([path, expect.toBeOneOf([302, 403])]);
      expect(asked.headers.get('location') ?? '/wp-login.php').toContain('/wp-login.php');
      expect(asked.headers.getSetCookie()).toEqual([]);
    }
  });

  it('lends a session to no request whose token is refused', async () => {
    const browser = await oauth.loggedIn('the-editor', 'pw-editor');
    const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
    const me = '/wp-json/wp/v2/users/me';
    expect((await browser.get(me, { 'x-wp-nonce': nonce })).status).toBe(200);
    const both = { 'x-wp-nonce': nonce, authorization: `Bearer platen_access_${'x'.repeat(43)}` };
    expect((await browser.get(me, both)).status).toBe(401);
  });

  it('asks for the second factor before it gives an app anything', async () => {
    const account = { username: 'careful', email: 'careful@example.org', password: 'pw-careful', roles: ['author'] };
    const { body: user } = await oauth.site.as('administrator').post('/wp/v2/users', account);
    const { store } = oauth.site.platen;
    const browser = await oauth.loggedIn('careful', 'pw-careful');
    const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
    const own = '/wp-json/platen/v1/users/me/two-factor';
    const headers = { 'x-wp-nonce': nonce };
    const { key } = JSON.parse(await (await browser.post(`${own}/key`, { password: 'pw-careful' }, headers)).text());
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bits = [...String(key)].map((one) => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('');
    const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const codeNow = (away = 0) => codeOfStep(secret, stepAt(Date.now()) + away);
    expect((await browser.post(own, { code: codeNow() }, headers)).status).toBe(200);
    expect((await store.table(twoFactorTable).find({ userId: user.id })).length).toBe(1);

    const signed = await fetch(`${oauth.url}/wp-json/jwt-auth/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'careful', password: 'pw-careful' }),
    });
    expect([signed.status, await signed.json()]).toMatchObject([403, { code: '[jwt_auth] two_factor_required' }]);

    const path = authorizePath({ clientId: await oauth.register() }, pkce().challenge);
    const fresh = oauth.browser();
    const login = await fresh.post('/wp-login.php', {
      log: 'careful',
      pwd: 'pw-careful',
      redirect_to: oauth.url + path,
    });
    const page = await login.text();
    const step = /name="step" value="([^"]*)"/.exec(page)?.[1] ?? '';
    expect(step).not.toBe('');
    // The password alone opens nothing here.
    expect(sentTo(await fresh.get(path)).pathname).toBe('/wp-login.php');
    expect(sentTo(await fresh.post(path, { decision: 'allow', scope: 'read' })).pathname).toBe('/wp-login.php');
    const second = { step, code: codeNow(1), redirect_to: oauth.url + path };
    const answered = await fresh.post('/wp-login.php?action=code', second);
    expect(answered.headers.get('location')).toBe(oauth.url + path);
    const asked = await (await fresh.get(path)).text();
    expect(nonceIn(asked)).not.toBe('');
    expect(sentTo(await decide(fresh, path)).searchParams.get('code')).toMatch(/^platen_code_/);
  });
});

describe('a stream of changes', () => {
  it('waits for a token too', async () => {
    const { access } = await oauth.connected({ scope: 'read' });
    const { body } = await oauth.read('/platen/v1/changes?context=edit&limit=100', access);
    let { cursor } = body;
    const heard: string[] = [];
    const next = async (): Promise<void> => {
      const { status, body: told } = await oauth.read(
        `/platen/v1/changes?context=edit&since=${cursor}&wait=60`,
        access,
      );
      expect([status, told.code]).toEqual([200, undefined]);
      cursor = told.cursor;
      heard.push(JSON.stringify(told.changes));
    };
    const first = next();
    await oauth.site.as('editor').post('/wp/v2/posts', { title: 'Draft that was waited for' });
    await first;
    while (!heard.join().includes('Draft that was waited for')) await next();
  });

  it('ends when the access that opened it does, before it tells anything more', async () => {
    const { access, refresh, clientId } = await oauth.connected({ scope: 'read' });
    const editor = oauth.site.as('editor');
    const start = await oauth.read('/platen/v1/changes?context=edit&limit=100', access);
    const path = `/wp-json/platen/v1/changes?context=edit&since=${start.body.cursor}`;
    const opened = await fetch(oauth.url + path, { headers: { ...bearer(access), accept: 'text/event-stream' } });
    expect(opened.headers.get('content-type')).toContain('text/event-stream');
    const reader = opened.body!.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    await editor.post('/wp/v2/posts', { title: 'Draft while connected' });
    while (!heard.includes('Draft while connected')) {
      const { value, done } = await reader.read();
      expect(done).toBe(false);
      heard += value ?? '';
    }
    await oauth.send('revoke', { token: refresh, client_id: clientId });
    await editor.post('/wp/v2/posts', { title: 'Draft after the end' });
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      heard += value;
    }
    expect(heard).toContain('event: gone');
    expect(heard).not.toContain('Draft after the end');
  });
});
