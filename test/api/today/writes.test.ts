import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
beforeAll(async () => {
  site = await testPlaten({ variant: 'c' });
});
afterAll(() => site.close());

const make = async (path: string, fields: Record<string, unknown>, as: Role = 'editor') =>
  (await site.as(as).post(path, { status: 'publish', date: '2021-03-01T08:00:00', ...fields })).body;

describe('the methods allowed after a write', () => {
  it('count with the context in which the item was shown', async () => {
    const allowed = async (as: Role, path: string) =>
      (await site.as(as).post(path, { name: `${path} of the ${as}` })).headers['allow'];
    for (const path of ['/wp/v2/tags', '/wp/v2/wp_pattern_category']) {
      expect([path, await allowed('author', path)]).toEqual([path, 'POST']);
      expect([path, await allowed('editor', path)]).toEqual([path, 'GET, POST']);
    }
  });

  it('leave out reading for those who may change a comment and not open it', async () => {
    const post = await make('/wp/v2/posts', { title: 'Discussed' }, 'author');
    const { body: comment } = await site.as('subscriber').post('/wp/v2/comments', { post: post.id, content: 'Mine.' });
    const path = `/wp/v2/comments/${comment.id}`;
    const allowed = async (as: Role) => (await site.as(as).post(path, { content: `By the ${as}` })).headers['allow'];
    expect(await allowed('author')).toBe('POST, PUT, PATCH, DELETE');
    expect(await allowed('editor')).toBe('GET, POST, PUT, PATCH, DELETE');
    const created = await site.as('author').post('/wp/v2/comments', { post: post.id, content: 'Made.' });
    expect(created.headers['allow']).toBe('GET, POST');
  });

  it('do not take a new password for one to read with', async () => {
    const post = await make('/wp/v2/posts', { title: 'Sticky', sticky: true });
    const refused = await site.as('editor').post(`/wp/v2/posts/${post.id}`, { password: 'sesame' });
    expect([refused.status, refused.headers['allow']]).toEqual([400, 'GET, POST, PUT, PATCH, DELETE']);
    const locked = await make('/wp/v2/posts', { title: 'Locked', password: 'sesame' });
    const read = await site.as('anonymous').get(`/wp/v2/posts/${locked.id}?password=wrong`);
    expect([read.status, read.body.code]).toEqual([403, 'rest_post_incorrect_password']);
  });
});

describe('a template', () => {
  it('that the theme lacks is named together with everything else that is wrong', async () => {
    for (const path of ['/wp/v2/posts', '/wp/v2/pages']) {
      const { id } = await make(path, { title: 'Plain' });
      for (const at of [path, `${path}/${id}`]) {
        const sent = { comment_status: 'maybe', template: 'none.php' };
        const { status, body } = await site.as('editor').post(at, sent);
        expect([at, status, Object.keys(body.data.params).sort()]).toEqual([at, 400, ['comment_status', 'template']]);
        expect(body.data.details.template).toMatchObject({ code: 'rest_invalid_param', data: null });
      }
    }
  });

  it('of a wrong type is refused for what it is not', async () => {
    const { body } = await site.as('editor').post('/wp/v2/posts', { title: 'x', template: 4 });
    expect(body.data.details.template.code).toBe('rest_invalid_param');
  });

  it('tells visitors nothing of what is stored', async () => {
    const post = await make('/wp/v2/posts', { title: 'Hidden', status: 'private' });
    await site.platen.store.meta.set('post', post.id, '_wp_page_template', ['wide.php']);
    const codes = [];
    for (const template of ['wide.php', 'other.php'])
      codes.push((await site.as('anonymous').post(`/wp/v2/posts/${post.id}`, { template })).body.code);
    expect(codes).toEqual(['rest_invalid_param', 'rest_invalid_param']);
  });
});

it('the link to a parent leads to the collection that the parent is in, and embeds it', async () => {
  const post = await make('/wp/v2/posts', { title: 'A post above' });
  const page = await make('/wp/v2/pages', { title: 'Above' });
  const child = await make('/wp/v2/pages', { title: 'Below', parent: page.id });
  const up = (item: { _links: { up: { href: string }[] } }) => item._links.up[0]?.href.split('/wp-json')[1];
  expect(up(child)).toBe(`/wp/v2/pages/${page.id}`);
  const moved = (await site.as('editor').post(`/wp/v2/pages/${child.id}`, { parent: post.id })).body;
  expect(up(moved)).toBe(`/wp/v2/posts/${post.id}`);
  const { body } = await site.as('anonymous').get(`/wp/v2/pages/${child.id}?_embed=up`);
  expect(body._embedded.up[0]).toMatchObject({ id: post.id, type: 'post' });
  const { body: listed } = await site.as('anonymous').get(`/wp/v2/pages?include=${child.id}`);
  expect(up(listed[0])).toBe(`/wp/v2/posts/${post.id}`);
});

