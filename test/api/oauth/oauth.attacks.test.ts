import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  authorizePath,
  type Connected,
  codeIn,
  decide,
  nonceIn,
  type OAuthSite,
  oauthSite,
  pkce,
  redirect,
  scopesIn,
  sentTo,
} from './oauth-site.ts';

/** What RFC 9700 and its neighbours warn of. */
let oauth: OAuthSite;
let nowMs = Date.now();
const logged: string[] = [];
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  oauth = await oauthSite({ clock: () => nowMs, log: pino({ level: 'trace' }, sink) });
});
afterAll(() => oauth.site.close());

const exchange = (fields: Readonly<Record<string, string>>) =>
  oauth.send('token', { grant_type: 'authorization_code', ...fields });
const refreshed = ({ refresh, clientId }: Connected, more: Readonly<Record<string, string>> = {}) =>
  oauth.send('token', { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId, ...more });

/** A code that a person gave an app, and what belongs to it. */
async function given(asked: { readonly clientId?: string; readonly scope?: string } = {}) {
  const clientId = asked.clientId ?? (await oauth.register());
  const { verifier, challenge } = pkce();
  const path = authorizePath({ clientId, ...(asked.scope ? { scope: asked.scope } : {}) }, challenge);
  return { clientId, verifier, code: codeIn(await decide(await oauth.loggedIn(), path)) };
}

describe('a code', () => {
  it('is of no use with the secret of another request: it cannot be injected', async () => {
    const [{ code, clientId }, other] = [await given(), pkce()];
    const answered = await exchange({ code, client_id: clientId, code_verifier: other.verifier });
    expect([answered.status, answered.body.error]).toEqual([400, 'invalid_grant']);
  });

  it.each([
    ['without a secret', {}],
    ['with an empty secret', { code_verifier: '' }],
    ['with the challenge as secret', { code_verifier: 'challenge' }],
  ])('is refused %s', async (_how, sent) => {
    const clientId = await oauth.register();
    const { challenge } = pkce();
    const code = codeIn(await decide(await oauth.loggedIn(), authorizePath({ clientId }, challenge)));
    const secret = 'code_verifier' in sent && sent.code_verifier === 'challenge' ? { code_verifier: challenge } : sent;
    const answered = await exchange({ code, client_id: clientId, ...secret });
    expect(answered.status).toBe(400);
    expect(answered.body.access_token).toBeUndefined();
  });

  it('is refused to another app, and stays good for its own', async () => {
    const { code, clientId, verifier } = await given();
    const other = await oauth.register();
    expect((await exchange({ code, client_id: other, code_verifier: verifier })).body.error).toBe('invalid_grant');
    expect((await exchange({ code, client_id: clientId, code_verifier: verifier })).status).toBe(200);
  });

  it('ends all that it led to when it comes a second time', async () => {
    const { code, clientId, verifier } = await given();
    const first = await exchange({ code, client_id: clientId, code_verifier: verifier });
    expect((await oauth.read('/wp/v2/users/me', first.body.access_token)).status).toBe(200);
    const second = await exchange({ code, client_id: clientId, code_verifier: verifier });
    expect(second.body.error).toBe('invalid_grant');
    expect((await oauth.read('/wp/v2/users/me', first.body.access_token)).status).toBe(401);
    const next = await oauth.send('token', {
      grant_type: 'refresh_token',
      refresh_token: first.body.refresh_token,
      client_id: clientId,
    });
    expect(next.body.error).toBe('invalid_grant');
  });

  it('gives tokens once, however many ask for them at the same time', async () => {
    const { code, clientId, verifier } = await given();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => exchange({ code, client_id: clientId, code_verifier: verifier })),
    );
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(all.every(({ status }) => status === 200 || status === 400)).toBe(true);
  });

  it('expires after a minute', async () => {
    const { code, clientId, verifier } = await given();
    nowMs += 61_000;
    expect((await exchange({ code, client_id: clientId, code_verifier: verifier })).body.error).toBe('invalid_grant');
  });

  it('is refused with another redirect address than the one it was sent to', async () => {
    const { code, clientId, verifier } = await given();
    const sent = { code, client_id: clientId, code_verifier: verifier, redirect_uri: 'https://app.example/back' };
    expect((await exchange(sent)).body.error).toBe('invalid_grant');
  });

  it('is void once the password of the account has changed', async () => {
    const account = { username: 'changer', email: 'c@example.org', password: 'pw-changer', roles: ['author'] };
    const { body: user } = await oauth.site.as('administrator').post('/wp/v2/users', account);
    const clientId = await oauth.register();
    const { verifier, challenge } = pkce();
    const browser = await oauth.loggedIn('changer', 'pw-changer');
    const code = codeIn(await decide(browser, authorizePath({ clientId }, challenge)));
    await oauth.site.as('administrator').post(`/wp/v2/users/${user.id}`, { password: 'pw-changed' });
    expect((await exchange({ code, client_id: clientId, code_verifier: verifier })).body.error).toBe('invalid_grant');
  });
});

