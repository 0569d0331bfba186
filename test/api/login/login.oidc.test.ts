import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginLinkPath, makeLoginLink } from '../../../src/auth/login-links.ts';
import { oidcIdentitiesTable } from '../../../src/auth/oidc.ts';
import { auditLogTable } from '../../../src/background/audit-log.ts';
import { type Issuer, type KnownPerson, openIssuer } from '../../support/oidc-issuer.ts';
import { type LoginSite, loginSite, type TestBrowser } from './login-client.ts';

const origin = 'http://site.test';
const callback = (name: string) => `${origin}/login/${name}/callback`;
const secret = { clientId: 'platen', clientSecret: 'a-secret-of-the-client' };

let one: Issuer;
let two: Issuer;
let here: LoginSite;
beforeAll(async () => {
  one = await openIssuer({
    redirectUris: ['one', 'staff', 'open'].map(callback),
    logoutUris: [`${origin}/wp-login.php?loggedout=true`],
  });
  two = await openIssuer({ redirectUris: [callback('two')] });
  here = await loginSite({
    siteUrl: origin,
    oidc: {
      one: { issuer: one.url, ...secret, label: 'One', linkByEmail: true, logout: true },
      two: { issuer: two.url, ...secret, linkByEmail: true },
      open: { issuer: one.url, ...secret, createAccounts: true },
      staff: {
        issuer: one.url,
        ...secret,
        createAccounts: true,
        linkByEmail: true,
        scopes: 'openid email profile groups',
        roleClaim: 'groups',
        roles: { chiefs: 'administrator', writers: 'author' },
      },
    },
  });
});
afterAll(async () => {
  await here.site.close();
  await one.close();
  await two.close();
});

let count = 0;
function known(issuer: Issuer, more: Partial<KnownPerson> = {}): KnownPerson {
  count += 1;
  const person = { sub: `subject-${count}`, email: `oidc-${count}@example.org`, email_verified: true, ...more };
  issuer.people.set(person.sub, person);
  return person;
}

async function account(email: string, role = 'author') {
  count += 1;
  const login = `oidc-user-${count}`;
  const made = await here.site
    .as('administrator')
    .post('/wp/v2/users', { username: login, email, password: `pw-${login}`, roles: [role] });
  return { id: made.body.id as number, login, password: `pw-${login}` };
}

/** Begins a log-in: where the browser is sent. */
async function begin(browser: TestBrowser, name: string, redirectTo = ''): Promise<URL> {
  const query = redirectTo === '' ? '' : `?${new URLSearchParams({ redirect_to: redirectTo })}`;
  const answer = await browser.get(`/login/${name}${query}`);
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '');
}

const pathOf = (url: string): string => url.slice(origin.length);

async function logIn(name: string, issuer: Issuer, sub: string, browser = here.browser(), redirectTo = '') {
  const back = await issuer.visit((await begin(browser, name, redirectTo)).href, sub);
  return { browser, back, answer: await browser.get(pathOf(back)) };
}
const isIn = (browser: TestBrowser) => browser.cookies.has('platen_session');
const rolesOf = async (id: number) =>
  (await here.site.as('administrator').get(`/wp/v2/users/${id}?context=edit`)).body.roles;

