import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

describe('terms inside the answers of posts', () => {
  let site: TestPlaten;
  let editor: Client;
  let visitor: Client;
  const tagIds: number[] = [];
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    editor = site.as('editor');
    visitor = site.as('anonymous');
    for (let i = 0; i < 12; i++) {
      const name = `tag ${String(11 - i).padStart(2, '0')}`;
      tagIds.push((await editor.post('/wp/v2/tags', { name })).body.id);
    }
  });
  afterAll(() => site.close());
  const write = async (title: string, tags: number[], more: object = {}): Promise<number> =>
    (await editor.post('/wp/v2/posts', { title, content: 'Text', status: 'publish', tags, ...more })).body.id;

  it('stand in the order of the taxonomies, each sorted by name', async () => {
    const id = await write('Two tags', [tagIds[0] as number, tagIds[5] as number]);
    const { body } = await visitor.get(`/wp/v2/posts/${id}?_embed`);
    expect(body._links['wp:term']).toEqual([
      {
        taxonomy: 'category',
        embeddable: true,
        href: `http://site.test/wp-json/wp/v2/categories?post=${id}`,
      },
      { taxonomy: 'post_tag', embeddable: true, href: `http://site.test/wp-json/wp/v2/tags?post=${id}` },
    ]);
    const [categories, tags] = body._embedded['wp:term'];
    expect(categories).toMatchObject([{ id: 1, name: 'Uncategorized', taxonomy: 'category' }]);
    expect(tags.map((tag: { name: string }) => tag.name)).toEqual(['tag 06', 'tag 11']);
    expect(Object.keys(tags[0])).toEqual(['id', 'link', 'name', 'slug', 'taxonomy', '_links']);
  });

  it('are as many as the first page of the list they link to', async () => {
    const id = await write('Many tags', tagIds);
    const { body } = await visitor.get(`/wp/v2/posts/${id}?_embed`);
    const listed = await visitor.get(`/wp/v2/tags?post=${id}&context=embed`);
    expect(body._embedded['wp:term'][1]).toEqual(listed.body);
    expect(listed.headers['x-wp-total']).toBe('12');
  });

  it('show the whole path of nested categories', async () => {
    const outer = (await editor.post('/wp/v2/categories', { name: 'Outer' })).body.id;
    const inner = (await editor.post('/wp/v2/categories', { name: 'Inner', parent: outer })).body.id;
    const id = await write('Nested', [], { categories: [inner] });
    const [categories] = (await visitor.get(`/wp/v2/posts/${id}?_embed`)).body._embedded['wp:term'];
    expect(categories).toMatchObject([{ id: inner, link: 'http://site.test/category/outer/inner/' }]);
  });

  it('cost no more statements for a page of posts than for one', async () => {
    for (let i = 0; i < 6; i++) await write(`Post ${i}`, [tagIds[i] as number, tagIds[i + 1] as number]);
    const count = async (perPage: number) => {
      return countStatements(site.platen.store, async () => {
        const { body } = await visitor.get(`/wp/v2/posts?_embed&search=Post&per_page=${perPage}`);
        expect(body).toHaveLength(perPage);
      });
    };
    await count(1);
    expect(await count(6)).toBeLessThanOrEqual((await count(1)) + 1);
  });
});
