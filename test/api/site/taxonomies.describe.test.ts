import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

const everyone: readonly Role[] = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'anonymous'];

describe.each([
  { variant: 'a', seeDetails: ['administrator', 'editor', 'author', 'contributor'], later: true, hidden: 401 },
  { variant: 'b', seeDetails: ['administrator', 'editor'], later: false, hidden: 403 },
] as const)('taxonomies (variant $variant)', ({ variant, seeDetails, later, hidden }) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());
  const get = (path: string, role: Role = 'anonymous') => site.as(role).get(`/wp/v2/taxonomies${path}`);

  it('lists those with a collection, each under its name', async () => {
    const list = await get('');
    expect(Object.keys(list.body)).toEqual(['category', 'post_tag']);
    const { _links, ...category } = list.body.category;
    expect(category).toEqual({
      name: 'Categories',
      slug: 'category',
      description: '',
      types: ['post'],
      hierarchical: true,
      rest_base: 'categories',
    });
    expect(_links['wp:items']).toEqual([{ href: 'http://site.test/wp-json/wp/v2/categories' }]);
    expect((await get('/category')).body).toEqual(list.body.category);
    expect((await get('/post_tag?context=embed')).body).toMatchObject({ name: 'Tags', rest_base: 'tags' });
    expect((await get('/post_tag?context=embed')).body).not.toHaveProperty('types');
  });

  it.each([
    ['post', ['category', 'post_tag']],
    ['', ['category', 'post_tag']],
    ['page', []],
    ['poem', []],
  ])('lists those of the type %s', async (type, names) => {
    const list = await get(`?type=${type}`);
    expect(list.status).toBe(200);
    expect(Object.keys(list.body)).toEqual(names);
    expect(Array.isArray(list.body)).toBe(false);
  });

  it.each(everyone)('shows or refuses the details to %s', async (role) => {
    const refused = role === 'anonymous' ? 401 : 403;
    const [list, item] = [await get('?context=edit', role), await get('/category?context=edit', role)];
    if ((seeDetails as readonly Role[]).includes(role)) {
      expect(Object.keys(list.body)).toEqual(['category', 'post_tag']);
      expect(item.body).toEqual(list.body.category);
      return;
    }
    expect(list).toMatchObject({ status: refused, body: { code: 'rest_cannot_view' } });
    expect(item).toMatchObject({ status: refused, body: { code: 'rest_forbidden_context' } });
    expect(item.headers).not.toHaveProperty('allow');
  });

  it('names rights and words for editors', async () => {
    const { category, post_tag: tag } = (await get('?context=edit', 'editor')).body;
    expect(category.capabilities).toEqual({
      manage_terms: 'manage_categories',
      edit_terms: 'edit_categories',
      delete_terms: 'delete_categories',
      assign_terms: 'assign_categories',
    });
    expect(category).toMatchObject({ show_cloud: true, labels: { name: 'Categories', popular_items: null } });
    expect(tag.labels).toMatchObject({ name: 'Tags', parent_item: null, popular_items: expect.any(String) });
    expect('most_used' in tag.labels).toBe(later);
  });

  it('keeps internal ones hidden and does not know others', async () => {
    expect(await get('/post_format')).toMatchObject({ status: hidden, body: { code: 'rest_forbidden' } });
    expect(await get('/nav_menu', 'administrator')).toMatchObject({ status: 403, body: { code: 'rest_forbidden' } });
    const unknown = await get('/nothing');
    expect(unknown).toMatchObject({ status: 404, body: { code: 'rest_taxonomy_invalid' } });
    expect(unknown.headers['allow']).toBe('GET');
  });
});
