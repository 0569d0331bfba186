import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appsTable, grantsTable, tokensTable } from '../../../src/auth/oauth/oauth-tables.ts';
import { type FarHost, farHost } from '../../support/far-host.ts';
import {
  authorizePath,
  codeIn,
  decide,
  nonceIn,
  type OAuthSite,
  oauthSite,
  pkce,
  scopesIn,
  sentTo,
} from './oauth-site.ts';

/** A site whose throttle is on, and an outside network in which a document of an app stands. */
let oauth: OAuthSite;
let outside: FarHost;
let nowMs = Date.now();
let document: unknown = {};
const id = 'https://app.example/oauth-client.json';
const callback = 'https://app.example/back';
beforeAll(async () => {
  outside = await farHost((request, response) => {
    if (request.url === '/moved.json') {
      response.writeHead(302, { location: 'http://app.example/oauth-client.json' }).end();
      return;
    }
    response.writeHead(request.url === '/missing.json' ? 404 : 200, { 'content-type': 'application/json' });
    response.end(typeof document === 'string' ? document : JSON.stringify(document));
  });
  const fetch: FarHost['fetch'] = (url, options) => outside.fetch(url.replace(/^https:/, 'http:'), options);
  oauth = await oauthSite({ clock: () => nowMs, throttle: true, leads: true }, { fetch });
});
afterAll(async () => {
  outside.close();
  await oauth.site.close();
});

const ask = async (clientId: string) => {
  const browser = await oauth.loggedIn();
  const answered = await browser.get(authorizePath({ clientId, redirect: callback }, pkce().challenge));
  return { status: answered.status, page: await answered.text() };
};

