import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('pages, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());
  const create = async (body: object) =>
    (await site.as('editor').post('/wp/v2/pages', { status: 'publish', ...body })).body;
  const update = (id: number, body: object) => site.as('editor').put(`/wp/v2/pages/${id}`, body);
  const shown = async (id: number) => (await site.as('anonymous').get(`/wp/v2/pages/${id}`)).body;

  it('may be empty, and do not take what only posts have', async () => {
    const page = (await site.as('editor').post('/wp/v2/pages', { content: '', sticky: true, categories: [1] })).body;
    expect(page).toMatchObject({ status: 'draft', comment_status: 'closed', ping_status: 'closed', menu_order: 0 });
    expect(page.link).toBe(`http://site.test/?page_id=${page.id}`);
    for (const name of ['sticky', 'categories', 'tags', 'format']) expect(page).not.toHaveProperty(name);
  });

  it('nest: addresses and slugs follow the tree', async () => {
    const house = await create({ title: 'House' });
    const room = await create({ title: 'Room', parent: house.id });
    const shelf = await create({ title: 'Shelf', parent: room.id });
    const [outer, second] = [await create({ title: 'Room' }), await create({ title: 'Room', parent: house.id })];
    expect(shelf.link).toBe('http://site.test/house/room/shelf/');
    expect([outer.slug, second.slug]).toEqual(['room', 'room-2']);
    expect(shelf._links.up[0].href).toBe(`http://site.test/wp-json/wp/v2/pages/${room.id}`);
    const embedded = await site.as('anonymous').get(`/wp/v2/pages/${shelf.id}?_embed`);
    expect(embedded.body._embedded.up[0]).toMatchObject({ id: room.id, type: 'page' });
    await site.as('editor').delete(`/wp/v2/pages/${room.id}`);
    expect((await shown(shelf.id)).link).toBe('http://site.test/house/room__trashed/shelf/');
    await site.as('editor').delete(`/wp/v2/pages/${room.id}?force=true`);
    expect(await shown(shelf.id)).toMatchObject({ parent: house.id, link: 'http://site.test/house/shelf/' });
  });

  it('do not tell the slug of a page above that the reader may not see', async () => {
    const secret = await create({ title: 'Merger with Acme', status: 'private' });
    const child = await create({ title: 'Public child', parent: secret.id });
    const grandchild = await create({ title: 'Public grandchild', parent: child.id });
    await site.as('administrator').post(`/wp/v2/pages/${grandchild.id}`, { comment_status: 'open' });
    const comment = { post: grandchild.id, content: 'A remark' };
    expect((await site.as('administrator').post('/wp/v2/comments', comment)).status).toBe(201);
    for (const page of [child, grandchild]) {
      expect(await shown(page.id)).toMatchObject({ id: page.id, link: `http://site.test/?page_id=${page.id}` });
      const own = (await site.as('editor').get(`/wp/v2/pages/${page.id}`)).body;
      expect(own.link).toContain('/merger-with-acme/public-child/');
      expect([own.guid.rendered, page.guid.raw]).toEqual([own.link, own.link]);
      const revisited = await site.as('anonymous').get(`/oembed/1.0/embed?url=${encodeURIComponent(page.link)}`);
      expect(JSON.stringify(revisited)).not.toContain('merger-with-acme');
    }
    const paths = [
      `/wp/v2/pages/${child.id}?_embed`,
      `/wp/v2/pages/${grandchild.id}?_embed`,
      '/wp/v2/pages?per_page=100&_embed',
      `/wp/v2/comments?post=${grandchild.id}&_embed`,
      '/wp/v2/search?search=public',
      `/oembed/1.0/embed?url=${encodeURIComponent(`http://site.test/?page_id=${child.id}`)}`,
    ];
    for (const path of paths) {
      const { status, headers, body } = await site.as('anonymous').get(path);
      expect([path, JSON.stringify({ headers, body }).includes('merger-with-acme')]).toEqual([path, false]);
      if (!path.includes('search')) expect([path, status]).toEqual([path, 200]);
    }
    await site.as('editor').delete(`/wp/v2/pages/${secret.id}`);
    expect((await shown(child.id)).link).toBe(`http://site.test/?page_id=${child.id}`);
    await update(secret.id, { status: 'publish' });
    expect((await shown(child.id)).link).toBe('http://site.test/merger-with-acme/public-child/');
  });

  it.each(['private', 'draft', 'pending', 'trash'])('have a guid with the slug of a %s page above', async (status) => {
    const slug = `above-${status}`;
    const above = await create({ title: 'Above', slug, status: status === 'trash' ? 'publish' : status });
    if (status === 'trash') await site.as('editor').delete(`/wp/v2/pages/${above.id}`);
    const below = await create({ title: 'Below', parent: above.id });
    const shownSlug = status === 'trash' ? `${slug}__trashed` : slug;
    expect(below.guid).toEqual({
      raw: `http://site.test/${shownSlug}/below/`,
      rendered: `http://site.test/${shownSlug}/below/`,
    });
    const { guid } = (await site.as('anonymous').get(`/wp/v2/pages?include=${below.id}&_fields=guid`)).body[0];
    const isPublic = status === 'trash';
    expect(guid.rendered).toBe(isPublic ? below.guid.rendered : `http://site.test/?page_id=${below.id}`);
  });

  it('keep their guid when they move', async () => {
    const [here, there] = [await create({ title: 'Here' }), await create({ title: 'There', status: 'private' })];
    const page = await create({ title: 'Mover', parent: here.id });
    const moved = await update(page.id, { parent: there.id });
    expect([moved.body.link, moved.body.guid.raw]).toEqual([
      'http://site.test/there/mover/',
      'http://site.test/here/mover/',
    ]);
  });

  it('stay unique among their new siblings when the one between goes', async () => {
    const above = await create({ title: 'Above' });
    const between = await create({ title: 'Between', parent: above.id });
    await create({ title: 'Twin', parent: above.id });
    const below = await create({ title: 'Twin', parent: between.id });
    expect(below.slug).toBe('twin');
    await site.as('editor').delete(`/wp/v2/pages/${between.id}?force=true`);
    expect(await shown(below.id)).toMatchObject({ parent: above.id, slug: 'twin-2' });
  });

  it('never become their own ancestor', async () => {
    const top = await create({ title: 'Top' });
    const bottom = await create({ title: 'Bottom', parent: (await create({ title: 'Middle', parent: top.id })).id });
    expect((await update(top.id, { parent: bottom.id })).body.parent).toBe(0);
    expect((await update(bottom.id, { parent: bottom.id })).body.parent).toBe(0);
  });

  it('embed what is above them only where it is a page', async () => {
    const post = (await site.as('editor').post('/wp/v2/posts', { title: 'Not a page', status: 'publish' })).body;
    const page = await create({ title: 'Hung on a post', parent: post.id });
    const unseen = await create({ title: 'Unseen', status: 'draft' });
    const below = await create({ title: 'Below the unseen', parent: unseen.id });
    const up = async (id: number) => (await site.as('anonymous').get(`/wp/v2/pages/${id}?_embed`)).body._embedded.up[0];
    expect(await up(page.id)).toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
    expect(await up(below.id)).toMatchObject({ code: 'rest_forbidden', data: { status: variant === 'a' ? 401 : 403 } });
  });

  it('take any row as parent but one that does not exist', async () => {
    const page = await create({ title: 'Hung' });
    const post = (await site.as('editor').post('/wp/v2/posts', { title: 'A post', status: 'publish' })).body;
    expect((await update(page.id, { parent: post.id })).body.parent).toBe(post.id);
    expect(await update(page.id, { parent: 999_999 })).toMatchObject({
      status: 400,
      body: { code: 'rest_post_invalid_id' },
    });
  });

  it('cannot be called by a number, which would name a page of the one above', async () => {
    expect((await create({ title: '2018' })).slug).toBe('2018-2');
    const nameless = await create({ content: 'x' });
    expect(nameless.slug).toBe(`${nameless.id}-2`);
  });

  it.each([
    ['anonymous', 401],
    ['author', 403],
  ] as const)('are not for %s to write', async (who, status) => {
    const page = await create({ title: 'Guarded', author: site.users.author });
    expect(await site.as(who).post('/wp/v2/pages', { title: 'x' })).toMatchObject({
      status,
      body: { code: 'rest_cannot_create' },
    });
    expect((await site.as(who).put(`/wp/v2/pages/${page.id}`, { title: 'x' })).body.code).toBe('rest_cannot_edit');
    expect((await site.as(who).delete(`/wp/v2/pages/${page.id}`)).body.code).toBe('rest_cannot_delete');
    expect((await site.as(who).get('/wp/v2/pages?status=draft')).status).toBe(400);
    expect((await site.as(who).get('/wp/v2/pages?context=edit')).status).toBe(status);
  });

  it('are listed by place, parent and order', async () => {
    const garden = await create({ title: 'Garden', menu_order: 40 });
    const pond = await create({ title: 'Pond', menu_order: 20, parent: garden.id });
    const hedge = await create({ title: 'Hedge', menu_order: -30, parent: garden.id });
    const list = async (query: string): Promise<number[]> =>
      (await site.as('anonymous').get(`/wp/v2/pages?${query}`)).body.map((page: { id: number }) => page.id);
    expect(await list(`parent=${garden.id}&orderby=menu_order&order=asc`)).toEqual([hedge.id, pond.id]);
    expect(await list('menu_order=40')).toEqual([garden.id]);
    expect(await list(`parent_exclude=0&include=${garden.id},${pond.id}`)).toEqual([pond.id]);
  });

  it('refuse places that the table cannot hold', async () => {
    const page = await create({ title: 'Far' });
    expect((await update(page.id, { menu_order: 3_000_000_000 })).status).toBe(400);
  });
});
