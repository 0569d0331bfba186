import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appsTable } from '../../../src/auth/oauth/oauth-tables.ts';
import {
  authorizePath,
  codeIn,
  decide,
  type OAuthSite,
  oauthSite,
  pkce,
  redirect,
  scopesIn,
  sentTo,
} from './oauth-site.ts';

let oauth: OAuthSite;
beforeAll(async () => {
  oauth = await oauthSite();
});
afterAll(() => oauth.site.close());

describe('an app that asks for access', () => {
  it('gets a code by the browser of the person, tokens for the code, and answers for the token', async () => {
    const clientId = await oauth.register();
    const { verifier, challenge } = pkce();
    const path = authorizePath({ clientId, scope: 'read content' }, challenge);
    const answered = await decide(await oauth.loggedIn('the-editor', 'pw-editor'), path);
    const target = sentTo(answered);
    expect(target.origin + target.pathname).toBe('https://app.example/back');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      from: 'site',
      code: expect.stringMatching(/^platen_code_[\w-]{43}$/),
      state: 'the state',
      iss: oauth.url,
    });
    const { status, body, headers } = await oauth.send('token', {
      grant_type: 'authorization_code',
      code: codeIn(answered),
      client_id: clientId,
      code_verifier: verifier,
      redirect_uri: redirect,
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      access_token: expect.stringMatching(/^platen_access_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: expect.stringMatching(/^platen_refresh_[\w-]{43}$/),
      scope: 'read content',
    });
    const me = await oauth.read('/wp/v2/users/me', body.access_token);
    expect([me.status, me.body.id]).toEqual([200, oauth.site.users.editor]);
  });

  it('sends a person to the log-in first, and back to the page', async () => {
    const clientId = await oauth.register();
    const path = authorizePath({ clientId }, pkce().challenge);
    const answered = await oauth.browser().get(path);
    expect(answered.status).toBe(302);
    expect(sentTo(answered).searchParams.get('redirect_to')).toBe(oauth.url + path);
    const browser = oauth.browser();
    const back = sentTo(answered).searchParams.get('redirect_to') ?? '';
    const login = await browser.post('/wp-login.php', { log: 'admin', pwd: 'pw-administrator', redirect_to: back });
    expect(login.headers.get('location')).toBe(oauth.url + path);
    expect(scopesIn(await (await browser.get(path)).text())).toEqual(['read']);
  });

  it('is given fewer scopes where the person takes some away', async () => {
    const { access, scope } = await oauth.connected({ scope: 'read content publish', chosen: ['read'] });
    expect(scope).toBe('read');
    const written = await fetch(`${oauth.url}/wp-json/wp/v2/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'No' }),
    });
    expect(written.status).toBe(403);
  });

  it('is told that the person said no', async () => {
    const clientId = await oauth.register();
    const answered = await decide(await oauth.loggedIn(), authorizePath({ clientId }, pkce().challenge), {
      decision: 'deny',
    });
    expect(answered.status).toBe(303);
    expect(Object.fromEntries(sentTo(answered).searchParams)).toEqual({
      from: 'site',
      error: 'access_denied',
      state: 'the state',
      iss: oauth.url,
    });
  });

  it('gets the next tokens for its refresh token, and fewer scopes if it asks', async () => {
    const { clientId, refresh, access } = await oauth.connected({ scope: 'read content' });
    const next = await oauth.send('token', {
      grant_type: 'refresh_token',
      refresh_token: refresh,
      client_id: clientId,
      scope: 'read',
    });
    expect([next.status, next.body.scope]).toEqual([200, 'read']);
    expect(next.body.refresh_token).not.toBe(refresh);
    expect((await oauth.read('/wp/v2/users/me', next.body.access_token)).status).toBe(200);
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(200);
    const later = await oauth.send('token', {
      grant_type: 'refresh_token',
      refresh_token: next.body.refresh_token,
      client_id: clientId,
    });
    expect([later.status, later.body.scope]).toEqual([200, 'read content']);
  });

  it('gives its tokens back: a refresh token with everything it led to', async () => {
    const { clientId, refresh, access } = await oauth.connected();
    expect((await oauth.send('revoke', { token: refresh, client_id: clientId })).status).toBe(200);
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(401);
    const next = await oauth.send('token', {
      grant_type: 'refresh_token',
      refresh_token: refresh,
      client_id: clientId,
    });
    expect([next.status, next.body.error]).toEqual([400, 'invalid_grant']);
    expect((await oauth.send('revoke', { token: 'unknown', client_id: clientId })).status).toBe(200);
  });

  it('gives an access token back alone', async () => {
    const { clientId, refresh, access } = await oauth.connected();
    expect((await oauth.send('revoke', { token: access, client_id: clientId })).status).toBe(200);
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(401);
    const next = await oauth.send('token', {
      grant_type: 'refresh_token',
      refresh_token: refresh,
      client_id: clientId,
    });
    expect(next.status).toBe(200);
  });
});

describe('a token', () => {
  it('ends when the password of the account changes, whoever changes it', async () => {
    const { access, refresh, clientId } = await oauth.connected({
      browser: await oauth.loggedIn('the-author', 'pw-author'),
    });
    const { author } = oauth.site.users;
    await oauth.site.as('administrator').post(`/wp/v2/users/${author}`, { password: 'another password' });
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(401);
    const next = await oauth.send('token', {
      grant_type: 'refresh_token',
      refresh_token: refresh,
      client_id: clientId,
    });
    expect(next.body.error).toBe('invalid_grant');
    const { body } = await oauth.site.as('administrator').get(`/platen/v1/users/${author}/apps`);
    expect(body).toEqual([]);
  });

  it('ends with the account', async () => {
    const account = { username: 'leaver', email: 'leaver@example.org', password: 'pw-leaver', roles: ['author'] };
    const { body: user } = await oauth.site.as('administrator').post('/wp/v2/users', account);
    const { access } = await oauth.connected({ browser: await oauth.loggedIn('leaver', 'pw-leaver') });
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(200);
    await oauth.site.as('administrator').delete(`/wp/v2/users/${user.id}?force=true&reassign=1`);
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(401);
  });

  it('is listed for its owner and for administrators, who end it', async () => {
    const browser = await oauth.loggedIn('the-contributor', 'pw-contributor');
    const { access } = await oauth.connected({ browser, scope: 'read content' });
    const own = await oauth.site.as('contributor').get('/platen/v1/users/me/apps');
    expect(own.body).toEqual([
      expect.objectContaining({ app: 'The app', way: 'code', scopes: ['read', 'content'], address: '127.0.0.1' }),
    ]);
    const all = await oauth.site.as('administrator').get('/platen/v1/apps/connections');
    const [found] = all.body.items.filter((one: { user: number }) => one.user === oauth.site.users.contributor);
    expect(found.id).toBe(own.body[0].id);
    expect((await oauth.site.as('editor').get('/platen/v1/apps/connections')).status).toBe(403);
    expect((await oauth.site.as('editor').delete(`/platen/v1/users/me/apps/${found.id}`)).status).toBe(404);
    expect((await oauth.site.as('administrator').delete(`/platen/v1/apps/connections/${found.id}`)).status).toBe(200);
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(401);
  });

  it('ends when its owner ends it', async () => {
    const browser = await oauth.loggedIn('the-contributor', 'pw-contributor');
    const [one, two] = [await oauth.connected({ browser }), await oauth.connected({ browser })];
    const { body } = await oauth.site.as('contributor').get('/platen/v1/users/me/apps');
    expect((await oauth.site.as('contributor').delete(`/platen/v1/users/me/apps/${body[0].id}`)).status).toBe(200);
    expect((await oauth.read('/wp/v2/users/me', two.access)).status).toBe(401);
    expect((await oauth.read('/wp/v2/users/me', one.access)).status).toBe(200);
    expect((await oauth.site.as('contributor').delete('/platen/v1/users/me/apps')).body).toEqual({
      deleted: true,
      count: 1,
    });
    expect((await oauth.read('/wp/v2/users/me', one.access)).status).toBe(401);
  });

  it('tells what it is to its owner and to administrators, and to nobody else', async () => {
    const { access, clientId } = await oauth.connected({ browser: await oauth.loggedIn('the-editor', 'pw-editor') });
    const basic = (who: string) => ({ authorization: `Basic ${Buffer.from(who).toString('base64')}` });
    const asked = await oauth.send('introspect', { token: access }, basic('the-editor:pw-editor'));
    expect(asked.body).toEqual({
      active: true,
      scope: 'read',
      client_id: clientId,
      username: 'the-editor',
      sub: String(oauth.site.users.editor),
      aud: `${oauth.url}/wp-json`,
      iss: oauth.url,
      exp: expect.any(Number),
      iat: expect.any(Number),
      token_type: 'Bearer',
    });
    expect((await oauth.send('introspect', { token: access }, basic('admin:pw-administrator'))).body.active).toBe(true);
    const other = await oauth.send('introspect', { token: access }, basic('the-contributor:pw-contributor'));
    expect(other.body).toEqual({ active: false });
    expect((await oauth.send('introspect', { token: access })).status).toBe(401);
  });
});

describe('an app that an administrator manages', () => {
  it('is added, and loses all access when it is removed', async () => {
    const admin = oauth.site.as('administrator');
    const { body: app, status } = await admin.post('/platen/v1/apps', { name: 'Front end', redirect_uris: [redirect] });
    expect(status).toBe(201);
    const { access } = await oauth.connected({ clientId: app.client_id });
    const { body: apps } = await admin.get('/platen/v1/apps');
    expect(apps.enabled).toBe(true);
    expect(apps.items.find((one: { id: number }) => one.id === app.id)).toEqual({
      ...app,
      source: 'added',
      connections: 1,
      last_connected: expect.any(String),
    });
    expect(
      (await oauth.site.as('editor').post('/platen/v1/apps', { name: 'No', redirect_uris: [redirect] })).status,
    ).toBe(403);
    expect((await admin.delete(`/platen/v1/apps/${app.id}`)).body).toEqual({ deleted: true, count: 1 });
    expect((await oauth.read('/wp/v2/users/me', access)).status).toBe(401);
    const page = await (await oauth.loggedIn()).get(authorizePath({ clientId: app.client_id }, pkce().challenge));
    expect(page.status).toBe(400);
  });

  it('gets no further tokens once it is gone, though its access was not ended', async () => {
    const { clientId, refresh } = await oauth.connected();
    await oauth.site.platen.store.table(appsTable).remove({ clientId });
    const fields = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId };
    expect((await oauth.send('token', fields)).body.error).toBe('invalid_grant');
  });
});
