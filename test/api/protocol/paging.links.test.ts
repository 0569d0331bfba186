import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('paging links repeat what was understood, variant %s', (variant) => {
  let site: TestPlaten;
  beforeAll(async () => {
    site = await testPlaten({ variant });
    const editor = site.as('editor');
    for (const n of [1, 2, 3]) {
      const { id } = (await editor.post('/wp/v2/posts', { title: `Post ${n}`, slug: `日本-${n}`, status: 'publish' }))
        .body;
      await editor.post('/wp/v2/categories', { name: `Shelf ${n}` });
      await editor.post('/wp/v2/tags', { name: `Tag ${n}`, slug: `δ-${n}` });
      await editor.post('/wp/v2/comments', { post: id, content: `Words ${n}` });
    }
  });
  afterAll(() => site.close());

  const links = async (address: string) => {
    const { status, headers, body } = await site.as('administrator').get(address);
    expect(status, JSON.stringify(body)).toBe(200);
    return [...(headers['link'] ?? '').matchAll(/\?([^>]*)>; rel="(prev|next)"/g)].map(
      ([, query, rel]) => `${rel} ${query}`,
    );
  };

  it.each([
    ['/wp/v2/posts?per_page=01', ['next per_page=1&page=2']],
    ['/wp/v2/posts?per_page=%2B1&page=1', ['next per_page=1&page=2']],
    ['/wp/v2/posts?per_page=1.0', ['next per_page=1&page=2']],
    ['/wp/v2/posts?per_page=1&offset=-01', ['next per_page=1&offset=-1&page=2']],
    ['/wp/v2/posts?per_page=1&sticky=false', ['next per_page=1&page=2']],
    ['/wp/v2/posts?per_page=1&sticky=0', ['next per_page=1&page=2']],
    ['/wp/v2/posts?per_page=1&status=publish,publish', ['next per_page=1&status%5B0%5D=publish&page=2']],
    [
      '/wp/v2/posts?per_page=1&author[]=2&author[]=2&author[]=1',
      ['next per_page=1&author%5B0%5D=2&author%5B1%5D=2&author%5B2%5D=1&page=2'],
    ],
    ['/wp/v2/posts?per_page=1&exclude=999,0999', ['next per_page=1&exclude%5B0%5D=999&exclude%5B1%5D=999&page=2']],
    [
      '/wp/v2/posts?per_page=1&tags_exclude=9,9',
      ['next per_page=1&tags_exclude%5B0%5D=9&tags_exclude%5B1%5D=9&page=2'],
    ],
    ['/wp/v2/posts?per_page=1&_embed=', ['next per_page=1&_embed&page=2']],
    ['/wp/v2/posts?per_page=1&search=&colour=red', ['next per_page=1&search&colour=red&page=2']],
    ['/wp/v2/posts?per_page=1&_embed=true', ['next per_page=1&_embed=true&page=2']],
    ['/wp/v2/posts?per_page=1&search=Post%20%262%2B', []],
    ['/wp/v2/categories?hide_empty=true&page=2', ['prev hide_empty=1&page=1']],
    ['/wp/v2/categories?hide_empty=FALSE&per_page=2', ['next per_page=2&page=2']],
    ['/wp/v2/categories?per_page=02&parent=00', ['next per_page=2&parent=0&page=2']],
    ['/wp/v2/tags?per_page=1&include=1,1&exclude=7,7', []],
    ['/wp/v2/tags?per_page=1&exclude=999,999', ['next per_page=1&exclude%5B0%5D=999&exclude%5B1%5D=999&page=2']],
    ['/wp/v2/users?per_page=1&exclude=9,9', ['next per_page=1&exclude%5B0%5D=9&exclude%5B1%5D=9&page=2']],
    ['/wp/v2/users?per_page=01&_envelope', []],
    [
      '/wp/v2/users?per_page=01&roles=author,author,editor',
      ['next per_page=1&roles%5B0%5D=author&roles%5B1%5D=editor&page=2'],
    ],
    ['/wp/v2/comments?per_page=01&_embed', ['next per_page=1&_embed&page=2']],
    ['/wp/v2/comments?per_page=1&parent=0,00', ['next per_page=1&parent%5B0%5D=0&parent%5B1%5D=0&page=2']],
  ])('%s', async (address, expected) => {
    expect(await links(address)).toEqual(expected);
  });

  it.each([
    ['tags', '?page=4&offset=0', 'prev page=1&offset=0'],
    ['tags', '?page=2&offset=00&per_page=3', 'prev page=1&offset=0&per_page=3'],
    ['users', '?page=4&offset=0', 'prev page=1&offset=0'],
    ['comments', '?page=3&offset=0&per_page=2', 'prev page=2&offset=0&per_page=2'],
  ])('of %s take an offset of 0 for none: %s', async (list, query, expected) => {
    expect(await links(`/wp/v2/${list}${query}`)).toEqual([expected]);
    const withoutOffset = await site.as('administrator').get(`/wp/v2/${list}${query.replace(/&offset=0+/, '')}`);
    expect((await site.as('administrator').get(`/wp/v2/${list}${query}`)).body).toEqual(withoutOffset.body);
  });

  it.each(['posts', 'comments', 'tags', 'categories', 'users'])(
    'repeat the search of %s as plain text, and a search of markup alone is none',
    async (list) => {
      const all = (await site.as('administrator').get(`/wp/v2/${list}?per_page=1`)).headers['x-wp-total'];
      for (const search of ['<b>', ' ', '<b></b> %41']) {
        const query = `per_page=1&search=${encodeURIComponent(search)}`;
        const { headers } = await site.as('administrator').get(`/wp/v2/${list}?${query}`);
        expect(headers['x-wp-total']).toBe(all);
        expect(headers['link']).toContain(`/${list}?per_page=1&search&page=2>`);
      }
    },
  );

  it('write slugs so that they can be read', async () => {
    const named = (...slugs: string[]) =>
      slugs.map((slug, i) => `slug%5B${i}%5D=${encodeURIComponent(slug)}`).join('&');
    const next = async (list: string, slugs: string) =>
      links(`/wp/v2/${list}?per_page=1&slug=${encodeURIComponent(slugs)}`);
    expect(await next('posts', '日本-1,日本-2')).toEqual([`next per_page=1&${named('日本-1', '日本-2')}&page=2`]);
    expect(await next('tags', 'δ-1 Δ-1 δ-2')).toEqual([`next per_page=1&${named('δ-1', 'δ-2')}&page=2`]);
    expect(await next('users', 'The-Editor,the-author')).toEqual([
      `next per_page=1&${named('the-editor', 'the-author')}&page=2`,
    ]);
  });

  it('lead to the page they name', async () => {
    const address = `/wp/v2/posts?per_page=01&status=publish,publish&slug=${encodeURIComponent('日本-1,日本-2')}&sticky=0`;
    const { headers, body } = await site.as('administrator').get(address);
    const next = /wp-json([^>]*)>; rel="next"/.exec(headers['link'] ?? '')?.[1] ?? '';
    const followed = await site.as('administrator').get(next);
    expect([body[0].slug, followed.body[0].slug].map(decodeURIComponent).sort()).toEqual(['日本-1', '日本-2']);
    expect(followed.headers['x-wp-total']).toBe('2');
  });
});
