import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoginSite, loginSite, type TestBrowser } from './login-client.ts';

let here: LoginSite;
beforeAll(async () => {
  here = await loginSite({ siteUrl: 'http://site.test' });
});
afterAll(() => here.site.close());

const right = { log: 'the-editor', pwd: 'pw-editor' };

async function loggedIn(): Promise<{ browser: TestBrowser; nonce: string }> {
  const browser = here.browser();
  await browser.post('/wp-login.php', right);
  return { browser, nonce: await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text() };
}

describe('the log-in form', () => {
  it('is a page that nobody can frame, store or find', async () => {
    const page = await here.browser().get('/wp-login.php');
    const text = await page.text();
    expect(page.status).toBe(200);
    for (const name of ['name="log"', 'name="pwd"', 'name="rememberme"', 'name="redirect_to"'])
      expect(text).toContain(name);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toContain('no-store');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
  });

  it.each([
    ['user name', right],
    ['e-mail address', { log: 'Editor@Example.org', pwd: 'pw-editor' }],
  ])('takes a %s and starts a session', async (_name, fields) => {
    const browser = here.browser();
    const answer = await browser.post('/wp-login.php', { ...fields, redirect_to: '' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://site.test/admin/']);
    expect(answer.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).status).toBe(200);
  });

  it('keeps the session for longer if asked to', async () => {
    const answer = await here.browser().post('/wp-login.php', { ...right, rememberme: 'forever' });
    expect(answer.headers.get('set-cookie')).toMatch(/Max-Age=1209600/);
  });

  it.each([
    ['a wrong password', { log: 'the-editor', pwd: 'no' }, 401],
    ['an unknown user', { log: 'nobody', pwd: 'no' }, 401],
    ['no name', { pwd: 'x' }, 400],
    ['no password', { log: 'the-editor' }, 400],
    ['a password of a megabyte in parts', { log: 'the-editor', pwd: 'x'.repeat(200_000) }, 401],
  ])('refuses %s with the form and a sentence', async (_name, fields, status) => {
    const browser = here.browser();
    const answer = await browser.post('/wp-login.php', fields as Record<string, string>);
    const text = await answer.text();
    expect([answer.status, browser.cookies.size]).toEqual([status, 0]);
    expect(text).toContain('role="alert"');
    expect(text).toContain('name="pwd"');
  });

  it('shows what was typed as text', async () => {
    const answer = await here.browser().post('/wp-login.php', { log: '"><script>alert(1)</script>', pwd: 'x' });
    const text = await answer.text();
    expect(text).not.toContain('<script>');
    expect(text).toContain('&lt;script&gt;');
  });

  it.each([
    ['https://evil.test/', 'http://site.test/admin/'],
    ['//evil.test/', 'http://site.test/admin/'],
    ['/\\evil.test/', 'http://site.test/admin/'],
    ['http://site.test/2024/', 'http://site.test/2024/'],
    ['/a-page/', 'http://site.test/a-page/'],
  ])('redirect_to=%s leads to %s', async (asked, target) => {
    const answer = await here.browser().post('/wp-login.php', { ...right, redirect_to: asked });
    expect(answer.headers.get('location')).toBe(target);
  });

  it.each<Record<string, string>>([
    { origin: 'https://evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
  ])('is not taken from another site: %o', async (headers) => {
    const browser = here.browser();
    const answer = await browser.post('/wp-login.php', right, headers);
    expect([answer.status, browser.cookies.size]).toEqual([403, 0]);
  });

  it('gives a new session each time, whatever cookie was brought along', async () => {
    const { browser } = await loggedIn();
    const before = browser.cookies.get('platen_session');
    await browser.post('/wp-login.php', right);
    const after = browser.cookies.get('platen_session');
    expect(after).not.toBe(before);
    const old = here.browser();
    old.cookies.set('platen_session', before ?? '');
    expect((await old.get('/wp-admin/admin-ajax.php?action=rest-nonce')).status).toBe(400);
  });
});

describe('a session', () => {
  it('gives its nonce to the browser, with which it may write', async () => {
    const { browser, nonce } = await loggedIn();
    const me = await browser.get('/wp-json/wp/v2/users/me', { 'X-WP-Nonce': nonce });
    expect(await me.json()).toMatchObject({ name: 'the-editor' });
    expect((await browser.get('/wp-json/wp/v2/users/me')).status).toBe(401);
    expect((await browser.get('/wp-json/wp/v2/users/me', { 'X-WP-Nonce': `${nonce}x` })).status).toBe(403);
  });

  it('gives no nonce to visitors', async () => {
    const answer = await here.browser().get('/wp-admin/admin-ajax.php?action=rest-nonce');
    expect([answer.status, await answer.text()]).toEqual([400, '0']);
  });

  it('ends by a posted form, or by a link that has its nonce', async () => {
    const posted = (await loggedIn()).browser;
    expect((await posted.post('/wp-login.php?action=logout', {})).status).toBe(302);
    expect(posted.cookies.size).toBe(0);
    const { browser, nonce } = await loggedIn();
    const token = browser.cookies.get('platen_session') ?? '';
    const answer = await browser.get(`/wp-login.php?action=logout&_wpnonce=${nonce}`);
    expect(answer.headers.get('location')).toBe('http://site.test/wp-login.php?loggedout=true');
    browser.cookies.set('platen_session', token);
    expect((await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).status).toBe(400);
  });

  it('does not end by a link of somebody else', async () => {
    const { browser } = await loggedIn();
    for (const path of ['/wp-login.php?action=logout', '/wp-login.php?action=logout&_wpnonce=guess']) {
      const answer = await browser.get(path);
      expect([answer.status, (await answer.text()).includes('Do you want to log out?')]).toEqual([200, true]);
    }
    const foreign = await browser.post('/wp-login.php?action=logout', {}, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(200);
    expect((await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).status).toBe(200);
  });
});

describe('admin addresses', () => {
  it.each(['/admin/', '/wp-admin/', '/wp-admin/edit.php?post_type=page', '/wp-admin'])(
    'lead visitors to the log-in and back: %s',
    async (path) => {
      const location = (await here.browser().get(path)).headers.get('location');
      const url = new URL(location ?? '');
      expect([url.pathname, url.searchParams.get('redirect_to')]).toEqual(['/wp-login.php', `http://site.test${path}`]);
    },
  );

  it('lead users to our admin page', async () => {
    const { browser } = await loggedIn();
    const answer = await browser.get('/wp-admin/post.php?post=1&action=edit');
    expect(answer.headers.get('location')).toBe('http://site.test/admin/');
  });
});

it('a site on HTTPS sends its cookie over HTTPS only', async () => {
  const safe = await loginSite({ siteUrl: 'https://site.test' });
  try {
    const answer = await safe.browser().post('/wp-login.php', right);
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure$/);
  } finally {
    await safe.site.close();
  }
});

it('guesses are throttled like those with Basic', async () => {
  // The pauses that guessing costs last for a second at first.
  const now = Date.now();
  const strict = await loginSite({ throttle: true, clock: () => now });
  try {
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1)
      statuses.push((await strict.browser().post('/wp-login.php', { log: 'the-editor', pwd: `no${n}` })).status);
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect((await strict.site.as('editor').get('/wp/v2/users/me')).status).toBe(429);
    expect((await strict.site.as('author').get('/wp/v2/users/me')).status).toBe(200);
  } finally {
    await strict.site.close();
  }
});
