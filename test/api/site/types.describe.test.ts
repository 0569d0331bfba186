import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each([
  { variant: 'a', details: true },
  { variant: 'b', details: false },
] as const)('types of content (variant $variant)', ({ variant, details }) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
  });
  afterAll(() => site.close());
  const get = (path: string, role: Role = 'anonymous') => site.as(role).get(`/wp/v2/types${path}`);

  it('lists those with a collection, each under its name', async () => {
    const list = await get('');
    expect(Object.keys(list.body)).toEqual(['post', 'page', 'attachment']);
    const { _links, ...post } = list.body.post;
    expect(post).toEqual({
      description: '',
      hierarchical: false,
      name: 'Posts',
      slug: 'post',
      taxonomies: ['category', 'post_tag'],
      rest_base: 'posts',
    });
    expect(_links.collection).toEqual([{ href: 'http://site.test/wp-json/wp/v2/types' }]);
    expect(_links['wp:items']).toEqual([{ href: 'http://site.test/wp-json/wp/v2/posts' }]);
    expect((await get('/post')).body).toEqual(list.body.post);
  });

  it('shows less inside other answers', async () => {
    const { _links, ...page } = (await get('/page?context=embed')).body;
    expect(page).toEqual({ name: 'Pages', slug: 'page', rest_base: 'pages' });
  });

  it('shows each caller the types they may edit, with rights and words', async () => {
    expect(Object.keys((await get('?context=edit', 'contributor')).body)).toEqual(['post', 'attachment']);
    expect(Object.keys((await get('?context=edit', 'editor')).body)).toEqual(['post', 'page', 'attachment']);
    const media = (await get('/attachment?context=edit', 'author')).body;
    expect(media.capabilities).toMatchObject({ edit_posts: 'edit_posts', create_posts: 'upload_files' });
    expect(media.labels).toMatchObject({ name: 'Media', parent_item_colon: null });
    expect('supports' in media && 'viewable' in media).toBe(details);
    const page = (await get('/page?context=edit', 'editor')).body;
    expect(page.capabilities).toMatchObject({ edit_post: 'edit_page', edit_posts: 'edit_pages', read: 'read' });
  });

  it.each([
    ['?context=edit', 'anonymous', 401, 'rest_cannot_view', undefined],
    ['?context=edit', 'subscriber', 403, 'rest_cannot_view', undefined],
    ['/page?context=edit', 'contributor', 403, 'rest_forbidden_context', 'GET'],
    ['/post?context=edit', 'anonymous', 401, 'rest_forbidden_context', 'GET'],
    ['/revision', 'anonymous', 401, 'rest_cannot_read_type', 'GET'],
    ['/revision', 'administrator', 403, 'rest_cannot_read_type', 'GET'],
    ['/poem', 'anonymous', 404, 'rest_type_invalid', 'GET'],
    ['/post?context=whole', 'anonymous', 400, 'rest_invalid_param', 'GET'],
  ] as const)('refuses %s to %s', async (path, role, status, code, allow) => {
    const refused = await get(path, role);
    expect(refused).toMatchObject({ status, body: { code, data: { status } } });
    expect(refused.headers['allow']).toBe(allow);
  });

  it('takes no writes', async () => {
    expect((await site.as('administrator').post('/wp/v2/types', {})).body.code).toBe('rest_no_route');
    expect((await site.as('administrator').delete('/wp/v2/types/post')).body.code).toBe('rest_no_route');
  });
});

it('lets _fields choose members of the list, and fields of an item, in variant a', async () => {
  const site = await testPlaten({ variant: 'a' });
  try {
    const visitor = site.as('anonymous');
    expect(Object.keys((await visitor.get('/wp/v2/types?_fields=page')).body)).toEqual(['page']);
    expect(Object.keys((await visitor.get('/wp/v2/types/page?_fields=slug')).body)).toEqual(['slug', '_links']);
  } finally {
    await site.close();
  }
});
