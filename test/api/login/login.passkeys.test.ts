import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passkeysTable } from '../../../src/auth/passkeys.ts';
import { type Behaviour, softwareAuthenticator } from '../../support/authenticator.ts';
import { type LoginSite, loginSite, type TestBrowser } from './login-client.ts';

let nowMs = Date.UTC(2026, 4, 1, 12);
let here: LoginSite;
const origin = 'https://site.test';
beforeAll(async () => {
  here = await loginSite({ clock: () => nowMs, siteUrl: origin });
});
afterAll(() => here.site.close());

const own = '/wp-json/platen/v1/users/me';
let count = 0;

async function person(role = 'author') {
  count += 1;
  const [login, password] = [`key-person-${count}`, `pw-key-person-${count}`];
  const { body } = await here.site
    .as('administrator')
    .post('/wp/v2/users', { username: login, email: `${login}@example.org`, password, roles: [role] });
  const browser = here.browser();
  await browser.post('/wp-login.php', { log: login, pwd: password });
  const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
  const headers = { 'X-WP-Nonce': nonce };
  return {
    login,
    password,
    id: body.id as number,
    get: async (path: string) => (await browser.get(own + path, headers)).json(),
    post: (path: string, fields: Record<string, string>) => browser.post(own + path, fields, headers),
    remove: (path: string) => browser.post(own + path, {}, { ...headers, 'X-HTTP-Method-Override': 'DELETE' }),
  };
}
type Person = Awaited<ReturnType<typeof person>>;

async function optionsFor(who: Person): Promise<Record<string, unknown>> {
  const answer = await who.post('/passkeys/options', { password: who.password });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { options: Record<string, unknown> }).options;
}

async function withPasskey(odd: Behaviour = {}) {
  const who = await person();
  const key = softwareAuthenticator(origin);
  const made = await who.post('/passkeys', { name: 'Phone', response: key.create(await optionsFor(who), odd) });
  expect(made.status).toBe(201);
  return { who, key, passkey: (await made.json()) as { id: number } };
}

const optionsIn = (page: string): Record<string, unknown> => {
  const written = /data-passkey="get" data-options="([^"]*)"/.exec(page)?.[1] ?? '{}';
  return JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
};
const loginOptions = async (browser: TestBrowser) => optionsIn(await (await browser.get('/wp-login.php')).text());
const send = (browser: TestBrowser, passkey: string, more: Record<string, string> = {}, headers = {}) =>
  browser.post('/wp-login.php?action=passkey', { passkey, redirect_to: '', ...more }, headers);

async function logIn(key: ReturnType<typeof softwareAuthenticator>, odd: Behaviour = {}) {
  const browser = here.browser();
  const answer = await send(browser, key.get(await loginOptions(browser), odd));
  return { browser, answer };
}

