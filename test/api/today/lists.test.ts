import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
const ids: Record<string, number> = {};
beforeAll(async () => {
  site = await testPlaten({ variant: 'c' });
  const editor = site.as('editor');
  const term = async (base: string, fields: object) => (await editor.post(`/wp/v2/${base}`, fields)).body.id;
  ids['top'] = await term('categories', { name: 'Top' });
  ids['below'] = await term('categories', { name: 'Below', parent: ids['top'] });
  ids['red'] = await term('tags', { name: 'Red' });
  ids['blue'] = await term('tags', { name: 'Blue' });
  const posts: [string, object][] = [
    ['one', { title: 'Cat', content: 'dog', categories: [ids['top']], tags: [ids['red']] }],
    [
      'two',
      { title: 'Bird', content: 'cat', categories: [ids['below']], tags: [ids['red'], ids['blue']], format: 'aside' },
    ],
    ['three', { title: 'Fish', content: 'x', excerpt: 'cat', tags: [ids['blue']], format: 'quote', sticky: true }],
  ];
  for (const [i, [slug, fields]] of posts.entries())
    await editor.post('/wp/v2/posts', { ...fields, slug, status: 'publish', date: `2021-01-0${i + 1}T08:00:00` });
});
afterAll(() => site.close());

const slugs = async (query: string) => {
  const { status, body, headers } = await site.as('anonymous').get(`/wp/v2/posts?_fields=slug&${query}`);
  if (status !== 200) return body.data.details ?? body.code;
  const found = body.map(({ slug }: { slug: string }) => slug);
  expect(Number(headers['x-wp-total'])).toBe(found.length);
  return found;
};

describe('posts are found by', () => {
  it.each([
    [
      'terms with those below',
      () => `categories[terms]=${ids['top']}&categories[include_children]=true`,
      ['two', 'one'],
    ],
    ['terms without those below', () => `categories[terms]=${ids['top']}`, ['one']],
    ['all of several terms', () => `tags[terms]=${ids['red']},${ids['blue']}&tags[operator]=AND`, ['two']],
    [
      'terms of one taxonomy or another',
      () => `categories=${ids['top']}&tags=${ids['blue']}&tax_relation=OR`,
      ['three', 'two', 'one'],
    ],
    ['terms of both taxonomies', () => `categories=${ids['top']}&tags=${ids['blue']}`, []],
    [
      'terms they lack',
      () => `categories_exclude[terms]=${ids['top']}&categories_exclude[include_children]=true`,
      ['three'],
    ],
    ['formats', () => 'format=aside,quote', ['three', 'two']],
    ['the lack of a format', () => 'format=standard', ['one']],
    ['a format and a term', () => `format=aside,quote&tags=${ids['red']}`, ['two']],
    ['a format and terms they lack', () => `format=aside,quote&tags_exclude=${ids['red']}`, ['three']],
    ['words in the title', () => 'search=cat&search_columns=post_title', ['one']],
    [
      'words in content and excerpt',
      () => 'search=cat&search_columns[]=post_content&search_columns[]=post_excerpt',
      ['three', 'two'],
    ],
    ['words that are all a column holds', () => 'search=CAT&search_semantics=exact', ['three', 'two', 'one']],
    ['no word that is only part of a column', () => 'search=ca&search_semantics=exact', []],
    ['changes', () => 'modified_before=2020-01-01T00:00:00', []],
    ['an empty slug, which is no filter', () => 'slug=', ['three', 'two', 'one']],
  ])('%s', async (_name, query, expected) => {
    expect(await slugs(query())).toEqual(expected);
  });

  it('neither empty nor unknown queries of terms', async () => {
    expect(await slugs('categories=')).toMatchObject({ categories: { code: 'rest_one_of_multiple_matches' } });
    expect(await slugs('categories=x')).toMatchObject({
      categories: { code: 'rest_no_matching_schema', data: { position: 0 } },
    });
    expect(await slugs('categories[bogus]=1')).toMatchObject({ categories: { data: { position: 1 } } });
    expect(await slugs('tags[terms]=1&tags[operator]=XOR')).toMatchObject({ tags: { data: { position: 1 } } });
  });
});

it('sticky posts come first where a list asks for it, on its first page only', async () => {
  const list = async (query: string) =>
    (await site.as('anonymous').get(`/wp/v2/posts?_fields=slug&order=asc&${query}`)).body.map(
      ({ slug }: { slug: string }) => slug,
    );
  expect(await list('')).toEqual(['one', 'two', 'three']);
  expect(await list('ignore_sticky=false')).toEqual(['three', 'one', 'two']);
  expect(await list('ignore_sticky=false&per_page=2')).toEqual(['three', 'one', 'two']);
  expect(await list('ignore_sticky=false&per_page=2&page=2')).toEqual(['three']);
});

describe('users are found by', () => {
  const found = async (query: string, as: 'administrator' | 'anonymous' = 'administrator') => {
    const { status, body } = await site.as(as).get(`/wp/v2/users?_fields=slug&${query}`);
    return status === 200 ? body.map(({ slug }: { slug: string }) => slug) : [status, body.code];
  };
  it('what they published, what they may do, and the columns that are searched', async () => {
    expect(await found('has_published_posts=post')).toContain('the-editor');
    expect(await found('has_published_posts=page')).not.toContain('the-editor');
    expect(await found('capabilities=edit_others_posts')).toEqual(expect.arrayContaining(['the-editor']));
    expect(await found('capabilities=edit_others_posts')).not.toContain('the-author');
    expect(await found('search=the-e&search_columns=slug')).toEqual(['the-editor']);
    expect(await found('search=the-e&search_columns=email')).toEqual([]);
  });
  it('nothing that would tell a visitor more than public names', async () => {
    expect(await found('capabilities=edit_posts', 'anonymous')).toEqual([401, 'rest_user_cannot_view']);
    expect(await found('search=example.org&search_columns=email', 'anonymous')).toEqual([]);
    expect((await found('has_published_posts=bogus'))[0]).toBe(400);
  });
});

it('an empty filter is none, whatever the list', async () => {
  const editor = site.as('editor');
  const [post] = (await editor.get('/wp/v2/posts?slug=one')).body;
  await editor.post('/wp/v2/comments', { post: post.id, content: 'Said.' });
  const size = async (path: string) => (await site.as('administrator').get(path)).body.length;
  for (const [list, names] of [
    ['users', ['slug', 'roles', 'capabilities', 'include', 'exclude']],
    ['comments', ['author', 'author_exclude', 'post', 'parent', 'include']],
    ['posts', ['author', 'author_exclude', 'format', 'include', 'slug', 'status']],
    ['categories', ['slug', 'include']],
  ] as const) {
    const all = await size(`/wp/v2/${list}?_fields=id`);
    for (const name of names)
      expect([list, name, await size(`/wp/v2/${list}?_fields=id&${name}=`)]).toEqual([list, name, all]);
  }
  expect((await site.as('anonymous').get('/wp/v2/comments?author=')).status).toBe(200);
});

it('links to other pages repeat terms as a list where a list was sent, and conditions as they were', async () => {
  const link = async (query: string) =>
    (await site.as('anonymous').get(`/wp/v2/posts?per_page=1&${query}`)).headers['link'];
  expect(await link(`tags=${ids['red']}`)).toContain(`&tags%5B0%5D=${ids['red']}&page=2>`);
  expect(await link(`tags_exclude=999999`)).toContain(`&tags_exclude%5B0%5D=999999&page=2>`);
  expect(await link(`tags[terms]=${ids['red']}`)).toContain(`&tags%5Bterms%5D=${ids['red']}&page=2>`);
});
