import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeOfStep, stepAt } from '../../../src/auth/totp.ts';
import { recoveryCodesTable, twoFactorTable } from '../../../src/auth/two-factor.ts';
import { type LoginSite, loginSite, type TestBrowser } from './login-client.ts';

let nowMs = Date.UTC(2026, 4, 1, 12);
let here: LoginSite;
beforeAll(async () => {
  here = await loginSite({ clock: () => nowMs });
});
afterAll(() => here.site.close());
// A code counts once, so that every test begins in a period of its own.
beforeEach(() => {
  nowMs += 10 * 60_000;
});

const own = '/wp-json/platen/v1/users/me/two-factor';

/** A browser of a role that is logged in, with the nonce of its session. */
async function session(login: string, password: string) {
  const browser = here.browser();
  await browser.post('/wp-login.php', { log: login, pwd: password });
  return inSession(browser);
}

async function inSession(browser: TestBrowser) {
  const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
  const headers = { 'X-WP-Nonce': nonce };
  return {
    browser,
    get: (path: string) => browser.get(path, headers),
    post: (path: string, fields: Record<string, string>) => browser.post(path, fields, headers),
    remove: (path: string, fields: Record<string, string> = {}) =>
      browser.post(path, fields, { ...headers, 'X-HTTP-Method-Override': 'DELETE' }),
  };
}

const decode = (key: string): Buffer => {
  const bits = [...key].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

const codeOf = (key: string, away = 0): string => codeOfStep(decode(key), stepAt(nowMs) + away);

interface Enrolled {
  readonly login: string;
  readonly password: string;
  readonly id: number;
  readonly key: string;
  readonly codes: readonly string[];
  readonly client: Awaited<ReturnType<typeof session>>;
}

let count = 0;

/** A new account with a second factor. */
async function enrolled(role = 'author'): Promise<Enrolled> {
  count += 1;
  const [login, password] = [`person-${count}`, `pw-person-${count}`];
  const { body } = await here.site
    .as('administrator')
    .post('/wp/v2/users', { username: login, email: `${login}@example.org`, password, roles: [role] });
  const client = await session(login, password);
  const { key } = (await (await client.post(`${own}/key`, { password })).json()) as { key: string };
  const answer = await client.post(own, { code: codeOf(key) });
  expect(answer.status).toBe(200);
  const { codes } = (await answer.json()) as { codes: string[] };
  nowMs += 60_000;
  return { login, password, id: body.id, key, codes, client };
}

const stepOf = (page: string): string => /name="step" value="([^"]*)"/.exec(page)?.[1] ?? '';

/** The first step: resolves to the page that asks for the code. */
async function firstStep(who: Enrolled, browser = here.browser()) {
  const answer = await browser.post('/wp-login.php', { log: who.login, pwd: who.password });
  const page = await answer.text();
  return { browser, answer, page, step: stepOf(page) };
}

const secondStep = (browser: TestBrowser, step: string, code: string, headers: Record<string, string> = {}) =>
  browser.post('/wp-login.php?action=code', { step, code, redirect_to: '' }, headers);