describe('passkeys in the profile', () => {
  it('are added, listed, renamed and removed; what is stored is a public key', async () => {
    const { who, key, passkey } = await withPasskey();
    expect(await who.get('/passkeys')).toMatchObject({
      available: true,
      passkeys: [{ name: 'Phone', last_used: null }],
    });
    await who.post(`/passkeys/${passkey.id}`, { name: 'Tablet' });
    expect(await who.get('/passkeys')).toMatchObject({ passkeys: [{ name: 'Tablet' }] });
    expect((await logIn(key)).answer.status).toBe(302);
    expect((await who.remove(`/passkeys/${passkey.id}`)).status).toBe(200);
    expect(await who.get('/passkeys')).toMatchObject({ passkeys: [] });
    expect((await logIn(key)).answer.status).toBe(401);
  });

  it('take the password, and are nobody else’s affair', async () => {
    const who = await person();
    expect((await who.post('/passkeys/options', { password: 'wrong' })).status).toBe(403);
    expect((await who.post('/passkeys/options', {})).status).toBe(403);
    const theirs = `/platen/v1/users/${who.id}/passkeys`;
    expect((await here.site.as('administrator').get(theirs)).status).toBe(200);
    expect((await here.site.as('administrator').post(theirs, { name: 'x', response: '{}' })).status).toBe(403);
    for (const role of ['editor', 'author', 'anonymous'] as const)
      expect([401, 403]).toContain((await here.site.as(role).get(theirs)).status);
  });

  it.each<[string, Behaviour]>([
    ['another site', { origin: 'https://evil.test' }],
    ['another port', { origin: 'https://site.test:8443' }],
    ['another host that it is bound to', { rpId: 'evil.test' }],
    ['another scheme', { origin: 'http://site.test' }],
    ['a host below this one', { origin: 'https://evil.site.test' }],
    ['an authenticator that did not verify its owner', { verified: false }],
    ['an authenticator at which nobody was', { present: false }],
    ['an answer for a log-in', { type: 'webauthn.get' }],
  ])('are not added from %s', async (_what, odd) => {
    const who = await person();
    const response = softwareAuthenticator(origin).create(await optionsFor(who), odd);
    expect((await who.post('/passkeys', { name: 'Bad', response })).status).toBe(400);
  });

  it('are not added twice, with the options of somebody else, or with old ones', async () => {
    const [who, other] = [await person(), await person()];
    const key = softwareAuthenticator(origin);
    const response = key.create(await optionsFor(who));
    expect((await other.post('/passkeys', { name: 'Stolen', response })).status).toBe(400);
    expect((await who.post('/passkeys', { name: 'Mine', response })).status).toBe(201);
    expect((await who.post('/passkeys', { name: 'Again', response })).status).toBe(400);
    const late = key.create(await optionsFor(who));
    nowMs += 11 * 60_000;
    expect((await who.post('/passkeys', { name: 'Late', response: late })).status).toBe(400);
  });
});