describe('a request for a code', () => {
  it.each([
    ['without a challenge', { code_challenge: '', code_challenge_method: 'S256' }],
    ['with the method “plain”', { code_challenge_method: 'plain' }],
    ['without a method, which would mean “plain”', { code_challenge_method: '' }],
    ['for a token in the address', { response_type: 'token' }],
    ['with an answer in the fragment', { response_mode: 'fragment' }],
    ['with a request that stands elsewhere', { request_uri: 'https://evil.example/request' }],
    ['for a scope that nobody knows', { scope: 'everything' }],
    ['for an address of another server', { resource: 'https://other.example/mcp' }],
  ])('is refused %s, on a page of ours that leads nowhere by itself', async (_how, changed) => {
    const clientId = await oauth.register();
    const query = new URLSearchParams(authorizePath({ clientId }, pkce().challenge).split('?')[1]);
    for (const [name, value] of Object.entries(changed)) query.set(name, value);
    const browser = await oauth.loggedIn();
    const answered = await browser.get(`/oauth/authorize?${query}`);
    expect([answered.status, answered.headers.get('location')]).toEqual([400, null]);
    const page = await answered.text();
    expect(scopesIn(page)).toEqual([]);
    expect(page).toContain('https://app.example/back?from=site&amp;error=');
  });

  it('is refused where a parameter comes twice', async () => {
    const path = authorizePath({ clientId: await oauth.register() }, pkce().challenge);
    const answered = await (await oauth.loggedIn()).get(`${path}&redirect_uri=https://evil.example/`);
    expect([answered.status, answered.headers.get('location')]).toEqual([400, null]);
    expect(await answered.text()).not.toContain('href="https://evil.example');
  });

  it.each([
    'https://app.example/back',
    'https://app.example/back?from=site&more=1',
    'https://app.example/back/../evil?from=site',
    'https://app.example.evil.example/back?from=site',
    'https://app.example@evil.example/back?from=site',
    'https://APP.example/back?from=site',
    'http://app.example/back?from=site',
    'https://app.example:444/back?from=site',
    'https://app.example/back?from=site#fragment',
    'https://app.example/back%3Ffrom=site',
    'https://app.example\\@evil.example/back?from=site',
    '//app.example/back?from=site',
    'javascript:alert(1)',
    'data:text/html,hello',
    '',
  ])('is refused with the redirect address %j, which is not the registered one', async (asked) => {
    const clientId = await oauth.register();
    const answered = await (await oauth.loggedIn()).get(authorizePath({ clientId, redirect: asked }, pkce().challenge));
    expect([answered.status, answered.headers.get('location')]).toEqual([400, null]);
    const page = await answered.text();
    expect(page).not.toContain('name="decision"');
    expect(page).not.toMatch(/href="(?:javascript|data):/);
    expect(page).not.toContain('evil.example/');
  });

  it('says nothing of apps to strangers, and fetches nothing for them', async () => {
    const answered = await oauth.browser().get(authorizePath({ clientId: 'unknown' }, pkce().challenge));
    expect(answered.status).toBe(302);
    expect(sentTo(answered).pathname).toBe('/wp-login.php');
  });
});

describe('the address of a program on the same computer', () => {
  it.each([
    ['http://127.0.0.1:4711/back', 200],
    ['http://127.0.0.1/back', 200],
    ['http://127.0.0.1:4711/other', 400],
    ['http://127.0.0.1:4711/back?more', 400],
    ['http://127.0.0.2:4711/back', 400],
    ['http://localhost:4711/back', 400],
    ['http://127.0.0.1.evil.example:4711/back', 400],
    ['https://127.0.0.1:4711/back', 400],
  ])('%s is answered with %i where http://127.0.0.1:1234/back is registered', async (asked, status) => {
    const clientId = await oauth.register({ redirect_uris: ['http://127.0.0.1:1234/back'] });
    const answered = await (await oauth.loggedIn()).get(authorizePath({ clientId, redirect: asked }, pkce().challenge));
    expect(answered.status).toBe(status);
  });
});

describe('the registration of an app', () => {
  it.each([
    [['javascript:alert(1)']],
    [['data:text/html,x']],
    [['http://app.example/']],
    [['https://app.example/#x']],
    [['https://user@app.example/']],
    [['https://*.app.example/']],
    [['https://app.example/\u0000']],
    [['file:///etc/passwd']],
    [['myapp:callback']],
    [['/relative']],
    [[]],
    [Array.from({ length: 21 }, (_, i) => `https://app.example/${i}`)],
    [['7']],
    [['no address']],
  ])('is refused with the redirect addresses %j', async (redirects) => {
    const answered = await fetch(`${oauth.url}/wp-json/platen/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: redirects }),
    });
    expect(answered.status).toBe(400);
    expect(await answered.json()).toMatchObject({
      error: expect.stringMatching(/^invalid_(?:redirect_uri|client_metadata)$/),
    });
  });

  it('takes the schemes of apps', async () => {
    await oauth.register({ redirect_uris: ['com.example.app:/back', 'cursor://anysphere.mcp/back'] });
  });

  it('is refused where it is far too large', async () => {
    const answered = await fetch(`${oauth.url}/wp-json/platen/v1/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [redirect], client_name: 'x'.repeat(50_000) }),
    });
    expect(answered.status).toBe(413);
  });

  it('gives names no way to hide, or to turn the text of the page', async () => {
    const name = '<b>Bank</b>\u202e\u200b\n\n  of  \u2066Trust';
    const clientId = await oauth.register({ client_name: name });
    const page = await (await (await oauth.loggedIn()).get(authorizePath({ clientId }, pkce().challenge))).text();
    expect(page).toContain('&lt;b&gt;Bank&lt;/b&gt; of Trust');
    expect(page).not.toMatch(/[\u202e\u200b\u2066]/);
    expect(page).toContain('nobody has checked who is behind it');
  });
});

