import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from '../../../src/auth/identity.ts';
import {
  createApplicationPassword,
  revokeApplicationPassword,
} from '../../../src/auth/passwords/application-passwords.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let now = Date.now();
beforeAll(async () => {
  site = await testPlaten({ clock: () => now, throttle: true });
});
afterAll(() => site.close());

const basic = (text: string | Buffer) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const me = (headers: Record<string, string>) => site.as('anonymous').get('/wp/v2/users/me', headers);

async function session(login: string, password: string) {
  const options = { clock: () => now, accountPasswords: true, limiters: null, rolesOption: 'wp_user_roles' };
  const { browser } = createIdentity({ ...options, log: { warn: () => {} } });
  const request = { headers: {}, secure: false, remoteAddress: '127.0.0.1' };
  const started = await browser.logIn({ login, password, remember: false }, request, site.platen.store);
  const cookie = started.cookie.split(';')[0] as string;
  const current = await browser.current({ headers: { cookie } }, site.platen.store);
  return { cookie, nonce: current?.nonce ?? '' };
}

describe('credentials that are not quite right', () => {
  it.each<[string, string | Buffer]>([
    ['a NUL and more after the name', 'the-editor\0more:pw-editor'],
    ['a NUL and more after the password', 'the-editor:pw-editor\0more'],
    ['a NUL within the password', 'the-editor:pw-\0editor'],
    ['no name', ':pw-editor'],
    ['no password', 'the-editor:'],
    ['a colon too many', 'the-editor::pw-editor'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 0x3a, 0xc0, 0x80])],
    ['a statement', "the-editor' OR '1'='1:x"],
    ['a wildcard', '%:pw-editor'],
    ['a stored hash', 'the-editor:$wp$2y$10$abcdefghijklmnopqrstuv'],
    ['a very long name', `${'x'.repeat(20_000)}:pw`],
    ['a very long password', `the-editor:${'x'.repeat(20_000)}`],
  ])('%s: refused in the same words', async (_name, text) => {
    now += 3_600_000;
    const answer = await me(basic(text));
    expect([answer.status, answer.body.code]).toEqual([401, 'rest_invalid_credentials']);
    expect(answer.body).toEqual((await me(basic('nobody-at-all:x'))).body);
  });

  it('and the right ones still count', async () => {
    now += 3_600_000;
    expect((await me(basic('the-editor:pw-editor'))).body.id).toBe(site.users.editor);
  });
});

it('guesses are counted together however the name is spelled', async () => {
  now += 7_200_000;
  const spellings = [
    'the-author',
    'THE-AUTHOR',
    ' the-author',
    'thé-author',
    'the-aüthor',
    'the-\u200bauthor',
    'the-authör',
  ];
  const codes: string[] = [];
  for (const name of spellings) codes.push((await me(basic(`${name}:wrong`))).body.code);
  expect(codes.slice(5)).toEqual(['rest_too_many_attempts', 'rest_too_many_attempts']);
  now += 7_200_000;
  expect((await me(basic('the-author:pw-author'))).status).toBe(200);
});

it('a password of a program stops counting while it is warm in memory, also for reading', async () => {
  const { store } = site.platen;
  const { password, application } = await createApplicationPassword(store, site.users.editor, 'program', now);
  const asked = () => site.as('anonymous').get('/wp/v2/posts?status=draft', basic(`the-editor:${password}`));
  for (let n = 0; n < 3; n++) expect((await asked()).status).toBe(200);
  await revokeApplicationPassword(store, site.users.editor, application.id);
  expect((await asked()).status).toBe(401);
});

it('rights that were taken away are gone with the next request', async () => {
  const made = { username: 'brief', email: 'brief@example.org', password: 'pw-brief', roles: ['editor'] };
  const { id } = (await site.as('administrator').post('/wp/v2/users', made)).body;
  const list = () => site.as('brief:pw-brief').get('/wp/v2/posts?context=edit');
  expect((await list()).status).toBe(200);
  await site.as('administrator').put(`/wp/v2/users/${id}`, { roles: ['subscriber'] });
  expect((await list()).status).toBe(403);
  await site.as('administrator').delete(`/wp/v2/users/${id}?force=true&reassign=1`);
  expect((await list()).status).toBe(401);
});