describe('switching two-factor log-in on', () => {
  it('takes the password, shows key and address for the app, and counts from the first code on', async () => {
    const client = await session('the-author', 'pw-author');
    expect(await (await client.get(own)).json()).toEqual({
      enabled: false,
      enabled_on: null,
      recovery_codes_left: 0,
      methods: [],
    });
    expect((await client.post(`${own}/key`, { password: 'wrong' })).status).toBe(403);
    expect((await client.post(`${own}/key`, {})).status).toBe(403);
    const { key, uri } = (await (await client.post(`${own}/key`, { password: 'pw-author' })).json()) as Record<
      string,
      string
    >;
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${key}`);
    expect(uri).toContain('the-author');
    // Nothing is asked for yet.
    expect((await here.browser().post('/wp-login.php', { log: 'the-author', pwd: 'pw-author' })).status).toBe(302);
    expect((await client.post(own, { code: '000000' })).status).toBe(400);
    const on = (await (await client.post(own, { code: codeOf(key as string) })).json()) as { codes: string[] };
    expect(on).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect(new Set(on.codes).size).toBe(10);
    expect((await client.post(`${own}/key`, { password: 'pw-author' })).status).toBe(409);
    await client.remove(own, { password: 'pw-author' });
  });

  it('a key that was shown an hour ago cannot be confirmed any more', async () => {
    const client = await session('the-editor', 'pw-editor');
    const { key } = (await (await client.post(`${own}/key`, { password: 'pw-editor' })).json()) as { key: string };
    nowMs += 3_660_000;
    expect((await client.post(own, { code: codeOf(key) })).status).toBe(400);
    expect(await (await client.get(own)).json()).toMatchObject({ enabled: false });
  });

  it('stores neither key nor recovery codes as they are', async () => {
    const { id, key, codes } = await enrolled();
    const { store } = here.site.platen;
    const [row] = await store.table(twoFactorTable).find({ userId: id });
    const kept = JSON.stringify([row, await store.table(recoveryCodesTable).find({ userId: id })]);
    for (const secret of [key, decode(key).toString('hex'), decode(key).toString('base64'), ...codes])
      expect(kept).not.toContain(secret);
    expect(kept).not.toContain(codes[0]?.replaceAll('-', ''));
  });

  it('is everybody’s own affair: nobody does it for somebody else', async () => {
    const { users } = here.site;
    const boss = await session('admin', 'pw-administrator');
    const theirs = `/wp-json/platen/v1/users/${users.subscriber}/two-factor`;
    expect((await boss.post(`${theirs}/key`, { password: 'pw-administrator' })).status).toBe(403);
    expect((await boss.post(theirs, { code: '123456' })).status).toBe(403);
    expect((await boss.post(`${theirs}/recovery-codes`, { password: 'pw-administrator' })).status).toBe(403);
    for (const role of ['editor', 'author', 'contributor']) {
      const client = await session(`the-${role}`, `pw-${role}`);
      expect((await client.get(theirs)).status).toBe(403);
      expect((await client.remove(theirs)).status).toBe(403);
    }
    expect((await here.site.as('anonymous').get(`/platen/v1/users/${users.subscriber}/two-factor`)).status).toBe(401);
  });
});

describe('logging in with two factors', () => {
  it('the right password starts no session; the code does, once', async () => {
    const who = await enrolled();
    const { browser, answer, page, step } = await firstStep(who);
    expect(answer.status).toBe(200);
    expect(page).toContain('id="codeform"');
    expect(browser.cookies.size).toBe(0);
    const code = codeOf(who.key);
    const done = await secondStep(browser, step, code);
    expect([done.status, done.headers.get('location')]).toEqual([302, expect.stringContaining('/admin/')]);
    expect(browser.cookies.size).toBe(1);
    // The same code again, as somebody would who looked over the shoulder.
    const replay = await secondStep(here.browser(), step, code);
    expect([replay.status, replay.headers.get('set-cookie')]).toEqual([401, expect.not.stringMatching(/=\w{20}/)]);
    // An older code is no better.
    expect((await secondStep(here.browser(), step, codeOf(who.key, -1))).status).toBe(401);
    expect((await secondStep(here.browser(), step, codeOf(who.key, 1))).status).toBe(302);
  });

  it('of many requests with one code, one logs in', async () => {
    const who = await enrolled();
    const { step } = await firstStep(who);
    const code = codeOf(who.key);
    const answers = await Promise.all(Array.from({ length: 8 }, () => secondStep(here.browser(), step, code)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  });

  it('a recovery code takes the place of the app, once, however it is typed', async () => {
    const who = await enrolled();
    const { step } = await firstStep(who);
    const [first = '', second = ''] = who.codes;
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `;
    expect((await secondStep(here.browser(), step, typed)).status).toBe(302);
    expect((await secondStep(here.browser(), step, first)).status).toBe(401);
    const race = await Promise.all(Array.from({ length: 6 }, () => secondStep(here.browser(), step, second)));
    expect(race.filter(({ status }) => status === 302)).toHaveLength(1);
    expect(await (await who.client.get(own)).json()).toMatchObject({ recovery_codes_left: 8 });
  });

  it('recovery codes of somebody else are worth nothing', async () => {
    const [one, other] = [await enrolled(), await enrolled()];
    const { step } = await firstStep(one);
    expect((await secondStep(here.browser(), step, other.codes[0] ?? '')).status).toBe(401);
    expect((await secondStep(here.browser(), step, codeOf(other.key))).status).toBe(401);
  });

  it.each(['', '12345', '1234567', 'abcdef', 'x'.repeat(5000), '\u0000', '<script>'])(
    'refuses the code %j',
    async (code) => {
      const who = await enrolled();
      const { step } = await firstStep(who);
      const answer = await secondStep(here.browser(), step, code);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain('<script>');
    },
  );

  it('a step that is forged, changed, of another account or too old is refused', async () => {
    const [who, victim] = [await enrolled(), await enrolled('administrator')];
    const { step } = await firstStep(who);
    const code = codeOf(victim.key);
    const [, ...rest] = step.split('.');
    for (const forged of ['', 'x', `${victim.id}.${rest.join('.')}`, `${step}x`, step.slice(0, -1), 'a'.repeat(9000)])
      expect((await secondStep(here.browser(), forged, code)).status).toBe(401);
    nowMs += 11 * 60_000;
    expect((await secondStep(here.browser(), step, codeOf(who.key))).status).toBe(401);
  });

  it('a new password voids the step', async () => {
    const who = await enrolled();
    const { step } = await firstStep(who);
    await here.site.as('administrator').post(`/wp/v2/users/${who.id}`, { password: 'another password' });
    expect((await secondStep(here.browser(), step, codeOf(who.key))).status).toBe(401);
  });

  it('a page of another site cannot send the second step', async () => {
    const who = await enrolled();
    const { step } = await firstStep(who);
    const answer = await secondStep(here.browser(), step, codeOf(who.key), { origin: 'https://evil.test' });
    expect(answer.status).toBe(403);
  });

  it('does not tell accounts apart before the password is right', async () => {
    const who = await enrolled();
    const page = async (log: string) => {
      const answer = await here.browser().post('/wp-login.php', { log, pwd: 'wrong' });
      return [answer.status, (await answer.text()).replaceAll(log, 'NAME')];
    };
    expect(await page(who.login)).toEqual(await page('nobody-here'));
  });

  it('"remember me" of the first step is kept', async () => {
    const who = await enrolled();
    const browser = here.browser();
    const fields = { log: who.login, pwd: who.password, rememberme: 'forever' };
    const step = stepOf(await (await browser.post('/wp-login.php', fields)).text());
    const answer = await secondStep(browser, step, codeOf(who.key));
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=1209600');
  });

  it('leads where the first step was to lead', async () => {
    const who = await enrolled();
    const browser = here.browser();
    const target = 'http://site.test/admin/posts';
    const fields = { log: who.login, pwd: who.password, redirect_to: target };
    const page = await (await browser.post('/wp-login.php', fields)).text();
    expect(page).toContain(`name="redirect_to" value="${target}"`);
    const sent = { step: stepOf(page), code: codeOf(who.key), redirect_to: target };
    const answer = await browser.post('/wp-login.php?action=code', sent);
    expect(answer.headers.get('location')).toBe(target);
  });
});

