import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LoginSite, loginSite, type TestBrowser } from './login-client.ts';

let here: LoginSite;
beforeAll(async () => {
  here = await loginSite({ throttle: false });
});
afterAll(() => here.site.close());

const logins = {
  administrator: { log: 'admin', pwd: 'pw-administrator' },
  editor: { log: 'the-editor', pwd: 'pw-editor' },
} as const;

async function loggedIn(role: keyof typeof logins = 'administrator'): Promise<{ browser: TestBrowser; nonce: string }> {
  const browser = here.browser();
  const answer = await browser.post('/wp-login.php', logins[role]);
  expect(answer.status).toBe(302);
  return { browser, nonce: await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text() };
}

describe('a session that the log-in page began', () => {
  it.each(['application/json', 'text/plain'])(
    'a cookie from the log-in page posts no comment from another page: %s',
    async (type) => {
      const { browser } = await loggedIn();
      const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
      const { body: post } = await here.site.as('editor').post('/wp/v2/posts', { title: 'Open', status: 'publish' });
      const sent = {
        post: post.id,
        content: `From elsewhere, as ${type}`,
        author_name: 'X',
        author_email: 'x@example.org',
      };
      const answer = await fetch(
        `${here.url}/wp-json/wp/v2/comments?${new URLSearchParams({ ...sent, post: String(post.id) })}`,
        {
          method: 'POST',
          headers: { cookie, origin: 'https://evil.test', 'content-type': type },
          body: JSON.stringify(sent),
        },
      );
      const made = (await answer.json()) as { author?: number };
      expect([401, 403]).toContain(answer.status);
      expect(made.author).toBeUndefined();
    },
  );

  it.each<Record<string, string>>([
    {},
    { 'x-wp-nonce': 'guess' },
    { origin: 'https://evil.test' },
    { 'x-http-method-override': 'PUT' },
  ])('a cookie from the log-in page changes no settings from another page: %o', async (headers) => {
    const { browser } = await loggedIn();
    const answer = await browser.post('/wp-json/wp/v2/settings', { title: 'Mine now' }, headers);
    expect([401, 403]).toContain(answer.status);
    const { body } = await here.site.as('administrator').get('/wp/v2/settings');
    expect(body.title).not.toBe('Mine now');
  });

  it('a callback with a cookie from the log-in page gets what a visitor gets', async () => {
    const { browser } = await loggedIn();
    const answer = await browser.get('/wp-json/wp/v2/users/me?_jsonp=take');
    expect(await answer.text()).toContain('rest_not_logged_in');
  });

  it('a nonce of one session is of no use in another', async () => {
    const [one, other] = [await loggedIn('editor'), await loggedIn('administrator')];
    const answer = await one.browser.get('/wp-json/wp/v2/users/me', { 'X-WP-Nonce': other.nonce });
    expect(answer.status).toBe(403);
    const link = await one.browser.get(`/wp-login.php?action=logout&_wpnonce=${other.nonce}`);
    expect(link.status).toBe(200);
  });

  it('the cookie is not for scripts, nor for requests of other sites', async () => {
    const answer = await here.browser().post('/wp-login.php', { log: 'the-editor', pwd: 'pw-editor' });
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=(?:Lax|Strict)/);
    expect(cookie).not.toMatch(/Domain=/i);
  });
});

describe('the pages around the log-in', () => {
  it.each([
    '/wp-login.php',
    '/wp-login.php?action=lostpassword',
    '/wp-login.php?action=rp&key=x&login=admin',
    '/wp-login.php?action=logout',
    '/admin/',
  ])('%s cannot be framed, stored or read by other pages', async (path) => {
    const { browser } = await loggedIn();
    const answer = await browser.get(path, { origin: 'https://evil.test', 'accept-encoding': 'gzip' });
    expect(answer.headers.get('x-frame-options')).toBe('DENY');
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    // The length of a compressed page would tell of the nonce in it.
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  it('an unknown name and a wrong password are refused in the same words', async () => {
    const refused = async (log: string) => {
      const answer = await here.browser().post('/wp-login.php', { log, pwd: 'wrong' });
      return [answer.status, (await answer.text()).replaceAll(log, 'NAME')];
    };
    const known = await refused('the-editor');
    expect(await refused('nobody-here')).toEqual(known);
    expect(await refused('editor@example.org')).toEqual(known);
  });

  it('a lost password is answered before anything is looked up', async () => {
    const { store } = here.site.platen;
    const find = vi.spyOn(store.users, 'byLogin');
    const held = Promise.withResolvers<null>();
    find.mockReturnValueOnce(held.promise);
    const answer = await here.browser().post('/wp-login.php?action=lostpassword', { user_login: 'the-subscriber' });
    expect(find).toHaveBeenCalledWith('the-subscriber');
    expect(answer.headers.get('location')).toBe('http://site.test/wp-login.php?checkemail=confirm');
    held.resolve(null);
    find.mockRestore();
  });
});

describe('public addresses', () => {
  it.each(['subscriber', 'contributor'] as const)(
    '?author=%s tells no name of a user who wrote nothing',
    async (role) => {
      const answer = await fetch(`${here.url}/?author=${here.site.users[role]}`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
      expect(await answer.text()).not.toContain(`the-${role}`);
    },
  );

  it('?author=N leads to the page of somebody who has written', async () => {
    await here.site.as('author').post('/wp/v2/posts', { title: 'Written', status: 'publish' });
    const answer = await fetch(`${here.url}/?author=${here.site.users.author}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, 'http://site.test/author/the-author/']);
  });
});
