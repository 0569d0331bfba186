import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientFor } from '../../support/platen.ts';
import { feedIsWhole } from '../../support/whole-feed.ts';
import { type LoginSite, loginSite } from '../login/login-client.ts';

const [hour, day] = [3_600_000, 86_400_000];
const noon = Date.parse('2026-05-05T11:30:00Z');
let nowMs = noon;
let site: LoginSite;
beforeAll(async () => {
  site = await loginSite({ clock: () => nowMs, commentFloodSeconds: 15, leads: true, throttle: true });
});
beforeEach(() => {
  nowMs = noon;
});
afterAll(() => site.site.close());

const admin = () => site.site.as('administrator');
const visitor = () => site.site.as('anonymous');
const at = (ms: number) => new Date(ms).toISOString().slice(0, 19);

describe('a clock that is set', () => {
  it.each([
    ['back by an hour', -hour],
    ['back by a day', -day],
    ['forward by an hour', hour],
  ])('%s leaves people logged in, and open pages of the admin working', async (_, step) => {
    const browser = site.browser();
    await browser.post('/wp-login.php', { log: 'admin', pwd: 'pw-administrator', rememberme: 'forever' });
    const nonce = await (await browser.get('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
    nowMs += step;
    const me = await browser.get('/wp-json/wp/v2/users/me?context=edit', { 'x-wp-nonce': nonce });
    expect([me.status, ((await me.json()) as { username: string }).username]).toEqual([200, 'admin']);
  });

  it('publishes what is due by it and nothing else, and hides nothing again', async () => {
    const soon = await admin().post('/wp/v2/posts', { title: 'Soon', status: 'future', date_gmt: at(noon + hour) });
    const later = await admin().post('/wp/v2/posts', {
      title: 'Later',
      status: 'future',
      date_gmt: at(noon + 2 * day),
    });
    const shown = async () =>
      Promise.all([soon, later].map(async ({ body }) => (await visitor().get(`/wp/v2/posts/${body.id}`)).status));
    nowMs = noon - day;
    await site.site.platen.runDue();
    expect(await shown()).toEqual([401, 401]);
    nowMs = noon + day;
    await site.site.platen.runDue();
    expect(await shown()).toEqual([200, 401]);
    nowMs = noon;
    await site.site.platen.runDue();
    expect(await shown()).toEqual([200, 401]);
    // Nothing is left to be published by itself during another test.
    await admin().delete(`/wp/v2/posts/${later.body.id}?force=true`);
  });

  it.each([hour, day])('back by %i ms keeps nobody from commenting', async (step) => {
    nowMs = noon + 10 * day + 3 * step;
    const post = await admin().post('/wp/v2/posts', { title: 'Talk', status: 'publish', date_gmt: at(noon) });
    const comment = (content: string) =>
      site.site.as('subscriber').post('/wp/v2/comments', { post: post.body.id, content });
    expect((await comment(`First ${step}`)).status).toBe(201);
    expect((await comment(`Too soon ${step}`)).body.code).toBe('comment_flood');
    nowMs -= step;
    expect((await comment(`After the step ${step}`)).status).toBe(201);
    expect((await comment(`Too soon again ${step}`)).body.code).toBe('comment_flood');
  });

  it('back by a day keeps nobody waiting for a log-in longer than the throttle itself does', async () => {
    const wrong = clientFor(site.site.platen, 'admin:wrong');
    const tries = async () => {
      for (let n = 0; n < 12; n++) if ((await wrong.get('/wp/v2/users/me')).status === 429) return true;
      return false;
    };
    nowMs = noon + 5 * day;
    expect(await tries()).toBe(true);
    nowMs = noon;
    expect((await wrong.get('/wp/v2/users/me')).status).toBe(401);
    expect(await tries()).toBe(true);
  });

  it('back keeps the order of the change feed, and shows it everything', async () => {
    let since = '';
    await feedIsWhole(site.site.platen);
    for (let more = true; more; ) {
      const { body } = await admin().get(`/platen/v1/changes?since=${since}`);
      [since, more] = [body.cursor, body.more];
    }
    const made: number[] = [];
    for (const step of [0, -hour, -day, hour, 0]) {
      nowMs = noon + step;
      made.push((await admin().post('/wp/v2/posts', { title: `At ${step}`, status: 'publish' })).body.id);
    }
    await feedIsWhole(site.site.platen);
    const { body } = await admin().get(`/platen/v1/changes?since=${since}&types=post`);
    expect(body.changes.map(({ id }: { id: number }) => id)).toEqual(made);
  });

  it('back shows a preview for as long as it was promised, and not to those without its link', async () => {
    const post = await admin().post('/wp/v2/posts', { title: 'Draft' });
    const made = await admin().post('/platen/v1/previews', { post: post.body.id });
    expect(made.status).toBe(201);
    nowMs -= day;
    expect((await visitor().get(`/wp/v2/posts/${post.body.id}`)).status).toBe(401);
    nowMs = noon + 400 * day;
    expect((await admin().get(`/platen/v1/previews/${made.body.id}`)).status).toBe(404);
  });
});
