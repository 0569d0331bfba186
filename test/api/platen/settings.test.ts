import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { defineExtension, refuse } from '../../../src/extension.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const path = '/platen/v1/settings';
let site: TestPlaten;
let origin: string;
beforeAll(async () => {
  site = await testPlaten({ host: '127.0.0.1' });
  origin = await site.platen.listen();
});
afterAll(() => site.close());

const administrator = () => site.as('administrator');
const page = async (title: string, status = 'publish') =>
  (await administrator().post('/wp/v2/pages', { title, status })).body.id as number;

it('a new site shows its defaults', async () => {
  expect((await administrator().get(path)).body).toMatchObject({
    front_page: 0,
    posts_page: 0,
    permalinks: expect.stringContaining('%postname%'),
    are_permalinks_fixed: false,
    search_engines: true,
    comment_name_required: true,
    comment_moderation: false,
    comment_levels: 5,
    comment_days: 0,
    comments_per_page: 0,
  });
});

it('the front page and the page of posts are chosen, and pages follow at once', async () => {
  const [front, posts] = [await page('Welcome here'), await page('Journal')];
  const { body } = await administrator().post(path, { front_page: front, posts_page: posts });
  expect(body).toMatchObject({ front_page: front, posts_page: posts });
  expect(await (await fetch(`${origin}/`)).text()).toContain('Welcome here');
  expect((await administrator().post(path, { front_page: 0 })).body.front_page).toBe(0);
  expect(await (await fetch(`${origin}/`)).text()).not.toContain('<h1>Welcome here');
});

it('permalinks change the addresses of posts', async () => {
  const { body: post } = await administrator().post('/wp/v2/posts', { title: 'Linked', status: 'publish' });
  await administrator().post(path, { permalinks: '/%postname%/' });
  expect((await administrator().get(`/wp/v2/posts/${post.id}`)).body.link).toBe('http://site.test/linked/');
  expect((await fetch(`${origin}/linked/`)).status).toBe(200);
  await administrator().post(path, { permalinks: '' });
  expect((await administrator().get(`/wp/v2/posts/${post.id}`)).body.link).toBe(`http://site.test/?p=${post.id}`);
});

it('discussion is set, and comments follow', async () => {
  const { body: post } = await administrator().post('/wp/v2/posts', { title: 'Talk', status: 'publish' });
  const { body } = await administrator().post(path, {
    comment_moderation: true,
    comment_days: 30,
    comment_levels: 0,
    comment_held_words: 'one\r\ntwo',
  });
  expect(body).toMatchObject({
    comment_moderation: true,
    comment_days: 30,
    comment_levels: 0,
    comment_held_words: 'one\ntwo',
  });
  const comment = await site.as('subscriber').post('/wp/v2/comments', { post: post.id, content: 'Hello' });
  expect(comment.body.status).toBe('hold');
});

it.each([
  { front_page: 999_999 },
  { front_page: -1 },
  { front_page: 'x' },
  { permalinks: 'no-slash/%postname%' },
  { permalinks: '/fixed/' },
  { permalinks: '/%evil%/%postname%/' },
  { permalinks: '/<script>/%postname%/' },
  { posts_per_feed: 0 },
  { comment_levels: 11 },
  { search_engines: 'perhaps' },
  { comment_held_words: 'x'.repeat(200_000) },
])('refuses %j whole', async (wrong) => {
  const before = (await administrator().get(path)).body;
  const answer = await administrator().post(path, { comment_links: 7, ...wrong });
  expect(answer).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  expect((await administrator().get(path)).body).toEqual(before);
});

it('a draft cannot be the front page, nor one page be both', async () => {
  const [draft, both] = [await page('Draft', 'draft'), await page('Both')];
  expect((await administrator().post(path, { front_page: draft })).status).toBe(400);
  expect((await administrator().post(path, { front_page: both, posts_page: both })).status).toBe(400);
});

it('permalinks that the configuration sets stay', async () => {
  const fixed = await testPlaten({ permalinks: '/%postname%/' });
  const { body } = await fixed.as('administrator').get(path);
  expect(body).toMatchObject({ permalinks: '/%postname%/', are_permalinks_fixed: true });
  expect((await fixed.as('administrator').post(path, { permalinks: '/x/%postname%/' })).status).toBe(400);
  await fixed.close();
});

it('is for administrators only', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const status = async (who: Role) => (await site.as(who).send(method, path)).status;
    expect(await status('anonymous')).toBe(401);
    for (const who of ['subscriber', 'contributor', 'author', 'editor'] as const) expect(await status(who)).toBe(403);
    expect(await status('administrator')).toBe(200);
  }
});

it('a change asks and tells the same hooks as other settings, and is in the audit log', async () => {
  const told: unknown[] = [];
  const hooked = await testPlaten({
    extensions: [
      defineExtension({
        name: 'watching',
        hooks: {
          before: {
            settings: {
              update: ({ draft }) => (draft['comment_links'] === 9 ? refuse('Too many links.') : { posts_per_feed: 7 }),
            },
          },
          after: { settings: { update: ({ item }) => void told.push(item.names) } },
        },
      }),
    ],
  });
  const admin = hooked.as('administrator');
  expect((await admin.post(path, { comment_links: 9 })).body.message).toBe('Too many links.');
  expect((await admin.post(path, { comment_links: 4 })).body).toMatchObject({ comment_links: 4, posts_per_feed: 7 });
  await vi.waitFor(() => expect(told).toEqual([['comment_links']]), { timeout: 300_000 });
  const { items } = (await admin.get('/platen/v1/audit')).body;
  expect(items[0]).toMatchObject({ event: 'settings.update', detail: { fields: ['comment_links'] } });
  await hooked.close();
});
