import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';
import { countStatements } from '../../support/statements/count-statements.ts';

describe('lists of terms', () => {
  let site: TestPlaten;
  let visitor: Client;
  const id: Record<string, number> = {};
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    visitor = site.as('anonymous');
    const { store } = site.platen;
    const add = (taxonomy: string, name: string, slug: string, description = '', parentId = 0) =>
      store.terms.insert({ taxonomy, name, slug, description, parentId });
    id['delta'] = await add('post_tag', 'delta', 'b-delta', 'second');
    id['Alpha'] = await add('post_tag', 'Alpha', 'z-alpha', 'first');
    id['charlie'] = await add('post_tag', 'charlie', 'a-charlie', 'third');
    id['bravo'] = await add('post_tag', 'bravo', 'y-bravo', 'fourth');
    id['food'] = await add('category', 'Food', 'food');
    id['bread'] = await add('category', 'Bread', 'bread', '', id['food']);
    id['rye'] = await add('category', 'Rye', 'rye', '', id['bread']);
    const file = async (tags: string[], categories: string[]) => {
      const postId = await store.posts.insert(postRow({ slug: `p${Math.random()}` }));
      await store.terms.assign(
        postId,
        'post_tag',
        tags.map((name) => id[name] as number),
      );
      await store.terms.assign(
        postId,
        'category',
        categories.map((name) => id[name] as number),
      );
      return postId;
    };
    id['first'] = await file(['bravo', 'charlie', 'delta'], ['rye']);
    id['second'] = await file(['bravo', 'charlie'], []);
    id['third'] = await file(['charlie'], []);
  });
  afterAll(() => site.close());

  /** Names in a query stand for ids: `{bravo}`. */
  const filled = (query: string) => query.replace(/\{(\w+)\}/g, (_, name: string) => String(id[name]));
  const names = async (path: string) => {
    const answer = await visitor.get(`/wp/v2/${filled(path)}`);
    expect(answer.status).toBe(200);
    return { names: answer.body.map((term: { name: string }) => term.name), headers: answer.headers };
  };

  it.each([
    ['tags', ['Alpha', 'bravo', 'charlie', 'delta']],
    ['tags?order=desc', ['delta', 'charlie', 'bravo', 'Alpha']],
    ['tags?orderby=id', ['delta', 'Alpha', 'charlie', 'bravo']],
    ['tags?orderby=slug&order=desc', ['Alpha', 'bravo', 'delta', 'charlie']],
    ['tags?orderby=description', ['Alpha', 'bravo', 'delta', 'charlie']],
    ['tags?orderby=count&order=desc', ['charlie', 'bravo', 'delta', 'Alpha']],
    ['tags?orderby=term_group', ['delta', 'Alpha', 'charlie', 'bravo']],
    ['tags?orderby=include&include={charlie},{Alpha},{delta}', ['charlie', 'Alpha', 'delta']],
    ['tags?orderby=include&include[5]={delta}&include[2]={Alpha}', ['delta', 'Alpha']],
    ['tags?orderby=include', ['Alpha', 'bravo', 'charlie', 'delta']],
    ['tags?orderby=include_slugs&slug=y-bravo,a-charlie,b-delta', ['bravo', 'charlie', 'delta']],
    ['tags?include={Alpha},{bravo}&exclude={Alpha}', ['Alpha', 'bravo']],
    ['tags?exclude={Alpha}', ['bravo', 'charlie', 'delta']],
    ['tags?include=-{Alpha}', ['Alpha']],
    ['tags?slug[]=z-alpha&slug[]=Y Bravo', ['Alpha', 'bravo']],
    ['tags?slug=', []],
    ['tags?search=AL', ['Alpha']],
    ['tags?search=y-', ['bravo']],
    ['tags?search=%20<b>AL</b>%20', ['Alpha']],
    ['tags?search=', ['Alpha', 'bravo', 'charlie', 'delta']],
    ['tags?search=%25', []],
    ['tags?hide_empty=true', ['bravo', 'charlie', 'delta']],
    ['tags?post={second}&orderby=id&order=desc', ['bravo', 'charlie']],
    ['tags?post=0', ['Alpha', 'bravo', 'charlie', 'delta']],
    ['tags?parent=1', ['Alpha', 'bravo', 'charlie', 'delta']],
    ['tags?per_page=2&offset=1', ['bravo', 'charlie']],
    ['tags?offset=-1', ['bravo', 'charlie', 'delta']],
    ['tags?per_page=3&page=2', ['delta']],
    ['categories', ['Bread', 'Food', 'Rye', 'Uncategorized']],
    ['categories?parent=0', ['Food', 'Uncategorized']],
    ['categories?parent={food}', ['Bread']],
    ['categories?parent=999999', []],
    ['categories?hide_empty=1', ['Bread', 'Food', 'Rye']],
    ['categories?hide_empty=true&parent={bread}', ['Rye']],
    ['categories?hide_empty=true&parent={food}', []],
    ['categories?post={first}', ['Rye']],
    ['categories?per_page=2&offset=1', ['Bread', 'Food']],
  ])('%s', async (path, expected) => {
    const found = await names(path);
    expect(found.names).toEqual(expected);
    if (!/per_page|offset/.test(path)) expect(found.headers['x-wp-total']).toBe(String(expected.length));
  });

  it.each([
    ['tags?per_page=3', '4', '2', { next: 'per_page=3&page=2' }],
    ['tags?per_page=3&page=2', '4', '2', { prev: 'per_page=3&page=1' }],
    ['tags?per_page=3&page=9', '4', '2', { prev: 'per_page=3&page=2' }],
    [
      'tags?page=2&per_page=1&search=a',
      '4',
      '4',
      { prev: 'page=1&per_page=1&search=a', next: 'page=3&per_page=1&search=a' },
    ],
    ['tags?per_page=2&offset=1', '4', '2', { prev: 'per_page=2&offset=1&page=1' }],
    ['tags?offset=-1', '4', '1', {}],
    ['categories?per_page=2&offset=1', '4', '2', { next: 'per_page=2&offset=1&page=2' }],
  ])('pages of %s', async (path, total, pages, links: Record<string, string>) => {
    const { headers } = await names(path);
    expect(headers['x-wp-total']).toBe(total);
    expect(headers['x-wp-totalpages']).toBe(pages);
    const base = `http://site.test/wp-json/wp/v2/${path.split('?')[0]}`;
    const written = Object.entries(links).map(([rel, query]) => `<${base}?${query}>; rel="${rel}"`);
    expect(headers['link']).toBe(written.join(', ') || '<http://site.test/wp-json/>; rel="https://api.w.org/"');
  });

  it.each([
    ['tags?page=0', ['page']],
    ['tags?per_page=101', ['per_page']],
    ['tags?per_page=many&page=none&offset=x', ['page', 'per_page']],
    ['tags?include=one,two&offset=x', ['include', 'offset']],
    ['tags?orderby=colour&order=sideways', ['orderby', 'order']],
    ['tags?hide_empty=maybe', ['hide_empty']],
    ['tags?context=full', ['context']],
    ['tags?search[]=a', ['search']],
    ['tags?slug[x]=a', ['slug']],
    ['tags?post=first', ['post']],
    ['tags?orderby=(select', ['orderby']],
    ['tags?include=1,2)--', ['include']],
    ['tags?exclude[]=1) UNION', ['exclude']],
    ['categories?parent[0][x]=1', ['parent']],
  ])('refuses %s', async (path, params) => {
    const refused = await visitor.get(`/wp/v2/${path}`);
    expect(refused).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
    expect(Object.keys(refused.body.data.params).sort()).toEqual([...params].sort());
  });

  it.each(['tax_query[0][terms]=1', 'meta_query[0][key]=x', 'name=delta', 'taxonomy=category', 'fields=ids'])(
    'is not changed by %s',
    async (query) => {
      expect((await names(`tags?${query}`)).names).toEqual(['Alpha', 'bravo', 'charlie', 'delta']);
    },
  );

  it('costs the same number of statements for one term and for many', async () => {
    const count = async (path: string) => {
      return countStatements(site.platen.store, async () => {
        await visitor.get(path);
      });
    };
    await count('/wp/v2/tags?per_page=1');
    expect(await count('/wp/v2/tags?per_page=4')).toBeLessThanOrEqual(await count('/wp/v2/tags?per_page=1'));
    expect(await count('/wp/v2/tags?per_page=100')).toBeLessThanOrEqual(2);
  });
});

it('has no order by given slugs in variant b', async () => {
  const site = await testPlaten({ variant: 'b' });
  try {
    const refused = await site.as('anonymous').get('/wp/v2/tags?orderby=include_slugs&slug=a');
    expect(refused.body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { orderby: expect.any(String) } },
    });
  } finally {
    await site.close();
  }
});