describe('logging in with a passkey', () => {
  it('needs no name and no password, and no second factor besides', async () => {
    const { who, key } = await withPasskey();
    expect((await who.post('/two-factor/passkeys', { password: who.password })).status).toBe(200);
    const { browser, answer } = await logIn(key);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/admin/`]);
    expect(browser.cookies.size).toBe(1);
  });

  it.each<[string, Behaviour]>([
    ['another site', { origin: 'https://evil.test' }],
    ['another port', { origin: 'https://site.test:8443' }],
    ['a host below this one', { origin: 'https://evil.site.test' }],
    ['another host that it is bound to', { rpId: 'evil.test' }],
    ['an authenticator that did not verify its owner', { verified: false }],
    ['an authenticator at which nobody was', { present: false }],
    ['somebody who knows the id but has not the key', { otherKey: true }],
    ['an answer for making a passkey', { type: 'webauthn.create' }],
    ['the passkey of another user', { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
  ])('is refused from %s', async (_what, odd) => {
    const { key } = await withPasskey();
    const { browser, answer } = await logIn(key, odd);
    expect([answer.status, browser.cookies.size]).toEqual([401, 0]);
  });

  it('refuses a counter that stays or goes back: the authenticator was copied', async () => {
    const { key } = await withPasskey({ counter: 5 });
    expect((await logIn(key, { counter: 9 })).answer.status).toBe(302);
    for (const counter of [9, 8, 0]) expect((await logIn(key, { counter })).answer.status).toBe(401);
    expect((await logIn(key, { counter: 10 })).answer.status).toBe(302);
  });

  it('takes an answer once, and of many requests with it one', async () => {
    const { key } = await withPasskey();
    const response = key.get(await loginOptions(here.browser()));
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(here.browser(), response)));
    expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
    const synced = key.get(await loginOptions(here.browser()), { counter: 0 });
    expect((await send(here.browser(), synced)).status).toBe(401);
  });

  it('takes an answer of a synced passkey, which has no counter, once too', async () => {
    const { key } = await withPasskey();
    const response = key.get(await loginOptions(here.browser()), { counter: 0 });
    expect((await send(here.browser(), response)).status).toBe(302);
    expect((await send(here.browser(), response)).status).toBe(401);
    expect((await logIn(key, { counter: 0 })).answer.status).toBe(302);
  });

  it('refuses challenges that are forged, changed, too old or made for something else', async () => {
    const { who, key } = await withPasskey();
    const options = await loginOptions(here.browser());
    const challenge = String(options['challenge']);
    const forged = ['', 'x', `${challenge}x`, challenge.slice(0, -4), 'A'.repeat(200), 'A'.repeat(30_000)];
    for (const one of forged) expect((await send(here.browser(), key.get({ challenge: one }))).status).toBe(401);
    const adding = await optionsFor(who);
    expect((await send(here.browser(), key.get(adding))).status).toBe(401);
    nowMs += 11 * 60_000;
    expect((await send(here.browser(), key.get(options))).status).toBe(401);
  });

  it.each([
    '',
    'x',
    '{}',
    '[]',
    'null',
    '{"id":1}',
    '{"id":"a","response":{"clientDataJSON":"e30"}}',
    '"'.repeat(9000),
  ])('refuses the answer %j', async (response) => {
    await withPasskey();
    expect((await send(here.browser(), response)).status).toBe(401);
  });

  it('cannot be sent by a page of another site, and leads to this site alone', async () => {
    const { key } = await withPasskey();
    const browser = here.browser();
    const foreign = await send(browser, key.get(await loginOptions(browser)), {}, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    const target = { redirect_to: 'https://evil.test/' };
    const answer = await send(browser, key.get(await loginOptions(browser)), target);
    expect(answer.headers.get('location')).toBe(`${origin}/admin/`);
  });

  it('the page allows its own script and no other', async () => {
    await withPasskey();
    const page = await here.browser().get('/wp-login.php');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/script-src 'sha256-[\w+/=]+';/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
  });
});

describe('strangers who guess', () => {
  it('from everywhere keep nobody with a passkey out', async () => {
    const guarded = await loginSite({ siteUrl: origin, throttle: true, trustedProxies: ['127.0.0.1'] });
    try {
      const { login, password } = { login: 'admin', password: 'pw-administrator' };
      const browser = guarded.browser();
      await browser.post('/wp-login.php', { log: login, pwd: password });
      const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
      const post = async (path: string, fields: Record<string, string>) =>
        (await browser.post(own + path, fields, { 'X-WP-Nonce': nonce })).json();
      const key = softwareAuthenticator(origin);
      const { options } = (await post('/passkeys/options', { password })) as { options: Record<string, unknown> };
      expect(await post('/passkeys', { name: 'Phone', response: key.create(options) })).toMatchObject({
        name: 'Phone',
      });

      const from = (network: number) => ({ 'x-forwarded-for': `198.18.${network}.1` });
      const wrong = JSON.stringify({ id: 'x', response: { clientDataJSON: 'eyJjaGFsbGVuZ2UiOiJ4In0' } });
      const guesses = Array.from({ length: 80 }, (_, network) => send(guarded.browser(), wrong, {}, from(network)));
      for (const { status } of await Promise.all(guesses)) expect([401, 429]).toContain(status);
      const answer = key.get(await loginOptions(guarded.browser()));
      expect((await send(guarded.browser(), answer, {}, from(200))).status).toBe(302);
    } finally {
      await guarded.site.close();
    }
  });
});

describe('a passkey as the second factor', () => {
  const firstStep = async (who: Person) => {
    const browser = here.browser();
    const answer = await browser.post('/wp-login.php', { log: who.login, pwd: who.password });
    const page = await answer.text();
    return { browser, page, step: /name="step" value="([^"]*)"/.exec(page)?.[1] ?? '' };
  };
  const second = (browser: TestBrowser, step: string, more: Record<string, string>) =>
    browser.post('/wp-login.php?action=code', { step, redirect_to: '', ...more });

  async function protectedPerson() {
    const made = await withPasskey();
    const on = await made.who.post('/two-factor/passkeys', { password: made.who.password });
    const { codes, methods } = (await on.json()) as { codes: string[]; methods: string[] };
    expect([codes.length, methods]).toEqual([10, ['passkey']]);
    return { ...made, codes };
  }

  it('is asked for after the password; recovery codes still work', async () => {
    const { who, key, codes } = await protectedPerson();
    const { browser, page, step } = await firstStep(who);
    expect(browser.cookies.size).toBe(0);
    const done = await second(browser, step, { passkey: key.get(optionsIn(page), { verified: false }) });
    expect([done.status, browser.cookies.size]).toEqual([302, 1]);
    const again = await firstStep(who);
    expect((await second(again.browser, again.step, { code: '123456' })).status).toBe(401);
    expect((await second(again.browser, again.step, { code: codes[0] ?? '' })).status).toBe(302);
    expect((await second(here.browser(), again.step, { code: codes[0] ?? '' })).status).toBe(401);
  });

  it('is not replaced by the passkey of somebody else, an answer for the log-in, or the password again', async () => {
    const { who, key } = await protectedPerson();
    const other = await withPasskey();
    const { page, step, browser } = await firstStep(who);
    expect((await second(browser, step, { passkey: other.key.get(optionsIn(page)) })).status).toBe(401);
    const forLogin = key.get(await loginOptions(here.browser()));
    expect((await second(browser, step, { passkey: forLogin })).status).toBe(401);
    expect((await second(browser, step, { code: '', pwd: who.password })).status).toBe(401);
    // An answer without the owner verified is no log-in of its own either.
    const weak = key.get(optionsIn((await firstStep(who)).page), { verified: false });
    expect((await send(here.browser(), weak)).status).toBe(401);
    expect(browser.cookies.size).toBe(0);
  });

  it('keeps programs from the password of the account, and the last passkey in its place', async () => {
    const { who, passkey } = await protectedPerson();
    expect((await here.site.as(`${who.login}:${who.password}`).get('/wp/v2/users/me')).status).toBe(401);
    const refused = await who.remove(`/passkeys/${passkey.id}`);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'platen_passkey_needed']);
    expect(await who.get('/passkeys')).toMatchObject({ passkeys: [{ id: passkey.id }] });
  });
});

describe('an invitation', () => {
  it('is accepted with a passkey instead of a password', async () => {
    const { body } = await here.site
      .as('administrator')
      .post('/platen/v1/invitations', { email: 'key-guest@example.org', role: 'author', mail: false });
    const token = new URL(body.link).searchParams.get('token') ?? '';
    const browser = here.browser();
    const page = await (await browser.get(`/wp-login.php?action=invitation&token=${token}`)).text();
    const options = JSON.parse((/data-options="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&quot;', '"'));
    const key = softwareAuthenticator(origin);
    const passkey = key.create(options);
    const fields = { token, user_login: 'key-guest', display_name: '', pass1: '', passkey };
    const done = await browser.post('/wp-login.php?action=invitation', fields);
    expect([done.status, browser.cookies.size]).toEqual([302, 1]);
    expect((await logIn(key)).answer.status).toBe(302);
    const rows = await here.site.platen.store.table(passkeysTable).find({});
    expect(rows.some(({ userHandle }) => userHandle === options.user.id)).toBe(true);
    expect((await here.site.as('key-guest:').get('/wp/v2/users/me')).status).toBe(401);
  });
});

describe('where browsers allow no passkeys', () => {
  it.each(['http://127.0.0.1:8080', 'http://site.test', 'https://[::1]'])('none is offered: %s', async (siteUrl) => {
    const plain = await loginSite({ siteUrl });
    try {
      const answer = await plain.site.as('editor').get('/platen/v1/users/me/passkeys');
      expect(answer.body).toEqual({ available: false, passkeys: [] });
      expect(await (await plain.browser().get('/wp-login.php')).text()).not.toContain('data-passkey');
    } finally {
      await plain.site.close();
    }
  });
});
