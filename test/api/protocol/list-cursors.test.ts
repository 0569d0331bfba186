import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let admin: Client;
beforeAll(async () => {
  site = await testPlaten();
  admin = site.as('administrator');
  for (let n = 0; n < 12; n += 1) {
    const date = `2025-01-0${1 + Math.floor(n / 3)}T00:00:00`;
    await admin.post('/wp/v2/posts', { title: `Post ${n}`, date, status: n % 4 ? 'publish' : 'draft' });
    await admin.post('/wp/v2/tags', { name: `Tag ${n}` });
    await admin.post('/wp/v2/comments', { post: 2, content: `Comment ${n}` });
  }
});
afterAll(() => site.close());

interface Walk {
  readonly ids: number[];
  readonly pages: number;
}

async function walk(path: string, between: (page: number) => Promise<void> = async () => {}): Promise<Walk> {
  const ids: number[] = [];
  let pages = 0;
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { status, body, headers }: Awaited<ReturnType<Client['get']>> = await admin.get(`${path}&cursor=${cursor}`);
    expect([status, headers['x-wp-total']]).toEqual([200, undefined]);
    ids.push(...body.map((item: { id: number }) => item.id));
    pages += 1;
    cursor = headers['x-platen-next-cursor'];
    if (cursor === undefined) continue;
    expect(headers['link']).toContain(`cursor=${cursor}`);
    expect(headers['link']).toContain('rel="next"');
    await between(pages);
  }
  return { ids, pages };
}

const idsOf = async (path: string): Promise<number[]> =>
  (await admin.get(`${path}&per_page=100`)).body.map((item: { id: number }) => item.id);

describe('lists with a cursor', () => {
  it.each([
    '/wp/v2/posts?orderby=id&order=asc',
    '/wp/v2/posts?orderby=id',
    '/wp/v2/posts?',
    '/wp/v2/posts?order=asc',
    '/wp/v2/posts?orderby=modified',
    '/wp/v2/posts?status=publish,draft&order=asc',
    '/wp/v2/pages?orderby=id',
    '/wp/v2/media?orderby=id',
    '/wp/v2/tags?orderby=id',
    '/wp/v2/categories?orderby=id&order=desc',
    '/wp/v2/users?orderby=id',
    '/wp/v2/comments?orderby=id&order=asc',
    '/wp/v2/comments?orderby=id',
  ])('gives %s in the order of its pages, each item once', async (path) => {
    const { body } = await admin.get(`${path}&per_page=100`);
    const walked = await walk(`${path}&per_page=5`);
    expect(walked.ids).toEqual(body.map((item: { id: number }) => item.id));
    expect(walked.pages).toBe(Math.max(1, Math.ceil(body.length / 5)));
  });

  it('links to the rest of a list with the filters of the list, also those that are false', async () => {
    const [first] = await idsOf('/wp/v2/posts?order=asc');
    await admin.post(`/wp/v2/posts/${first}`, { sticky: true });
    const expected = await idsOf('/wp/v2/posts?sticky=false');
    const ids: number[] = [];
    for (let path: string | undefined = '/wp/v2/posts?sticky=false&per_page=3&cursor='; path; ) {
      const { body, headers }: Awaited<ReturnType<Client['get']>> = await admin.get(path);
      ids.push(...body.map((item: { id: number }) => item.id));
      path = /wp-json([^>]*)>; rel="next"/.exec(headers['link'] ?? '')?.[1];
    }
    expect(ids).toEqual(expected);
    expect(expected).not.toContain(first);
  });

  it('skips and repeats nothing when items come and go', async () => {
    const before = await idsOf('/wp/v2/posts?status=publish,draft');
    const { ids } = await walk('/wp/v2/posts?status=publish,draft&per_page=3', async (page) => {
      // With page numbers, a new item on top would repeat one and a removed one would skip one.
      await admin.post('/wp/v2/posts', { title: `New ${page}`, status: 'publish' });
      await admin.delete(`/wp/v2/posts/${before[page - 1]}?force=true`);
    });
    expect(ids).toEqual(before);
  });

  it('refuses cursors of other lists, and what they do not go with', async () => {
    const { headers } = await admin.get('/wp/v2/posts?per_page=2&cursor=');
    const cursor = headers['x-platen-next-cursor'] ?? '';
    for (const query of [
      `order=asc&cursor=${cursor}`,
      `orderby=id&cursor=${cursor}`,
      `page=2&cursor=${cursor}`,
      `offset=2&cursor=${cursor}`,
      'orderby=title&cursor=',
      'cursor=x',
      `cursor=${'x'.repeat(3000)}`,
      `cursor=${Buffer.from("desc.date.1.' or 1=1").toString('base64url')}`,
      `cursor=${Buffer.from('desc.date.1.').toString('base64url')}`,
    ]) {
      expect([query, (await admin.get(`/wp/v2/posts?${query}`)).status]).toEqual([query, 400]);
    }
    for (const path of ['users', 'comments', 'tags']) {
      expect((await admin.get(`/wp/v2/${path}?cursor=`)).status).toBe(400);
    }
  });

  it('are not announced', async () => {
    const { body } = await admin.send('OPTIONS', '/wp/v2/posts');
    expect(Object.keys(body.endpoints[0].args)).not.toContain('cursor');
  });
});
