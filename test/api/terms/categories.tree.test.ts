import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';

describe('categories as a tree', () => {
  let site: TestPlaten;
  let editor: Client;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    editor = site.as('editor');
  });
  afterAll(() => site.close());

  const make = async (name: string, parent = 0): Promise<number> =>
    (await editor.post('/wp/v2/categories', { name, ...(parent ? { parent } : {}) })).body.id;
  const show = async (id: number) => (await editor.get(`/wp/v2/categories/${id}`)).body;
  const file = async (categoryIds: number[], status = 'publish'): Promise<number> => {
    const id = await site.platen.store.posts.insert(postRow({ status, slug: `filed-${Math.random()}` }));
    await site.platen.store.terms.assign(id, 'category', categoryIds);
    return id;
  };
  const filedUnder = async (postId: number): Promise<number[]> =>
    ((await site.platen.store.terms.ofPosts([postId])).get(postId) ?? []).map((term) => term.id);

  it('builds addresses and links from the terms above', async () => {
    const europe = await make('Europe');
    const france = await make('France', europe);
    const paris = await make('Paris', france);
    const shown = await show(paris);
    expect(shown).toMatchObject({ parent: france, link: 'http://site.test/category/europe/france/paris/' });
    expect(shown._links.up).toEqual([
      { embeddable: true, href: `http://site.test/wp-json/wp/v2/categories/${france}` },
    ]);
    const embedded = (await editor.get(`/wp/v2/categories/${paris}?_embed`)).body._embedded;
    expect(embedded.up).toMatchObject([{ id: france, name: 'France', slug: 'france' }]);
    expect(embedded.up[0]).not.toHaveProperty('count');
  });

  it('moves a term to the root instead of closing a circle', async () => {
    const top = await make('Top');
    const middle = await make('Middle', top);
    const low = await make('Low', middle);
    expect((await editor.put(`/wp/v2/categories/${top}`, { parent: low })).body.parent).toBe(0);
    expect((await editor.put(`/wp/v2/categories/${middle}`, { parent: middle })).body.parent).toBe(0);
    expect((await editor.put(`/wp/v2/categories/${low}`, { parent: top })).body).toMatchObject({ parent: top });
    expect((await editor.put(`/wp/v2/categories/${low}`, { parent: 999_999 })).body.code).toBe('rest_term_invalid');
    expect((await editor.put(`/wp/v2/categories/${low}`, { parent: 0 })).body.parent).toBe(0);
  });

  it('ends where stored rows close a circle', async () => {
    const one = await make('Ouro');
    const two = await make('Boros', one);
    await site.platen.store.terms.update(one, 'category', { parentId: two });
    expect((await show(one)).link).toBe('http://site.test/category/boros/ouro/');
    expect((await editor.get('/wp/v2/categories?hide_empty=true')).status).toBe(200);
    const child = await editor.post('/wp/v2/categories', { name: 'Boros', parent: one });
    expect(child.status).toBe(409);
    expect((await editor.put(`/wp/v2/categories/${one}`, { parent: 0 })).status).toBe(200);
  });

  it('moves children up and leaves no post without a category', async () => {
    const europe = await make('Old Europe');
    const france = await make('Old France', europe);
    const paris = await make('Old Paris', france);
    const only = await file([france]);
    const both = await file([france, paris]);
    expect(await show(france)).toMatchObject({ count: 2 });
    const removed = await editor.delete(`/wp/v2/categories/${france}?force=true`);
    expect(removed.body.previous).toMatchObject({ id: france, count: 2 });
    expect(await show(paris)).toMatchObject({
      parent: europe,
      link: 'http://site.test/category/old-europe/old-paris/',
    });
    expect(await filedUnder(only)).toEqual([1]);
    expect(await filedUnder(both)).toEqual([paris]);
    expect((await show(1)).count).toBe(1);
  });

  it('keeps the default category, whichever that is', async () => {
    const refused = await editor.delete('/wp/v2/categories/1?force=true');
    expect(refused).toMatchObject({ status: 403, body: { code: 'rest_cannot_delete' } });
    expect(refused.headers['allow']).toBe('GET, POST, PUT, PATCH');
    const other = await make('Chosen');
    await site.platen.store.options.set('default_category', String(other));
    expect((await editor.delete(`/wp/v2/categories/${other}?force=true`)).status).toBe(403);
    await site.platen.store.options.set('default_category', '1');
    expect((await editor.delete(`/wp/v2/categories/${other}?force=true`)).status).toBe(200);
  });

  it('counts published posts only', async () => {
    const id = await make('Counted');
    await file([id], 'draft');
    await file([id], 'private');
    expect((await show(id)).count).toBe(0);
    await file([id]);
    expect((await show(id)).count).toBe(1);
  });

  it('writes nothing at all where a part is refused', async () => {
    const before = (await editor.get('/wp/v2/categories?per_page=100')).body.length;
    expect((await editor.post('/wp/v2/categories', { name: 'Half', parent: 999_999 })).status).toBe(400);
    expect((await editor.get('/wp/v2/categories?per_page=100')).body).toHaveLength(before);
  });
});
