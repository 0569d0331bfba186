import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('terms from creation to removal (%s)', (variant) => {
  let site: TestPlaten;
  let editor: Client;
  let visitor: Client;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    editor = site.as('editor');
    visitor = site.as('anonymous');
  });
  afterAll(() => site.close());

  it('makes a category with every field', async () => {
    const made = await editor.post('/wp/v2/categories', { name: 'Field notes', description: 'Seen <em>out</em>' });
    const { id } = made.body;
    expect(made.status).toBe(201);
    expect(made.headers['location']).toBe(`http://site.test/wp-json/wp/v2/categories/${id}`);
    expect(made.headers['allow']).toBe('GET, POST');
    const { _links, ...fields } = made.body;
    expect(fields).toEqual({
      id,
      count: 0,
      description: 'Seen <em>out</em>',
      link: 'http://site.test/category/field-notes/',
      name: 'Field notes',
      slug: 'field-notes',
      taxonomy: 'category',
      parent: 0,
      meta: [],
    });
    expect(Object.keys(_links)).toEqual(['self', 'collection', 'about', 'wp:post_type', 'curies']);
    expect(_links['wp:post_type']).toEqual([{ href: `http://site.test/wp-json/wp/v2/posts?categories=${id}` }]);
    expect((await visitor.get(`/wp/v2/categories/${id}`)).body).toEqual(made.body);
  });

  it('shows less inside other answers, and has no parent on tags', async () => {
    const made = await editor.post('/wp/v2/tags', { name: 'granite', slug: 'Hard Rock' });
    const embedded = await visitor.get(`/wp/v2/tags/${made.body.id}?context=embed`);
    expect(Object.keys(embedded.body)).toEqual(['id', 'link', 'name', 'slug', 'taxonomy', '_links']);
    expect(made.body).toMatchObject({ slug: 'hard-rock', link: 'http://site.test/tag/hard-rock/' });
    expect(made.body).not.toHaveProperty('parent');
  });

  it('changes only what is sent, by each writing method', async () => {
    const { id } = (await editor.post('/wp/v2/categories', { name: 'Birds', description: 'Feathered' })).body;
    const at = `/wp/v2/categories/${id}`;
    expect((await editor.put(at, { name: 'Owls' })).body).toMatchObject({ name: 'Owls', slug: 'birds' });
    expect((await editor.send('PATCH', at, { body: { slug: 'Night Birds' } })).body).toMatchObject({
      name: 'Owls',
      slug: 'night-birds',
      description: 'Feathered',
    });
    const last = await editor.post(at, { description: '' });
    expect(last.body).toMatchObject({ name: 'Owls', slug: 'night-birds', description: '' });
    expect(last.headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE');
  });

  it('asks for force, removes for good, and shows what was there', async () => {
    const { id } = (await editor.post('/wp/v2/tags', { name: 'short-lived' })).body;
    const refused = await editor.delete(`/wp/v2/tags/${id}`);
    expect(refused).toMatchObject({ status: 501, body: { code: 'rest_trash_not_supported' } });
    const removed = await editor.delete(`/wp/v2/tags/${id}`, { force: true });
    expect(removed.body).toMatchObject({ deleted: true, previous: { id, name: 'short-lived' } });
    expect(removed.body.previous).not.toHaveProperty('_links');
    expect(removed.headers).not.toHaveProperty('allow');
    for (const act of [visitor.get(`/wp/v2/tags/${id}`), editor.put(`/wp/v2/tags/${id}`, { name: 'x' })]) {
      const gone = await act;
      expect(gone).toMatchObject({ status: 404, body: { code: 'rest_term_invalid' } });
      expect(gone.headers).not.toHaveProperty('allow');
    }
  });

  it('keeps tags and categories apart', async () => {
    const { id } = (await editor.post('/wp/v2/tags', { name: 'apart' })).body;
    expect((await visitor.get(`/wp/v2/categories/${id}`)).status).toBe(404);
    expect((await editor.put(`/wp/v2/categories/${id}`, { name: 'x' })).status).toBe(404);
    expect((await editor.delete(`/wp/v2/categories/${id}?force=true`)).status).toBe(404);
  });

  it.each([
    [{}, 400, 'rest_missing_callback_param', ['name']],
    [{ name: 12 }, 400, 'rest_invalid_param', { name: expect.any(String) }],
    [
      { name: 'x', description: ['x'], slug: { a: 1 } },
      400,
      'rest_invalid_param',
      { description: expect.any(String), slug: expect.any(String) },
    ],
    [{ name: 'x', parent: 'top' }, 400, 'rest_invalid_param', { parent: expect.any(String) }],
    [{ name: 'x', meta: 'red' }, 400, 'rest_invalid_param', { meta: expect.any(String) }],
    [{ name: 'x', parent: 999_999 }, 400, 'rest_term_invalid', undefined],
    [{ name: '' }, 400, 'empty_term_name', undefined],
    [{ name: ' \n ' }, 400, 'empty_term_name', undefined],
    [{ name: '<b></b>' }, 400, 'empty_term_name', undefined],
    [{ name: 'z'.repeat(201) }, 400, 'db_insert_error', undefined],
  ])('refuses %o', async (body, status, code, params) => {
    const refused = await editor.post('/wp/v2/categories', body);
    expect(refused).toMatchObject({ status, body: { code, data: { status } } });
    expect(refused.body.data.params).toEqual(params);
  });

  it('refuses an empty name and a parent of a flat term on update as well', async () => {
    const { id } = (await editor.post('/wp/v2/tags', { name: 'steady' })).body;
    expect((await editor.put(`/wp/v2/tags/${id}`, { name: '' })).body.code).toBe('empty_term_name');
    expect((await editor.put(`/wp/v2/tags/${id}`, { parent: 1 })).body.code).toBe('rest_taxonomy_not_hierarchical');
    expect((await editor.post('/wp/v2/tags', { name: 'marble', parent: 0 })).status).toBe(400);
    expect((await visitor.get(`/wp/v2/tags/${id}`)).body.name).toBe('steady');
  });

  it('passes over fields that are not for writing', async () => {
    const sent = { name: 'Unknown', count: 9, id: 1, taxonomy: 'post_tag', link: 'http://x.test/', meta: { a: 'b' } };
    const made = await editor.post('/wp/v2/categories', sent);
    expect(made).toMatchObject({ status: 201, body: { count: 0, taxonomy: 'category', meta: [] } });
    expect(made.body.id).not.toBe(1);
  });
});