describe('the page that asks the person', () => {
  it('is not shown in frames of other sites, has no scripts, and sends its form to us and to the app alone', async () => {
    const path = authorizePath({ clientId: await oauth.register() }, pkce().challenge);
    const { headers } = await (await oauth.loggedIn()).get(path);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('cache-control')).toContain('no-store');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://app.example;");
  });

  it('says which host the answer goes to, as whom, and what the app may do', async () => {
    const path = authorizePath({ clientId: await oauth.register(), scope: 'read content publish' }, pkce().challenge);
    const page = await (await (await oauth.loggedIn('the-editor', 'pw-editor')).get(path)).text();
    expect(page).toContain('<strong class="address">app.example</strong>');
    expect(page).toContain('the-editor');
    expect(scopesIn(page)).toEqual(['read', 'content', 'publish']);
    expect(page).toContain('Publish, and change or remove what visitors see');
  });

  it.each([
    ['without the nonce of the session', { nonce: '' }, 400],
    ['with the nonce of another session', { nonce: 'x'.repeat(22) }, 400],
    ['from a page of another site', { headers: { origin: 'https://evil.example' } }, 403],
    ['from a page of another site whose address is hidden', { headers: { origin: 'null' } }, 403],
    ['across sites', { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
  ])('gives nothing %s', async (_how, by, status) => {
    const path = authorizePath({ clientId: await oauth.register() }, pkce().challenge);
    const answered = await decide(await oauth.loggedIn(), path, by);
    expect([answered.status, answered.headers.get('location')]).toEqual([status, null]);
  });

  it('gives no scope that was not asked for, and nothing where none is left', async () => {
    const clientId = await oauth.register();
    const { verifier, challenge } = pkce();
    const path = authorizePath({ clientId, scope: 'read' }, challenge);
    const browser = await oauth.loggedIn();
    const none = await decide(browser, path, { chosen: ['settings', 'users'] });
    expect([none.status, none.headers.get('location')]).toEqual([400, null]);
    const code = codeIn(await decide(browser, path, { chosen: ['settings', 'read'] }));
    expect((await exchange({ code, client_id: clientId, code_verifier: verifier })).body.scope).toBe('read');
  });

  it('gives nothing in a request that only reads, and to nobody who is not logged in', async () => {
    const path = authorizePath({ clientId: await oauth.register() }, pkce().challenge);
    const browser = await oauth.loggedIn();
    const page = await (await browser.get(path)).text();
    const asked = await browser.get(`${path}&decision=allow&scope=read&_wpnonce=${nonceIn(page)}`);
    expect(asked.headers.get('location')).toBeNull();
    const stranger = await oauth.browser().post(path, { decision: 'allow', scope: 'read', _wpnonce: nonceIn(page) });
    expect(sentTo(stranger).pathname).toBe('/wp-login.php');
  });

  it('sends the browser on without telling the app where it was', async () => {
    const path = authorizePath({ clientId: await oauth.register() }, pkce().challenge);
    const answered = await decide(await oauth.loggedIn(), path);
    expect([answered.status, answered.headers.get('referrer-policy')]).toEqual([303, 'no-referrer']);
  });
});

describe('a refresh token', () => {
  it('that was stolen ends everything when both its holders use it', async () => {
    const app = await oauth.connected();
    const thief = await refreshed(app);
    expect(thief.status).toBe(200);
    const owner = await refreshed(app);
    expect(owner.body.error).toBe('invalid_grant');
    expect((await oauth.read('/wp/v2/users/me', thief.body.access_token)).status).toBe(401);
    expect((await oauth.read('/wp/v2/users/me', app.access)).status).toBe(401);
    const next = await refreshed({ ...app, refresh: thief.body.refresh_token });
    expect(next.body.error).toBe('invalid_grant');
    const { body } = await oauth.site.as('administrator').get('/platen/v1/audit?kind[]=account&per_page=5');
    expect(body.items[0]).toMatchObject({ event: 'account.app_token_reused', object_name: 'admin' });
  });

  it('is good for one of many who use it at the same time, at most', async () => {
    const app = await oauth.connected();
    const all = await Promise.all(Array.from({ length: 5 }, () => refreshed(app)));
    expect(all.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, body } of all)
      if (status === 200) expect((await oauth.read('/wp/v2/users/me', body.access_token)).status).toBe(401);
  });

  it('gives no more scopes than were given, and no other address', async () => {
    const app = await oauth.connected({ scope: 'read' });
    expect((await refreshed(app, { scope: 'read settings' })).body.error).toBe('invalid_scope');
    expect((await refreshed(app, { resource: `${oauth.url}/mcp` })).body.error).toBe('invalid_target');
    expect((await refreshed(app, { client_id: await oauth.register() })).body.error).toBe('invalid_grant');
    expect((await refreshed(app)).status).toBe(200);
  });

  it('is no access token, and an access token is no refresh token', async () => {
    const app = await oauth.connected();
    expect((await oauth.read('/wp/v2/users/me', app.refresh)).status).toBe(401);
    expect((await refreshed({ ...app, refresh: app.access })).body.error).toBe('invalid_grant');
    expect((await oauth.read('/wp/v2/users/me', app.access)).status).toBe(200);
  });
});