describe('a log-in at a provider', () => {
  it('is offered on the log-in page, asks with PKCE, state and nonce, and starts a session', async () => {
    const person = known(one);
    await account(person.email ?? '');
    const page = await (await here.browser().get('/wp-login.php')).text();
    expect(page).toContain('Log in with One');
    const url = await begin(here.browser(), 'one');
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(30);
    expect(url.searchParams.get('redirect_uri')).toBe(callback('one'));
    const { browser, answer } = await logIn('one', one, person.sub);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `${origin}/admin/`]);
    expect(isIn(browser)).toBe(true);
    const rows = await here.site.platen.store.table(auditLogTable).find({ event: 'account.oidc_linked' });
    expect(rows.length).toBeGreaterThan(0);
  });

  it('knows a person by the subject, whatever address it has later', async () => {
    const person = known(one);
    const { id } = await account(person.email ?? '');
    await logIn('one', one, person.sub);
    one.people.set(person.sub, { ...person, email: 'admin@example.org' });
    await logIn('one', one, person.sub);
    const [row] = await here.site.platen.store.table(oidcIdentitiesTable).find({ userId: id });
    expect(row?.subject).toBe(person.sub);
    expect((await logIn('one', one, person.sub)).answer.status).toBe(302);
  });

  it('with several providers, the same subject at another one is somebody else', async () => {
    const person = known(one);
    await account(person.email ?? '');
    await logIn('one', one, person.sub);
    two.people.set(person.sub, { sub: person.sub, email: 'nobody-here@example.org', email_verified: true });
    const { answer, browser } = await logIn('two', two, person.sub);
    expect([answer.status, isIn(browser)]).toEqual([403, false]);
  });

  it('leads to this site alone', async () => {
    const person = known(one);
    await account(person.email ?? '');
    const inside = await logIn('one', one, person.sub, here.browser(), `${origin}/admin/posts`);
    expect(inside.answer.headers.get('location')).toBe(`${origin}/admin/posts`);
    for (const target of ['https://evil.test/', '//evil.test', '/\\evil.test', 'javascript:alert(1)']) {
      const { answer } = await logIn('one', one, person.sub, here.browser(), target);
      expect(answer.headers.get('location')).toBe(`${origin}/admin/`);
    }
  });

  it('asks for the second factor of the account besides', async () => {
    const person = known(one);
    const { id } = await account(person.email ?? '');
    const { store } = here.site.platen;
    const { twoFactorTable } = await import('../../../src/auth/two-factor.ts');
    await store
      .table(twoFactorTable)
      .insert({ userId: id, secret: 'x', enabledAt: 1, lastStep: 0, pending: '', pendingAt: 0 });
    const { answer, browser } = await logIn('one', one, person.sub);
    expect([answer.status, isIn(browser)]).toEqual([200, false]);
    expect(await answer.text()).toContain('id="codeform"');
  });

  it('logs out at the provider too, where it is configured so', async () => {
    const person = known(one);
    await account(person.email ?? '');
    const { browser } = await logIn('one', one, person.sub);
    const answer = await browser.post('/wp-login.php?action=logout', {});
    const target = new URL(answer.headers.get('location') ?? '');
    expect([target.origin, target.searchParams.get('post_logout_redirect_uri')]).toEqual([
      one.url,
      `${origin}/wp-login.php?loggedout=true`,
    ]);
    expect(isIn(browser)).toBe(false);
  });
});

describe('accounts', () => {
  it('are made where the provider may, without a password, with a name that is free', async () => {
    const person = known(one, { name: 'Ann Example', preferred_username: 'admin' });
    const { answer, browser } = await logIn('open', one, person.sub);
    expect([answer.status, isIn(browser)]).toEqual([302, true]);
    const user = await here.site.platen.store.users.byEmail(person.email ?? '');
    expect([user?.login, user?.displayName]).toEqual(['admin-2', 'Ann Example']);
    expect(await rolesOf(user?.id ?? 0)).toEqual(['subscriber']);
    expect((await here.site.as('admin-2:').get('/wp/v2/users/me')).status).toBe(401);
  });

  it('get the role of their claim, at each log-in', async () => {
    const person = known(one, { groups: ['writers'] });
    await logIn('staff', one, person.sub);
    const id = (await here.site.platen.store.users.byEmail(person.email ?? ''))?.id ?? 0;
    expect(await rolesOf(id)).toEqual(['author']);
    one.people.set(person.sub, { ...person, groups: ['others', 'chiefs'] });
    await logIn('staff', one, person.sub);
    expect(await rolesOf(id)).toEqual(['administrator']);
    one.people.set(person.sub, { ...person, groups: ['others'] });
    const { answer, browser } = await logIn('staff', one, person.sub);
    expect([answer.status, isIn(browser)]).toEqual([403, false]);
    one.people.set(person.sub, { ...person, groups: ['writers'] });
    await logIn('staff', one, person.sub);
    expect(await rolesOf(id)).toEqual(['author']);
  });

  it('the last administrator stays one, whatever the claim says', async () => {
    const person = known(one, { email: 'admin@example.org', groups: ['writers'] });
    await here.site.as('administrator').post('/wp/v2/users/1', { email: 'admin@example.org' });
    expect((await logIn('staff', one, person.sub)).answer.status).toBe(302);
    expect(await rolesOf(1)).toEqual(['administrator']);
  });

  it.each<[string, Partial<KnownPerson>]>([
    ['an address that is not verified', { email_verified: false }],
    ['no word on whether it is verified', { email_verified: undefined as never }],
    ['no address', { email: undefined as never }],
  ])('are not found or made with %s', async (_what, odd) => {
    const email = `taken-${count}@example.org`;
    await account(email);
    const person = known(one, { email, ...odd });
    for (const name of ['one', 'open']) {
      const { answer, browser } = await logIn(name, one, person.sub);
      expect([answer.status, isIn(browser)]).toEqual([403, false]);
    }
  });

  it('prepared by somebody else are not handed over: an address that its owner never confirmed', async () => {
    const victim = known(one);
    const attacker = await account('attacker@example.org', 'subscriber');
    const own = here.site.as(`${attacker.login}:${attacker.password}`);
    expect((await own.post('/wp/v2/users/me', { email: victim.email })).status).toBe(200);
    for (const name of ['one', 'staff', 'open']) {
      one.people.set(victim.sub, { ...victim, groups: ['writers'] });
      const { answer, browser } = await logIn(name, one, victim.sub);
      expect([answer.status, isIn(browser)]).toEqual([403, false]);
    }
    // An administrator answers for an address.
    await here.site.as('administrator').post(`/wp/v2/users/${attacker.id}`, { email: 'away@example.org' });
    await here.site.as('administrator').post(`/wp/v2/users/${attacker.id}`, { email: victim.email });
    expect((await logIn('one', one, victim.sub)).answer.status).toBe(302);
  });

  it('registered and never confirmed are none: who comes with the address inherits nothing', async () => {
    const person = known(one);
    const { addRegistration } = await import('../../../src/auth/invitations.ts');
    await addRegistration(here.site.platen.store, { email: person.email ?? '', login: 'prepared' }, Date.now());
    const { answer } = await logIn('open', one, person.sub);
    expect(answer.status).toBe(302);
    const user = await here.site.platen.store.users.byEmail(person.email ?? '');
    expect(user?.login).not.toBe('prepared');
    expect(user?.passwordHash.startsWith('!')).toBe(true);
  });
});