describe('an app whose id is the address of its document', () => {
  it('is shown with the host that confirms it, and gets tokens', async () => {
    document = { client_id: id, client_name: 'An app', redirect_uris: [callback] };
    const { status, page } = await ask(id);
    expect(status).toBe(200);
    expect(page).toContain('It is the app of app.example, which has confirmed this.');
    const { verifier, challenge } = pkce();
    const path = authorizePath({ clientId: id, redirect: callback }, challenge);
    const code = codeIn(await decide(await oauth.loggedIn(), path));
    const sent = { grant_type: 'authorization_code', code, client_id: id, code_verifier: verifier };
    expect((await oauth.send('token', sent)).status).toBe(200);
    expect(outside.asked.filter((one) => one === '/oauth-client.json')).toHaveLength(1);
  });

  it('logs in with a client library of others, without registration', async () => {
    document = { client_id: id, client_name: 'An app', redirect_uris: [callback], token_endpoint_auth_method: 'none' };
    const config = await openid.discovery(new URL(oauth.url), id, undefined, openid.None(), {
      algorithm: 'oauth2',
      execute: [openid.allowInsecureRequests],
    });
    expect(config.serverMetadata().supportsPKCE()).toBe(true);
    const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const { pathname, search } = openid.buildAuthorizationUrl(config, {
      redirect_uri: callback,
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const back = sentTo(await decide(await oauth.loggedIn(), pathname + search));
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    expect((await openid.authorizationCodeGrant(config, back, checks)).scope).toBe('read');
  });

  it('is looked at again after a day, and refused when its document has gone', async () => {
    document = { client_id: 'https://app.example/other.json', redirect_uris: [callback] };
    nowMs += 86_401_000;
    expect((await ask(id)).status).toBe(400);
    document = { client_id: id, client_name: 'A new name', redirect_uris: [callback] };
    expect((await ask(id)).page).toContain('A new name');
  });

  it.each([
    ['https://app.example/1.json', { client_id: id, redirect_uris: [callback] }],
    ['https://app.example/2.json', { redirect_uris: [callback] }],
    ['https://app.example/3.json', { client_id: 'https://app.example/3.json', redirect_uris: ['javascript:alert(1)'] }],
    [
      'https://app.example/4.json',
      { client_id: 'https://app.example/4.json', redirect_uris: [callback], client_secret: 'x' },
    ],
    [
      'https://app.example/5.json',
      { client_id: 'https://app.example/5.json', redirect_uris: [callback], client_name: 'x'.repeat(6_000) },
    ],
    ['https://app.example/6.json', '{ no json'],
    ['https://app.example/7.json', 'null'],
    ['https://app.example/missing.json', { client_id: 'https://app.example/missing.json', redirect_uris: [callback] }],
    ['https://app.example/moved.json', { client_id: 'https://app.example/moved.json', redirect_uris: [callback] }],
  ])('is refused at %s with %j', async (clientId, stands) => {
    document = stands;
    const { status, page } = await ask(clientId);
    expect([status, scopesIn(page)]).toEqual([400, []]);
    expect(outside.asked).toContain(new URL(clientId).pathname);
  });

  it.each([
    'https://127.0.0.1/app.json',
    'https://[::1]/app.json',
    'https://10.0.0.1/app.json',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/app.json',
    'https://inside.example/app.json',
    'https://app.example:22/app.json',
    'http://app.example/app.json',
    'https://app.example/',
    'https://user@app.example/app.json',
    'https://app.example/a/../app.json',
    'https://app.example/app.json#part',
    'file:///etc/passwd',
    'https://APP.example/app.json',
  ])('is not asked for at %s', async (clientId) => {
    document = { client_id: clientId, redirect_uris: [callback] };
    const before = outside.asked.length;
    expect((await ask(clientId)).status).toBe(400);
    expect(outside.asked.length).toBe(before);
  });

  it('is fetched for no stranger', async () => {
    const before = outside.asked.length;
    const path = authorizePath({ clientId: 'https://app.example/new.json', redirect: callback }, pkce().challenge);
    expect((await oauth.browser().get(path)).status).toBe(302);
    const asked = await oauth.send('token', {
      grant_type: 'authorization_code',
      client_id: 'https://app.example/new.json',
      code: 'x',
      code_verifier: 'x',
    });
    expect(asked.body.error).toBe('invalid_grant');
    expect(outside.asked.length).toBe(before);
  });
});

describe('a device', () => {
  const begin = async (clientId: string) =>
    (await oauth.send('device', { client_id: clientId, scope: 'read content' })).body;
  const type = async (code: string, more: Record<string, string> = {}) => {
    const browser = await oauth.loggedIn('the-editor', 'pw-editor');
    const page = await (await browser.get('/oauth/device')).text();
    return browser.post('/oauth/device', { _wpnonce: nonceIn(page), user_code: code, ...more });
  };
  const poll = (clientId: string, code: string) =>
    oauth.send('token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: code,
      client_id: clientId,
    });

  it('is warned of before it is given anything: who asked, from where, and that a code from others is a trap', async () => {
    const clientId = await oauth.register({ client_name: 'A tool' });
    const { user_code: code, verification_uri_complete: link } = await begin(clientId);
    expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const browser = await oauth.loggedIn('the-editor', 'pw-editor');
    const { pathname, search } = new URL(link);
    const filled = await (await browser.get(pathname + search)).text();
    expect(filled).toContain(`value="${code}"`);
    expect(filled).not.toContain('name="decision"');
    const asked = await (await type(code.toLowerCase().replace('-', ' '))).text();
    expect(asked).toContain('If somebody sent you this code or asked you to type it, stop');
    expect(asked).toContain('A tool');
    expect(asked).toContain('from the network address 127.0.0.1');
  });

  it('gets tokens once after a person said yes, with the scopes that were left', async () => {
    const clientId = await oauth.register();
    const { device_code: device, user_code: code } = await begin(clientId);
    expect((await poll(clientId, device)).body.error).toBe('authorization_pending');
    await type(code, { decision: 'allow', scope: 'read' });
    nowMs += 6_000;
    const first = await poll(clientId, device);
    expect([first.status, first.body.scope]).toEqual([200, 'read']);
    nowMs += 6_000;
    expect((await poll(clientId, device)).body.error).toBe('invalid_grant');
    expect((await oauth.read('/wp/v2/users/me', first.body.access_token)).body.id).toBe(oauth.site.users.editor);
  });

  it('is told no, too late, and that it asks too often', async () => {
    const clientId = await oauth.register();
    const one = await begin(clientId);
    await type(one.user_code, { decision: 'deny' });
    expect((await poll(clientId, one.device_code)).body.error).toBe('access_denied');
    const two = await begin(clientId);
    await poll(clientId, two.device_code);
    expect((await poll(clientId, two.device_code)).body.error).toBe('slow_down');
    nowMs += 601_000;
    expect((await poll(clientId, two.device_code)).body.error).toBe('expired_token');
    expect((await type(two.user_code)).status).toBe(400);
    const three = await begin(clientId);
    expect((await poll(await oauth.register(), three.device_code)).body.error).toBe('invalid_grant');
  });

  it('is given nothing by a form of another site, or without the nonce of the session', async () => {
    const clientId = await oauth.register();
    const { device_code: device, user_code: code } = await begin(clientId);
    const browser = await oauth.loggedIn('the-editor', 'pw-editor');
    const page = await (await browser.get('/oauth/device')).text();
    const form = { user_code: code, decision: 'allow', scope: 'read' };
    expect((await browser.post('/oauth/device', form)).status).toBe(400);
    const foreign = await browser.post(
      '/oauth/device',
      { ...form, _wpnonce: nonceIn(page) },
      { origin: 'https://evil.example' },
    );
    expect(foreign.status).toBe(403);
    expect((await poll(clientId, device)).body.error).toBe('authorization_pending');
  });

  it('cannot be found by guessing its code: wrong ones make the account wait', async () => {
    const { user_code: right } = await begin(await oauth.register());
    const pages: string[] = [];
    for (let i = 0; i < 8; i++) pages.push(await (await type('BBBB-BBBB')).text());
    expect(pages[0]).toContain('There is no device that waits for this code');
    expect(pages.at(-1)).toContain('Too many requests');
    expect(await (await type(right)).text()).toContain('Too many requests');
    nowMs += 3_600_000;
  });
});

describe('floods', () => {
  it('of registrations end with a wait, for the network that makes them', async () => {
    nowMs += 3_700_000;
    const register = () =>
      fetch(`${oauth.url}/wp-json/platen/v1/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [callback] }),
      });
    const statuses: number[] = [];
    for (let i = 0; i < 21; i++) statuses.push((await register()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    const refused = await register();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  it('of wrong codes and tokens make the network wait, and leave others alone', async () => {
    nowMs += 3_700_000;
    const clientId = await oauth.register();
    const wrong = () =>
      oauth.send('token', {
        grant_type: 'refresh_token',
        refresh_token: `platen_refresh_${'x'.repeat(43)}`,
        client_id: clientId,
      });
    const errors: string[] = [];
    for (let i = 0; i < 32; i++) errors.push((await wrong()).body.error);
    expect(errors[0]).toBe('invalid_grant');
    expect(errors.at(-1)).toBe('temporarily_unavailable');
    nowMs += 3_700_000;
  });

  it('of apps that nobody used are forgotten after a week', async () => {
    const clientId = await oauth.register();
    nowMs += 8 * 86_400_000;
    await oauth.register();
    expect((await ask(clientId)).status).toBe(400);
  });

  it('of documents that nobody used, and of tokens that have expired, go without anybody who asks', async () => {
    const { store } = oauth.site.platen;
    const unused = 'https://app.example/unused.json';
    document = { client_id: unused, client_name: 'Unused', redirect_uris: [callback] };
    expect((await oauth.send('device', { client_id: unused })).status).toBe(200);
    const apps = async () => (await store.table(appsTable).find({ source: 'document' })).map((app) => app.clientId);
    await oauth.connected();
    expect(await apps()).toEqual(expect.arrayContaining([id, unused]));
    expect(await store.table(tokensTable).count({})).toBeGreaterThan(0);
    nowMs += 400 * 86_400_000;
    await oauth.site.platen.runDue();
    expect(await apps()).toEqual([id]);
    expect(await store.table(tokensTable).count({})).toBe(0);
    expect(await store.table(grantsTable).count({})).toBe(0);
  });
});