describe('time', () => {
  it('ends an access token, and after a month without use the refresh token too', async () => {
    const app = await oauth.connected();
    nowMs += 3_599_000;
    expect((await oauth.read('/wp/v2/users/me', app.access)).status).toBe(200);
    nowMs += 2_000;
    const late = await oauth.read('/wp/v2/users/me', app.access);
    expect(late.status).toBe(401);
    expect(late.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${oauth.url}/.well-known/oauth-protected-resource/wp-json"`,
    );
    const next = await refreshed(app);
    expect(next.status).toBe(200);
    nowMs += 30 * 86_400_000 + 1_000;
    expect((await refreshed({ ...app, refresh: next.body.refresh_token })).body.error).toBe('invalid_grant');
  });

  it('set back a little leaves what was just given usable', async () => {
    const app = await oauth.connected();
    nowMs -= 5_000;
    expect((await oauth.read('/wp/v2/users/me', app.access)).status).toBe(200);
    expect((await refreshed(app)).status).toBe(200);
    nowMs += 5_000;
  });
});

describe('a token for one address', () => {
  it('is refused at the other: agents do not get at the interface, and front ends not at the agents’ address', async () => {
    const agent = await oauth.connected({ resource: `${oauth.url}/mcp` });
    const front = await oauth.connected({ resource: `${oauth.url}/wp-json/` });
    const mcp = (token: string) =>
      fetch(`${oauth.url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
    expect((await mcp(agent.access)).status).toBe(200);
    expect((await mcp(front.access)).status).toBe(401);
    expect((await oauth.read('/wp/v2/users/me', front.access)).status).toBe(200);
    expect((await oauth.read('/wp/v2/users/me', agent.access)).status).toBe(401);
    for (const path of ['/platen/v1/mcp', '/Platen/V1/MCP', '//platen/v1/mcp', '/platen/v1/mcp/'])
      expect([path, (await oauth.read(path, front.access)).status]).toEqual([path, expect.toBeOneOf([401, 404])]);
  });

  it('does not reach the agents’ address in a batch', async () => {
    const front = await oauth.connected();
    const answered = await fetch(`${oauth.url}/wp-json/platen/v1/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${front.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        requests: [{ method: 'POST', path: '/platen/v1/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }],
      }),
    });
    expect(await answered.json()).toMatchObject({ responses: [{ body: { code: 'rest_batch_not_allowed' } }] });
  });
});

