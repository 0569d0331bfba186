import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loginLinkPath, loginLinksTable, makeLoginLink } from '../../../src/auth/login-links.ts';
import { type LoginSite, loginSite } from './login-client.ts';

let nowMs = Date.UTC(2026, 4, 1, 12);
let here: LoginSite;
beforeAll(async () => {
  here = await loginSite({ clock: () => nowMs });
});
afterAll(() => here.site.close());

const link = async (userId: number): Promise<string> => {
  const { store } = here.site.platen;
  const user = await store.users.byId(userId);
  if (!user) throw new Error('There is no such user.');
  return makeLoginLink(store, user, nowMs);
};
const use = (token: string, browser = here.browser(), headers = {}) =>
  browser.post('/wp-login.php?action=link', { token }, headers);

describe('a one-time link', () => {
  it('is void once its user has another password', async () => {
    const id = here.site.users.editor;
    const token = await link(id);
    const admin = here.site.as('administrator');
    expect((await admin.post(`/wp/v2/users/${id}`, { password: 'another-one' })).status).toBe(200);
    const browser = here.browser();
    await use(token, browser);
    expect(browser.cookies.size).toBe(0);
    await admin.post(`/wp/v2/users/${id}`, { password: 'pw-editor' });
  });

  it('asks when it is opened, and logs in with its button, once', async () => {
    const token = await link(1);
    const browser = here.browser();
    // Looked at twice: by a program that checks addresses, then by its owner.
    for (const _ of [1, 2]) {
      const page = await browser.get(loginLinkPath(token));
      expect(page.status).toBe(200);
      expect(page.headers.get('referrer-policy')).toBe('same-origin');
      expect(page.headers.get('cache-control')).toContain('no-store');
      expect(await page.text()).toContain('admin');
      expect(browser.cookies.size).toBe(0);
    }
    const done = await use(token, browser);
    expect([done.status, done.headers.get('location')]).toEqual([302, 'http://site.test/admin/']);
    const me = await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce');
    expect(me.status).toBe(200);
    expect((await use(token)).status).toBe(403);
    expect((await browser.get(loginLinkPath(token))).status).toBe(403);
  });

  it('of many requests, one logs in', async () => {
    const token = await link(here.site.users.editor);
    const answers = await Promise.all(Array.from({ length: 8 }, () => use(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([302, 403, 403, 403, 403, 403, 403, 403]);
  });

  it('is good for fifteen minutes', async () => {
    const token = await link(here.site.users.author);
    nowMs += 15 * 60_000;
    expect((await here.browser().get(loginLinkPath(token))).status).toBe(403);
    expect((await use(token)).status).toBe(403);
  });

  it('is void when another one is made for the same user', async () => {
    const { author, editor } = here.site.users;
    const [first, others] = [await link(author), await link(editor)];
    const second = await link(author);
    expect((await use(first)).status).toBe(403);
    expect((await use(others)).status).toBe(302);
    expect((await use(second)).status).toBe(302);
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5000), "' or 1=1 --", '%00'])(
    'forged as %j is refused',
    async (token) => {
      await link(1);
      expect((await use(token)).status).toBe(403);
      const page = await here.browser().get(`/wp-login.php?action=link&token=${encodeURIComponent(token)}`);
      expect(page.status).toBe(403);
    },
  );

  it('cannot be used from a page of another site, and is not stored as it is', async () => {
    const token = await link(1);
    const answer = await use(token, here.browser(), { origin: 'https://evil.test' });
    expect(answer.status).toBe(403);
    const rows = await here.site.platen.store.table(loginLinksTable).find({});
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await use(token)).status).toBe(302);
  });

  it('ends with the account', async () => {
    const { body: user } = await here.site
      .as('administrator')
      .post('/wp/v2/users', { username: 'guest', email: 'guest@example.org', password: 'pw-guest' });
    const token = await link(user.id);
    await here.site.as('administrator').delete(`/wp/v2/users/${user.id}?force=true&reassign=1`);
    expect((await use(token)).status).toBe(403);
  });
});
