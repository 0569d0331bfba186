import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten();
});
afterAll(() => site.close());

const admin = () => site.as('administrator');
const set = (fields: Record<string, unknown>) => admin().post('/wp/v2/settings', fields);
const read = async () => (await admin().get('/wp/v2/settings')).body;

describe('settings', () => {
  it.each(['editor', 'author', 'contributor', 'subscriber'] as Role[])('are closed to %s', async (role) => {
    expect((await site.as(role).get('/wp/v2/settings')).status).toBe(403);
    expect((await site.as(role).post('/wp/v2/settings', { title: 'Mine' })).status).toBe(403);
  });

  it.each(['__proto__', 'constructor', 'toString', 'xx_XX'])('keep the language when %s is asked for', async (code) => {
    const { language } = await read();
    expect((await set({ language: code })).status).toBe(200);
    expect((await read()).language).toBe(language);
  });

  it('are closed to visitors', async () => {
    const { status, body } = await site.as('anonymous').get('/wp/v2/settings');
    expect([status, body.code]).toEqual([401, 'rest_forbidden']);
  });

  it.each([
    [{ title: 'A <b>bold</b> & "brave" site' }, { title: 'A &lt;b&gt;bold&lt;/b&gt; &amp; &quot;brave&quot; site' }],
    [{ description: '  padded  ' }, { description: '  padded  ' }],
    [{ email: 'owner@example.org' }, { email: 'owner@example.org' }],
    [{ timezone: 'Asia/Kolkata' }, { timezone: 'Asia/Kolkata' }],
    [{ timezone: 'Mars/Olympus' }, { timezone: 'Asia/Kolkata' }],
    [{ timezone: '' }, { timezone: '' }],
    [{ date_format: '<b>Y</b>-m-d' }, { date_format: 'Y-m-d' }],
    [{ start_of_week: '3' }, { start_of_week: 3 }],
    [{ language: 'xx_YY' }, { language: 'en_US' }],
    [{ use_smilies: 'false' }, { use_smilies: false }],
    [{ posts_per_page: 0 }, { posts_per_page: 1 }],
    [{ posts_per_page: -5 }, { posts_per_page: 5 }],
    [{ default_post_format: 'aside' }, { default_post_format: 'aside' }],
    [{ default_comment_status: 'closed' }, { default_comment_status: 'closed' }],
    [{ blogname: 'By its other name' }, {}],
  ])('%j reads back as %j', async (sent, expected) => {
    const before = await read();
    const { status, body } = await set(sent);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...expected });
    expect(await read()).toEqual(body);
  });

  it.each([
    [{ title: 5 }, ['title']],
    [{ title: ['a'], description: { a: 1 } }, ['title', 'description']],
    [{ email: 'no mail' }, ['email']],
    [{ start_of_week: 'monday', posts_per_page: 2.5 }, ['start_of_week', 'posts_per_page']],
    [{ use_smilies: 'perhaps' }, ['use_smilies']],
    [{ default_ping_status: 'ajar' }, ['default_ping_status']],
  ])('refuse %j as a whole', async (fields, params) => {
    const before = await read();
    const { status, body } = await set({ title: 'Half done', ...fields });
    expect([status, Object.keys(body.data.params)]).toEqual([400, params]);
    expect(await read()).toEqual(before);
  });

  it('go back to their defaults when set to null', async () => {
    await set({
      title: 'Named',
      start_of_week: 4,
      use_smilies: false,
      posts_per_page: 3,
      default_comment_status: 'closed',
    });
    const { body } = await set({
      title: null,
      start_of_week: null,
      use_smilies: null,
      posts_per_page: null,
      default_comment_status: null,
    });
    expect(body).toMatchObject({
      title: 'Platen',
      start_of_week: 1,
      use_smilies: true,
      posts_per_page: 10,
      default_comment_status: 'open',
    });
  });
});

describe('what settings do', () => {
  it('the address reads back as written, while the configured one decides links', async () => {
    expect((await read()).url).toBe('http://site.test');
    expect((await set({ url: 'https://other.example/blog' })).body.url).toBe('https://other.example/blog');
    expect((await set({ url: 'javascript:alert(1)' })).body.url).toBe('https://other.example/blog');
    const { body } = await admin().get('/wp/v2/users/me');
    expect(body.link).toBe('http://site.test/author/admin/');
  });

  it('the timezone moves dates, and the index shows it', async () => {
    await set({ timezone: 'Asia/Kolkata', title: 'Renamed' });
    const post = await admin().post('/wp/v2/posts', { title: 'Local', date: '2020-08-01T12:00:00' });
    expect(post.body.date_gmt).toBe('2020-08-01T06:30:00');
    const index = await site.as('anonymous').get('/');
    expect(index.body).toMatchObject({ name: 'Renamed', gmt_offset: 5.5, timezone_string: 'Asia/Kolkata' });
    await set({ timezone: '' });
  });

  it('the defaults of discussion and category meet new posts', async () => {
    const category = await admin().post('/wp/v2/categories', { name: 'Elsewhere' });
    await set({ default_comment_status: 'closed', default_ping_status: 'closed', default_category: category.body.id });
    const { body } = await admin().post('/wp/v2/posts', { title: 'By default' });
    expect(body).toMatchObject({ comment_status: 'closed', ping_status: 'closed', categories: [category.body.id] });
  });
});