describe('attacks on the way back', () => {
  async function ready() {
    const person = known(one);
    await account(person.email ?? '');
    const browser = here.browser();
    const back = await one.visit((await begin(browser, 'one')).href, person.sub);
    return { browser, back, person };
  }

  it('an answer counts once', async () => {
    const { browser, back } = await ready();
    const cookies = new Map(browser.cookies);
    expect((await browser.get(pathOf(back))).status).toBe(302);
    const again = here.browser();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect([(await again.get(pathOf(back))).status, isIn(again)]).toEqual([403, false]);
  });

  it('another browser cannot be logged in with it (CSRF), nor one that began another log-in', async () => {
    const { back } = await ready();
    const victim = here.browser();
    expect([(await victim.get(pathOf(back))).status, isIn(victim)]).toEqual([403, false]);
    await begin(victim, 'one');
    expect([(await victim.get(pathOf(back))).status, isIn(victim)]).toEqual([403, false]);
  });

  it('the answer of one provider is none of another (mix-up)', async () => {
    const { browser, back } = await ready();
    const swapped = pathOf(back).replace('/login/one/', '/login/two/');
    expect([(await browser.get(swapped)).status, isIn(browser)]).toEqual([403, false]);
    const other = await ready();
    const lying = new URL(other.back);
    lying.searchParams.set('iss', two.url);
    expect([(await other.browser.get(pathOf(lying.href))).status, isIn(other.browser)]).toEqual([403, false]);
  });

  it.each(['state', 'code'])('a changed %s is refused', async (name) => {
    const { browser, back } = await ready();
    const changed = new URL(back);
    changed.searchParams.set(name, `${changed.searchParams.get(name)}x`);
    expect([(await browser.get(pathOf(changed.href))).status, isIn(browser)]).toEqual([403, false]);
  });

  it('without a state, with an error, with a forged cookie or nothing at all, it is refused', async () => {
    const { browser, back } = await ready();
    const bare = new URL(back);
    bare.searchParams.delete('state');
    for (const path of [pathOf(bare.href), '/login/one/callback', '/login/one/callback?error=access_denied&state=x'])
      expect((await browser.get(path)).status).toBe(403);
    const forger = here.browser();
    forger.cookies.set('platen_oidc', 'A'.repeat(200));
    expect((await forger.get(pathOf(back))).status).toBe(403);
    expect((await here.browser().get('/login/nowhere')).status).toBe(404);
  });
});