describe('a cookie', () => {
  it('alone reads and writes nothing, from whatever page and by whatever method', async () => {
    const { cookie } = await session('admin', 'pw-administrator');
    const foreign = { cookie, origin: 'https://evil.example' };
    const visitor = site.as('anonymous');
    const asked: [string, string][] = [
      ['GET', '/wp/v2/users/me'],
      ['GET', '/wp/v2/posts?context=edit'],
      ['GET', '/wp/v2/settings'],
      ['POST', '/wp/v2/posts'],
      ['POST', '/wp/v2/comments'],
      ['POST', '/wp/v2/settings'],
      ['DELETE', '/wp/v2/users/1?force=true&reassign=1'],
      ['POST', '/cache/v1/toggle_crawler_state'],
      ['GET', '/cache/v1/tool/check_ip'],
      ['GET', '/wp/v2/users/me?_wpnonce='],
      ['GET', '/wp/v2/users/me?_wpnonce[]=x'],
    ];
    for (const [method, path] of asked) {
      const { status } = await visitor.send(method, path, { headers: foreign, body: { title: 'x', crawler_id: 0 } });
      expect([401, 403], `${method} ${path}`).toContain(status);
    }
  });

  it('takes no nonce but its own', async () => {
    const mine = await session('the-editor', 'pw-editor');
    const later = await session('the-editor', 'pw-editor');
    const others = await session('the-subscriber', 'pw-subscriber');
    for (const nonce of [later.nonce, others.nonce, mine.nonce.toUpperCase(), `${mine.nonce} `, mine.cookie]) {
      const answer = await me({ cookie: mine.cookie, 'x-wp-nonce': nonce });
      expect([answer.status, answer.body.code]).toEqual([403, 'rest_cookie_invalid_nonce']);
    }
    expect((await me({ cookie: mine.cookie, 'x-wp-nonce': mine.nonce })).body.id).toBe(site.users.editor);
  });

  it('does not outrank credentials, nor they it', async () => {
    const mine = await session('the-editor', 'pw-editor');
    const both = { cookie: mine.cookie, 'x-wp-nonce': mine.nonce, ...basic('the-subscriber:pw-subscriber') };
    expect((await me(both)).body.id).toBe(site.users.subscriber);
    expect((await me({ ...both, ...basic('the-subscriber:wrong') })).status).toBe(401);
  });

  it.each([
    'litespeed_hash=0; litespeed_role=1',
    'litespeed_flash_hash=1; litespeed_role=1',
    'litespeed_hash[]=; litespeed_role=administrator',
    'wordpress_logged_in_0=admin|9999999999|x|y; wp-settings-1=x',
    'platen_session=; platen_session=admin',
    'platen_user=1; user_id=1; role=administrator',
  ])('of another name or form, as %s, is nobody', async (cookie) => {
    const { nonce } = await session('the-editor', 'pw-editor');
    const alone: Record<string, string> = { cookie };
    for (const headers of [alone, { ...alone, 'x-wp-nonce': nonce }]) {
      expect((await me(headers)).body.code).toBe('rest_not_logged_in');
    }
  });
});

it('a wrong password is refused everywhere alike, also where a visitor may read', async () => {
  now += 3_600_000;
  for (const path of ['/', '/wp/v2/posts', '/wp/v2/types', '/cache/v1/ping', '/popups/v1/analytics?event=open&pid=1']) {
    const answer = await site.as('anonymous').get(path, basic('nobody-here:x'));
    expect([path, answer.status]).toEqual([path, 401]);
    now += 3_600_000;
  }
  for (const who of ['anonymous', 'subscriber'] as Role[]) expect((await site.as(who).get('/')).status).toBe(200);
});