describe('programs', () => {
  it('log in with application passwords as before, and not with the password of the account', async () => {
    const who = await enrolled();
    const before = here.site.as(`the-editor:pw-editor`);
    expect((await before.get('/wp/v2/users/me')).status).toBe(200);
    expect((await here.site.as(`${who.login}:${who.password}`).get('/wp/v2/users/me')).status).toBe(401);
    const made = await who.client.post('/wp-json/platen/v1/users/me/application-passwords', { name: 'Program' });
    const { password } = (await made.json()) as { password: string };
    expect((await here.site.as(`${who.login}:${password}`).get('/wp/v2/users/me')).status).toBe(200);
  });

  it('a password that was accepted a moment ago is refused as soon as the second factor is on', async () => {
    const client = await session('the-contributor', 'pw-contributor');
    const basic = here.site.as('contributor');
    expect((await basic.get('/wp/v2/users/me')).status).toBe(200);
    const { key } = (await (await client.post(`${own}/key`, { password: 'pw-contributor' })).json()) as { key: string };
    await client.post(own, { code: codeOf(key) });
    expect((await basic.get('/wp/v2/users/me')).status).toBe(401);
    await client.remove(own, { password: 'pw-contributor' });
    expect((await basic.get('/wp/v2/users/me')).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('are made anew with the password, and the old ones are void', async () => {
    const who = await enrolled();
    expect((await who.client.post(`${own}/recovery-codes`, { password: 'wrong' })).status).toBe(403);
    const answer = await who.client.post(`${own}/recovery-codes`, { password: who.password });
    const { codes } = (await answer.json()) as { codes: string[] };
    const { step } = await firstStep(who);
    expect((await secondStep(here.browser(), step, who.codes[0] ?? '')).status).toBe(401);
    expect((await secondStep(here.browser(), step, codes[0] ?? '')).status).toBe(302);
  });

  it('are not made where the factor is off', async () => {
    const client = await session('the-subscriber', 'pw-subscriber');
    expect((await client.post(`${own}/recovery-codes`, { password: 'pw-subscriber' })).status).toBe(409);
  });
});

describe('switching it off', () => {
  it('takes the password', async () => {
    const who = await enrolled();
    expect((await who.client.remove(own)).status).toBe(403);
    expect((await who.client.remove(own, { password: 'wrong' })).status).toBe(403);
    expect(await (await who.client.get(own)).json()).toMatchObject({ enabled: true });
    const off = await who.client.remove(own, { password: who.password });
    expect(await off.json()).toEqual({ enabled: false, enabled_on: null, recovery_codes_left: 0, methods: [] });
    expect((await here.browser().post('/wp-login.php', { log: who.login, pwd: who.password })).status).toBe(302);
  });

  it('administrators reset it for a user, editors do not', async () => {
    const who = await enrolled();
    const theirs = `/wp-json/platen/v1/users/${who.id}/two-factor`;
    const editor = await session('the-editor', 'pw-editor');
    expect((await editor.remove(theirs)).status).toBe(403);
    const boss = await session('admin', 'pw-administrator');
    expect(await (await boss.get(theirs)).json()).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect((await boss.remove(theirs)).status).toBe(200);
    expect((await here.browser().post('/wp-login.php', { log: who.login, pwd: who.password })).status).toBe(302);
  });
});