describe('tokens', () => {
  it('are not taken from addresses', async () => {
    const { access, refresh, clientId } = await oauth.connected();
    const asked = await fetch(`${oauth.url}/wp-json/wp/v2/users/me?access_token=${access}`);
    expect(asked.status).toBe(401);
    const query = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId });
    const answered = await fetch(`${oauth.url}/wp-json/platen/v1/oauth/token?${query}`, { method: 'POST' });
    expect(await answered.json()).toMatchObject({ error: 'invalid_request' });
    expect((await refreshed({ access, refresh, clientId, scope: '' })).status).toBe(200);
  });

  it('are in no log, and codes neither', async () => {
    logged.length = 0;
    const app = await oauth.connected();
    await oauth.read(`/wp/v2/posts?access_token=${app.access}`, app.access);
    await fetch(`${oauth.url}/wp-json/platen/v1/oauth/token?refresh_token=${app.refresh}&code=${app.access}`, {
      method: 'POST',
    });
    const { next } = (await refreshed(app)).body;
    const all = logged.join('\n');
    expect(all).toContain('/wp/v2/posts');
    expect(all).not.toMatch(/platen_(?:access|refresh|code|device)_[\w-]/);
    expect(next).toBeUndefined();
  });

  it('are stored as digests only', async () => {
    const app = await oauth.connected();
    const { store } = oauth.site.platen;
    const { tokensTable } = await import('../../../src/auth/oauth/oauth-tables.ts');
    const rows = await store.table(tokensTable).find({});
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('platen_');
    expect(JSON.stringify(rows)).not.toContain(app.access.slice(-43));
  });

  it.each(['', 'x', 'platen_access_', `platen_access_${'x'.repeat(43)}`, 'a.b.c', '%00', 'x'.repeat(200)])(
    'that were made up are refused alike: %j',
    async (token) => {
      const answered = await fetch(`${oauth.url}/wp-json/wp/v2/posts`, {
        headers: { authorization: `Bearer ${token}` },
      });
      // What is no token at all is no credential, as before.
      expect(answered.status).toBe(token === '' || token === '%00' ? 200 : 401);
    },
  );

  it('make answers that no cache shares', async () => {
    const { access } = await oauth.connected();
    const url = `${oauth.url}/wp-json/wp/v2/posts`;
    await fetch(url);
    const asked = await fetch(url, { headers: { authorization: `Bearer ${access}` } });
    expect(asked.headers.get('x-cache')).not.toBe('hit');
    expect(asked.headers.get('cache-control')).toBe('private, no-cache');
    expect((await fetch(url)).headers.get('x-cache')).toBe('hit');
  });

  it('cannot be used to give further apps access, or to read what the page shows', async () => {
    const { access } = await oauth.connected();
    const path = authorizePath({ clientId: await oauth.register() }, pkce().challenge);
    const answered = await fetch(oauth.url + path, {
      headers: { authorization: `Bearer ${access}` },
      redirect: 'manual',
    });
    expect(sentTo(answered).pathname).toBe('/wp-login.php');
  });
});

describe('scripts of front ends', () => {
  it('may use the addresses that they need, from any origin', async () => {
    const origin = 'https://app.example';
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-protected-resource/mcp',
    ]) {
      const answered = await fetch(oauth.url + path, { headers: { origin } });
      expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
      const asked = await fetch(oauth.url + path, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'mcp-protocol-version',
        },
      });
      expect(asked.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('mcp-protocol-version');
    }
    const token = await oauth.send('token', { grant_type: 'refresh_token' }, { origin });
    expect([token.status, token.headers.get('access-control-allow-origin')]).toEqual([400, origin]);
  });

  it('get no code: the page that gives one is for browsers of persons alone', async () => {
    const answered = await fetch(oauth.url + authorizePath({ clientId: 'x' }, pkce().challenge), {
      headers: { origin: 'https://app.example' },
      redirect: 'manual',
    });
    expect(answered.headers.get('access-control-allow-origin')).toBeNull();
  });
});
