import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { shop } from './shop.ts';

describe.each(['a', 'b'] as const)('a declared type in variant %s', (variant) => {
  let site: TestPlaten;
  let admin: Client;
  let anyone: Client;
  let genre: number;
  let below: number;
  beforeAll(async () => {
    site = await testPlaten({ variant, ...shop });
    admin = site.as('administrator');
    anyone = site.as('anonymous');
    genre = (await admin.post('/wp/v2/genres', { name: 'Crime' })).body.id;
    below = (await admin.post('/wp/v2/genres', { name: 'Noir', parent: genre })).body.id;
  });
  afterAll(() => site.close());

  const make = async (base: string, body: object): Promise<number> => {
    const made = await admin.post(`/wp/v2/${base}`, { status: 'publish', ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.id;
  };

  it('has routes for its list, its items and their revisions', async () => {
    const id = await make('products', { title: 'Lamp', content: 'bright', genres: [genre] });
    expect((await anyone.get(`/wp/v2/products/${id}`)).body).toMatchObject({
      id,
      type: 'product',
      slug: 'lamp',
      link: 'http://site.test/products/lamp/',
      guid: { rendered: 'http://site.test/products/lamp/' },
      genres: [genre],
      shelves: [],
      tags: [],
      comment_status: 'open',
      ping_status: 'closed',
    });
    const list = await anyone.get('/wp/v2/products?search=lamp');
    expect(list.headers['x-wp-total']).toBe('1');
    expect(list.body.map((one: { id: number }) => one.id)).toEqual([id]);

    const changed = await admin.put(`/wp/v2/products/${id}`, { title: 'Brighter lamp' });
    expect(changed.body).toMatchObject({ slug: 'lamp', title: { raw: 'Brighter lamp' } });
    const revisions = await admin.get(`/wp/v2/products/${id}/revisions`);
    expect(revisions.body).toMatchObject([{ parent: id, title: { rendered: 'Brighter lamp' } }]);
    expect((await admin.get(`/wp/v2/posts/${id}/revisions`)).status).toBe(404);

    const trashed = await admin.delete(`/wp/v2/products/${id}`);
    expect(trashed.body).toMatchObject({ status: 'trash', slug: 'lamp__trashed' });
    expect((await anyone.get(`/wp/v2/products/${id}`)).status).toBe(variant === 'a' ? 401 : 403);
    const back = await admin.put(`/wp/v2/products/${id}`, { status: 'publish' });
    expect(back.body).toMatchObject({ status: 'publish', slug: 'lamp' });
    expect((await admin.delete(`/wp/v2/products/${id}?force=true`)).body).toMatchObject({ deleted: true });
    expect((await admin.get(`/wp/v2/products/${id}`)).body.code).toBe('rest_post_invalid_id');
  });

  it('shows the fields that its supports name, and no others', async () => {
    const id = await make('guide', { title: 'Above' });
    const guide = (await admin.get(`/wp/v2/guide/${id}?context=edit`)).body;
    const { _links: links, ...fields } = guide;
    expect(Object.keys(fields).sort()).toEqual(
      [
        ...['id', 'date', 'date_gmt', 'guid', 'modified', 'modified_gmt', 'password', 'slug', 'status', 'type', 'link'],
        ...['title', 'content', 'parent', 'menu_order', 'template', 'shelves'],
      ].sort(),
    );
    expect(links).not.toHaveProperty('replies');
    expect(links).not.toHaveProperty('version-history');
    expect((await admin.get(`/wp/v2/guide/${id}/revisions`)).body.code).toBe('rest_no_route');
  });

  it('puts items of a hierarchical type below each other', async () => {
    const top = await make('guide', { title: 'Top' });
    const child = await make('guide', { title: 'Child', parent: top, menu_order: 3 });
    const shown = (await anyone.get(`/wp/v2/guide/${child}?_embed`)).body;
    expect(shown).toMatchObject({ link: 'http://site.test/guide/top/child/', parent: top, menu_order: 3 });
    expect(shown._embedded.up).toMatchObject([{ id: top, type: 'guide' }]);
    expect((await anyone.get(`/wp/v2/guide?parent=${top}`)).body).toMatchObject([{ id: child }]);
    expect((await anyone.get('/wp/v2/guide?orderby=menu_order&order=desc')).body[0].id).toBe(child);
  });

  it('is filtered by each of its taxonomies', async () => {
    const shelf = (await admin.post('/wp/v2/shelves', { name: 'Upper' })).body.id;
    const one = await make('products', { title: 'One', genres: [below], shelves: [shelf] });
    const two = await make('products', { title: 'Two', genres: [below] });
    const ids = async (query: string) =>
      (await anyone.get(`/wp/v2/products?${query}`)).body.map((item: { id: number }) => item.id);
    expect(await ids(`genres=${below}&orderby=id&order=asc`)).toEqual([one, two]);
    expect(await ids(`genres=${below}&shelves=${shelf}`)).toEqual([one]);
    expect(await ids(`genres=${below}&shelves_exclude=${shelf}`)).toEqual([two]);
    expect((await anyone.get(`/wp/v2/genres/${below}`)).body).toMatchObject({ count: 2, parent: genre });
    expect((await anyone.get(`/wp/v2/genres?post=${one}`)).body).toMatchObject([{ id: below }]);
    expect((await anyone.get('/wp/v2/posts?genres=1')).status).toBe(200);
  });

  it('embeds terms, author, replies and pictures', async () => {
    const id = await make('products', { title: 'Embedded', genres: [genre] });
    const comment = await admin.post('/wp/v2/comments', { post: id, content: 'Good' });
    expect(comment.status).toBe(201);
    const { _links: links, _embedded: embedded } = (await anyone.get(`/wp/v2/products/${id}?_embed`)).body;
    expect(links['wp:term'].map((link: { taxonomy: string }) => link.taxonomy)).toEqual(['post_tag', 'genre', 'shelf']);
    expect(embedded['wp:term'][1]).toMatchObject([{ id: genre, taxonomy: 'genre' }]);
    expect(embedded.replies[0]).toMatchObject([{ id: comment.body.id }]);
    expect(embedded.author).toMatchObject([{ id: 1 }]);
    const shown = (await anyone.get(`/wp/v2/comments/${comment.body.id}?_embed`)).body;
    expect(shown.link).toBe(`http://site.test/products/embedded/#comment-${comment.body.id}`);
    expect(shown._embedded.up).toMatchObject([{ id, type: 'product' }]);
  });

  it('is described with links that lead somewhere', async () => {
    const types = (await admin.get('/wp/v2/types?context=edit')).body;
    expect(Object.keys(types)).toEqual(['post', 'page', 'attachment', 'product', 'guide']);
    expect(types.product).toMatchObject({
      name: 'Products',
      rest_base: 'products',
      taxonomies: ['post_tag', 'genre', 'shelf'],
      hierarchical: false,
    });
    expect(types.guide).toMatchObject({ description: 'How to do things.', hierarchical: true, taxonomies: ['shelf'] });
    const recipe = (await site.as('author').get('/wp/v2/types/recipe?context=edit')).body;
    expect(recipe.capabilities).toMatchObject({ edit_posts: 'edit_recipes', create_posts: 'edit_recipes' });
    const taxonomies = (await admin.get('/wp/v2/taxonomies?context=edit')).body;
    expect(taxonomies.shelf).toMatchObject({ types: ['product', 'guide'], rest_base: 'shelves', show_cloud: true });
    expect(taxonomies.post_tag.types).toEqual(['post', 'product']);
    expect((await anyone.get('/wp/v2/taxonomies?type=guide')).body).toEqual({ shelf: expect.anything() });
    const described: { _links: Record<string, { href: string }[]> }[] = [
      ...Object.values(types),
      ...Object.values(taxonomies),
    ] as never;
    for (const { _links: links } of described) {
      for (const { href } of Object.values(links)
        .flat()
        .filter((link) => !link.href.includes('{'))) {
        expect((await anyone.get(href.replace('http://site.test/wp-json', ''))).status, href).toBe(200);
      }
    }
  });

  it('keeps what is not published from those who may not see it', async () => {
    const draft = await admin.post('/wp/v2/products', { title: 'Secret plan', meta: { price: 7 } });
    const { id } = draft.body;
    expect(draft.body.link).toBe(`http://site.test/?post_type=product&p=${id}`);
    expect((await anyone.get(`/wp/v2/products/${id}`)).body.code).toBe('rest_forbidden');
    expect((await anyone.get('/wp/v2/products?search=secret')).headers['x-wp-total']).toBe('0');
    expect((await anyone.get('/wp/v2/products?status=draft')).status).toBe(400);
    expect((await anyone.get(`/wp/v2/genres?post=${id}`)).status).toBeGreaterThanOrEqual(401);
    expect((await site.as('author').put(`/wp/v2/products/${id}`, { title: 'Mine' })).status).toBe(403);
    expect((await anyone.post('/wp/v2/products', { title: 'x' })).status).toBe(401);
  });

  it('asks for capabilities of its own where it has them', async () => {
    const author = site.as('author');
    const own = await author.post('/wp/v2/recipes', { title: 'Soup', status: 'publish' });
    expect(own.status).toBe(201);
    expect((await site.as('contributor').post('/wp/v2/recipes', { title: 'No' })).body.code).toBe('rest_cannot_create');
    const foreign = await admin.post('/wp/v2/recipes', { title: 'No' });
    expect(foreign.body.code).toBe('rest_cannot_create');
    expect((await site.as('editor').put(`/wp/v2/recipes/${own.body.id}`, { title: 'x' })).status).toBe(403);
  });

  it('answers oEmbed for its addresses', async () => {
    const id = await make('products', { title: 'Shared' });
    const embed = (url: string) => anyone.get(`/oembed/1.0/embed?url=${encodeURIComponent(url)}`);
    expect((await embed('http://site.test/products/shared/')).body).toMatchObject({ title: 'Shared' });
    expect((await embed('http://site.test/guide/shared/')).status).toBe(404);
    await admin.put(`/wp/v2/products/${id}`, { status: 'draft' });
    expect((await embed('http://site.test/products/shared/')).status).toBe(404);
  });

  it('carries files, whose addresses are below its own', async () => {
    const id = await make('products', { title: 'With file' });
    const { id: _id, ...row } = (await site.platen.store.posts.byId(id))!;
    const file = await site.platen.store.posts.insert({
      ...row,
      type: 'attachment',
      status: 'inherit',
      slug: 'plan',
      parentId: id,
      mimeType: 'text/plain',
    });
    expect((await anyone.get(`/wp/v2/media/${file}`)).body.link).toBe('http://site.test/products/with-file/plan/');
    await admin.put(`/wp/v2/products/${id}`, { status: 'private' });
    expect((await anyone.get(`/wp/v2/media/${file}`)).status).toBe(variant === 'a' ? 401 : 403);
  });
});

it('shows items of a type that is not public only to those who may edit them', async () => {
  const site = await testPlaten({ postTypes: [{ name: 'note', restBase: 'notes', public: false }] });
  try {
    const { body } = await site.as('author').post('/wp/v2/notes', { title: 'Hush', status: 'publish' });
    expect(body.link).toBe(`http://site.test/?post_type=note&p=${body.id}`);
    const anyone = site.as('anonymous');
    expect((await anyone.get('/wp/v2/notes')).body).toEqual([]);
    expect((await anyone.get(`/wp/v2/notes/${body.id}`)).status).toBe(401);
    expect((await anyone.get(`/wp/v2/users/${site.users.author}`)).status).toBe(401);
    expect((await site.as('editor').get('/wp/v2/notes')).body).toMatchObject([{ id: body.id }]);
  } finally {
    await site.close();
  }
});

it('has plain addresses where the site has no permalinks', async () => {
  const site = await testPlaten({ permalinks: 'plain', ...shop });
  try {
    const admin = site.as('administrator');
    const post = (base: string, body: object) => admin.post(`/wp/v2/${base}`, { status: 'publish', ...body });
    expect((await post('products', { title: 'Lamp' })).body.link).toBe('http://site.test/?product=lamp');
    const top = (await post('guide', { title: 'Top' })).body;
    const child = (await post('guide', { title: 'Child', parent: top.id })).body;
    expect(child.link).toBe('http://site.test/?guide=top/child');
    expect((await admin.post('/wp/v2/genres', { name: 'Noir' })).body.link).toBe('http://site.test/?genre=noir');
  } finally {
    await site.close();
  }
});