it('a character that cannot be stored is an error with its reason beside it', async () => {
  const { status, body } = await site.as('editor').post('/wp/v2/posts', { title: 'x', content: 'lone \udcff' });
  expect([status, body.code]).toEqual([400, 'db_insert_error']);
  expect(body.additional_data).toEqual([expect.any(String)]);
});

describe('autosaves', () => {
  const saved = async (id: number, fields: object) =>
    (await site.as('editor').post(`/wp/v2/posts/${id}/autosaves`, fields)).body;

  it('stay as they are when the texts of the post itself are sent', async () => {
    const post = await make('/wp/v2/posts', { title: 'First', content: 'One.', excerpt: 'E' });
    const first = await saved(post.id, { title: 'Changed', content: 'Two.', excerpt: 'F' });
    const again = await saved(post.id, { title: 'First', content: 'One.', excerpt: 'E' });
    expect(again).toMatchObject({ id: first.id, title: { raw: 'Changed' }, content: { raw: 'Two.' } });
    const { body: all } = await site.as('editor').get(`/wp/v2/posts/${post.id}/autosaves`);
    expect(all.map((one: { id: number }) => one.id)).toEqual([first.id]);
  });

  it('take nothing from a request with a value that could not be stored', async () => {
    const page = await make('/wp/v2/pages', { title: 'Page', content: 'One.' });
    const path = `/wp/v2/pages/${page.id}/autosaves`;
    const { status, body } = await site.as('editor').post(path, { content: 'Two.', parent: 999_999 });
    expect([status, body.content.raw]).toEqual([200, '']);
    expect((await site.as('editor').post(path, { content: 'Two.' })).body.content.raw).toBe('Two.');
  });

  it('of an item of a menu keep its title', async () => {
    const admin = site.as('administrator');
    const { body: menu } = await admin.post('/wp/v2/menus', { name: 'Main' });
    const fields = { title: 'Home', url: 'https://example.org/', menus: menu.id };
    const { body: item } = await admin.post('/wp/v2/menu-items', fields);
    const path = `/wp/v2/menu-items/${item.id}/autosaves`;
    expect((await admin.get(path)).body).toEqual([]);
    const { status, body } = await admin.post(path, { title: 'Start' });
    expect([status, body.title.raw, body.parent, body.preview_link]).toEqual([200, 'Start', item.id, '']);
    expect((await admin.get(`${path}/${body.id}`)).body.title).toEqual({ rendered: 'Start' });
    expect((await admin.get(`/wp/v2/menu-items/${item.id}`)).body.title.rendered).toBe('Home');
    expect((await site.as('editor').get(path)).status).toBe(403);
    expect((await site.as('editor').post(path, { title: 'x' })).status).toBe(403);
  });
});

describe('items of menus', () => {
  it('say to editors the title of a page as readers see it, and their own as it is stored', async () => {
    const admin = site.as('administrator');
    const page = await make('/wp/v2/pages', { title: 'Ham & eggs' });
    const fields = { type: 'post_type', object: 'page', object_id: page.id };
    expect((await admin.post('/wp/v2/menu-items', fields)).body.title.raw).toBe('Ham &#038; eggs');
    const own = await admin.post('/wp/v2/menu-items', { ...fields, title: 'Eggs & ham' });
    expect(own.body.title).toEqual({ raw: 'Eggs & ham', rendered: 'Eggs &#038; ham' });
  });

  it('come first where they are in no menu yet', async () => {
    const admin = site.as('administrator');
    const { body: menu } = await admin.post('/wp/v2/menus', { name: 'Ordered' });
    const fields = { title: 'x', url: 'https://example.org/', menu_order: 40 };
    expect((await admin.post('/wp/v2/menu-items', fields)).body.menu_order).toBe(1);
    expect((await admin.post('/wp/v2/menu-items', { ...fields, menus: menu.id })).body.menu_order).toBe(40);
  });

  it('are searched in some columns only, or for the whole of one', async () => {
    const admin = site.as('administrator');
    const fields = { url: 'https://example.org/', description: 'heron' };
    for (const title of ['Plover nest', 'Plover']) await admin.post('/wp/v2/menu-items', { title, ...fields });
    const found = async (query: string) =>
      (await admin.get(`/wp/v2/menu-items?${query}&_fields=title.rendered`)).body.length;
    expect(await found('search=plover')).toBe(2);
    expect(await found('search=plover&search_semantics=exact')).toBe(1);
    expect(await found('search=heron&search_columns=post_title')).toBe(0);
    expect(await found('search=heron&search_columns=post_content')).toBe(2);
  });
});