describe('an issuer that signs what does not fit', () => {
  let server: Server;
  let issuer: string;
  let odd: (claims: Record<string, unknown>) => Record<string, unknown> = (claims) => claims;
  let nonce = '';
  let signWith: 'own' | 'other' | 'nothing' | 'publicKey' = 'own';
  let site: LoginSite;
  beforeAll(async () => {
    const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
    const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' };
    const signed = (claims: Record<string, unknown>): Promise<string> | string => {
      const token = new SignJWT(claims);
      if (signWith === 'nothing') return new UnsecuredJWT(claims).encode();
      // The public key, which everybody knows, as the secret of another algorithm.
      const known = new TextEncoder().encode(JSON.stringify(jwk));
      if (signWith === 'publicKey') return token.setProtectedHeader({ alg: 'HS256', kid: 'k' }).sign(known);
      const { privateKey } = signWith === 'own' ? own : other;
      return token.setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey);
    };
    server = createServer(async (request, response) => {
      const send = (body: unknown) => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(body));
      };
      if (request.url === '/jwks') return send({ keys: [jwk] });
      if (request.url === '/token') {
        const now = Math.floor(Date.now() / 1000);
        const usual = { iss: issuer, sub: 'odd', aud: 'platen', iat: now, exp: now + 300, nonce };
        const claims = odd({ ...usual, email: 'odd@example.org', email_verified: true });
        return send({ access_token: 'x', token_type: 'Bearer', id_token: await signed(claims) });
      }
      send({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['ES256'],
        subject_types_supported: ['public'],
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    site = await loginSite({ siteUrl: origin, oidc: { odd: { issuer, clientId: 'platen', createAccounts: true } } });
  });
  afterAll(async () => {
    await site.site.close();
    server.close();
  });

  async function tried(
    change: (claims: Record<string, unknown>) => Record<string, unknown>,
    key: typeof signWith = 'own',
  ) {
    [odd, signWith] = [change, key];
    const browser = site.browser();
    const asked = new URL((await browser.get('/login/odd')).headers.get('location') ?? '');
    nonce = asked.searchParams.get('nonce') ?? '';
    const answer = await browser.get(`/login/odd/callback?code=c&state=${asked.searchParams.get('state')}`);
    return [answer.status, browser.cookies.has('platen_session')];
  }
  const now = () => Math.floor(Date.now() / 1000);

  it('is believed where all fits, with a clock that is a little off', async () => {
    expect(await tried((claims) => claims)).toEqual([302, true]);
    expect(await tried((claims) => ({ ...claims, iat: now() + 30, exp: now() - 30 }))).toEqual([302, true]);
  });

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['another nonce', (claims) => ({ ...claims, nonce: 'of-another-log-in' })],
    ['no nonce', ({ nonce: _none, ...claims }) => claims],
    ['another audience', (claims) => ({ ...claims, aud: 'another-client' })],
    ['another issuer', (claims) => ({ ...claims, iss: 'https://evil.test' })],
    ['a token that has expired', (claims) => ({ ...claims, exp: now() - 600 })],
    ['a token of the future', (claims) => ({ ...claims, iat: now() + 600, nbf: now() + 600 })],
    ['no subject', ({ sub: _none, ...claims }) => claims],
  ])('is refused with %s', async (_what, change) => {
    expect(await tried(change)).toEqual([403, false]);
  });

  it.each(['other', 'nothing', 'publicKey'] as const)('is refused when signed with: %s key', async (key) => {
    expect(await tried((claims) => claims, key)).toEqual([403, false]);
  });
});

describe('with providers only', () => {
  let only: LoginSite;
  beforeAll(async () => {
    only = await loginSite({
      siteUrl: origin,
      oidcOnly: true,
      oidc: { two: { issuer: two.url, ...secret, linkByEmail: true } },
    });
  });
  afterAll(() => only.site.close());

  it('no password, passkey, mail or registration opens an account; programs keep their own passwords', async () => {
    const page = await (await only.browser().get('/wp-login.php')).text();
    expect([page.includes('name="pwd"'), page.includes('Log in with two')]).toEqual([false, true]);
    const browser = only.browser();
    for (const action of ['login', 'lostpassword', 'passkey', 'register', 'rp', 'resetpass'])
      await browser.post(`/wp-login.php?action=${action}`, {
        log: 'the-editor',
        pwd: 'pw-editor',
        user_login: 'the-editor',
      });
    expect(isIn(browser)).toBe(false);
    expect((await only.site.as('editor').get('/wp/v2/users/me')).status).toBe(401);
    const { createApplicationPassword } = await import('../../../src/auth/passwords/application-passwords.ts');
    const { password } = await createApplicationPassword(
      only.site.platen.store,
      only.site.users.editor,
      'p',
      Date.now(),
    );
    expect((await only.site.as(`the-editor:${password}`).get('/wp/v2/users/me')).status).toBe(200);
  });

  it('the link of the command is the emergency door', async () => {
    const { store } = only.site.platen;
    const user = await store.users.byId(1);
    if (!user) throw new Error('There is no administrator.');
    const token = await makeLoginLink(store, user, Date.now());
    const browser = only.browser();
    expect((await browser.get(loginLinkPath(token))).status).toBe(200);
    expect((await browser.post('/wp-login.php?action=link', { token })).status).toBe(302);
    expect(isIn(browser)).toBe(true);
  });

  it('is not configured without a provider', async () => {
    await expect(loginSite({ oidcOnly: true })).rejects.toThrow('PLATEN_OIDC_ONLY needs a provider');
  });
});
