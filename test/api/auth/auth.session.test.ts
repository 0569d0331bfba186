import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity, type Identity } from '../../../src/auth/identity.ts';
import { createApplicationPassword } from '../../../src/auth/passwords/application-passwords.ts';
import { sessionsTable } from '../../../src/auth/sessions.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let identity: Identity;
// Nonces change at fixed times of the day: the tests begin at one.
let now = Math.floor(Date.now() / 43_200_000) * 43_200_000;
beforeAll(async () => {
  site = await testPlaten({ clock: () => now });
  identity = createIdentity({
    clock: () => now,
    accountPasswords: true,
    limiters: null,
    rolesOption: 'wp_user_roles',
    log: { warn: () => {} },
  });
});
afterAll(() => site.close());

const request = (headers: Record<string, string> = {}, secure = false) => ({
  headers,
  secure,
  remoteAddress: '127.0.0.1',
});

async function logIn(login: string, password: string, remember = false) {
  const { cookie } = await identity.browser.logIn({ login, password, remember }, request(), site.platen.store);
  const sent = cookie.split(';')[0] as string;
  const session = await identity.browser.current(request({ cookie: sent }), site.platen.store);
  return { cookie: sent, nonce: session?.nonce ?? '' };
}

const visitor = () => site.as('anonymous');

describe('a session', () => {
  it('with its nonce is the user', async () => {
    const { cookie, nonce } = await logIn('the-editor', 'pw-editor');
    const { status, body } = await visitor().get('/wp/v2/users/me', { cookie, 'x-wp-nonce': nonce });
    expect([status, body.id]).toEqual([200, site.users.editor]);
    const byQuery = await visitor().get(`/wp/v2/users/me?_wpnonce=${nonce}`, { cookie });
    expect(byQuery.body.id).toBe(site.users.editor);
  });

  it('gets its current nonce with every answer, also with a refusal, and goes on with it', async () => {
    const { cookie, nonce } = await logIn('the-editor', 'pw-editor');
    const send = (path: string, headers: Record<string, string>) => visitor().get(path, { cookie, ...headers });
    const renewed = async (path: string, headers: Record<string, string>) =>
      (await send(path, headers)).headers['x-wp-nonce'];
    for (const path of ['/wp/v2/posts', '/wp/v2/posts/999999', '/nowhere', '/wp/v2/posts?_envelope=1'])
      expect(await renewed(path, { 'x-wp-nonce': nonce })).toBe(nonce);
    const posted = await visitor().post('/wp/v2/posts', { title: 'x' }, { cookie, 'x-wp-nonce': nonce });
    expect([posted.status, posted.headers['x-wp-nonce']]).toEqual([201, nonce]);
    now += 13 * 3_600_000;
    const next = (await renewed('/wp/v2/posts', { 'x-wp-nonce': nonce })) ?? '';
    expect(next).not.toBe(nonce);
    now += 13 * 3_600_000;
    expect((await send('/wp/v2/users/me', { 'x-wp-nonce': nonce })).status).toBe(403);
    expect((await send('/wp/v2/users/me', { 'x-wp-nonce': next })).status).toBe(200);
  });

  it('without its nonce gets none, nor does anything but a session', async () => {
    const { cookie, nonce } = await logIn('the-editor', 'pw-editor');
    const basic = { authorization: `Basic ${Buffer.from('the-editor:pw-editor').toString('base64')}` };
    const sent: Record<string, string>[] = [
      { cookie },
      { cookie, 'x-wp-nonce': 'wrong' },
      basic,
      { ...basic, cookie, 'x-wp-nonce': nonce },
      {},
    ];
    for (const headers of sent)
      expect((await visitor().get('/wp/v2/posts', headers)).headers['x-wp-nonce']).toBeUndefined();
  });

  it('without a nonce is a visitor, wherever the request comes from', async () => {
    const { cookie } = await logIn('the-editor', 'pw-editor');
    const foreign = { cookie, origin: 'https://evil.example' };
    expect((await visitor().get('/wp/v2/users/me', foreign)).body.code).toBe('rest_not_logged_in');
    expect((await visitor().get('/wp/v2/posts?context=edit', foreign)).status).toBe(401);
    const comment = { post: 1, content: `<a title='x" onmouseover=alert(1) "'>x</a>` };
    expect((await visitor().post('/wp/v2/comments', comment, foreign)).body.code).toBe('rest_comment_login_required');
  });

  it('with a wrong nonce is refused, so that a client knows to fetch a new one', async () => {
    const { cookie, nonce } = await logIn('the-editor', 'pw-editor');
    const other = await logIn('the-author', 'pw-author');
    for (const wrong of ['nonsense', other.nonce, nonce.slice(0, -1)]) {
      const { status, body } = await visitor().get('/wp/v2/users/me', { cookie, 'x-wp-nonce': wrong });
      expect([status, body.code]).toEqual([403, 'rest_cookie_invalid_nonce']);
    }
  });

  it('needs a new nonce after a day', async () => {
    const { cookie, nonce } = await logIn('the-editor', 'pw-editor', true);
    now += 25 * 3_600_000;
    expect((await visitor().get('/wp/v2/users/me', { cookie, 'x-wp-nonce': nonce })).status).toBe(403);
    const session = await identity.browser.current(request({ cookie }), site.platen.store);
    expect((await visitor().get('/wp/v2/users/me', { cookie, 'x-wp-nonce': session!.nonce })).status).toBe(200);
  });

  it('runs out', async () => {
    const { cookie } = await logIn('the-editor', 'pw-editor');
    now += 3 * 86_400_000;
    expect(await identity.browser.current(request({ cookie }), site.platen.store)).toBeNull();
  });

  it('ends with a log-out', async () => {
    const { cookie, nonce } = await logIn('the-editor', 'pw-editor');
    const ended = await identity.browser.logOut(request({ cookie }), site.platen.store);
    expect(ended.cookie).toContain('Max-Age=0');
    expect((await visitor().get('/wp/v2/users/me', { cookie, 'x-wp-nonce': nonce })).status).toBe(401);
  });

  it('ends when the password changes, and when the user goes', async () => {
    const admin = site.as('administrator');
    const made = await admin.post('/wp/v2/users', { username: 'brief', email: 'brief@example.org', password: 'pw-1' });
    const first = await logIn('brief', 'pw-1');
    await admin.put(`/wp/v2/users/${made.body.id}`, { password: 'pw-2' });
    expect(await identity.browser.current(request({ cookie: first.cookie }), site.platen.store)).toBeNull();
    const second = await logIn('brief', 'pw-2');
    await admin.delete(`/wp/v2/users/${made.body.id}?force=true&reassign=1`);
    expect(await identity.browser.current(request({ cookie: second.cookie }), site.platen.store)).toBeNull();
  });

  it('is not opened by wrong or application passwords', async () => {
    const { password } = await createApplicationPassword(site.platen.store, site.users.editor, 'program', now);
    for (const wrong of ['wrong', '', password]) {
      await expect(logIn('the-editor', wrong)).rejects.toMatchObject({ code: 'rest_invalid_credentials', status: 401 });
    }
  });

  it('leaves nothing in the database that could be sent as a cookie', async () => {
    const { cookie } = await logIn('the-editor', 'pw-editor');
    const token = cookie.split('=')[1] as string;
    const rows = await site.platen.store.table(sessionsTable).find({});
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('no other cookie or header chooses who is asking', async () => {
    const claims = {
      cookie: 'litespeed_hash=1; litespeed_role=1; wordpress_logged_in_x=admin; platen_session=1',
      'x-user': 'admin',
      'x-wp-user': '1',
      'x-forwarded-user': 'admin',
      'x-wp-nonce': 'x',
    };
    expect((await visitor().get('/wp/v2/users/me', claims)).body.code).toBe('rest_not_logged_in');
  });
});
