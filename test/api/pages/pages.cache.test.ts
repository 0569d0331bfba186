import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../support/statements/count-statements.ts';
import { writeMenu } from './menu-rows.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let site: PageSite;
let post: { id: number; link: string };
let category: { id: number };
beforeAll(async () => {
  site = await pageSite();
  category = await site.write('categories', { name: 'Cat' });
  post = await site.write('posts', {
    title: 'First',
    content: 'first-text',
    status: 'publish',
    categories: [category.id],
    date: '2021-01-01T00:00:00',
  });
});
afterAll(() => site?.close());

/** The page, which must come from the cache when it is asked for again. */
async function cached(path: string): Promise<string> {
  await site.get(path);
  const { headers, html } = await site.get(path);
  expect([path, headers.get('x-cache')]).toEqual([path, 'hit']);
  return html;
}

describe('a cached page', () => {
  it.each<[string, () => string, () => Promise<unknown>, string]>([
    [
      'a changed text',
      () => pathOf(post.link),
      () => site.write(`posts/${post.id}`, { content: 'second-text' }),
      'second-text',
    ],
    [
      'a new post on the front page',
      () => '/',
      () => site.write('posts', { title: 'Brand new', content: 'x', status: 'publish' }),
      'Brand new',
    ],
    [
      'a new neighbour',
      () => pathOf(post.link),
      () => site.write('posts', { title: 'Just after', content: 'x', status: 'publish', date: '2021-01-02T00:00:00' }),
      'Just after',
    ],
    [
      'a renamed category',
      () => pathOf(post.link),
      () => site.write(`categories/${category.id}`, { name: 'Renamed' }),
      'Renamed',
    ],
    [
      'a new comment',
      () => pathOf(post.link),
      () =>
        site.write('comments', {
          post: post.id,
          content: 'new-comment',
          author_name: 'A',
          author_email: 'a@example.org',
          status: 'approved',
        }),
      'new-comment',
    ],
    ['a renamed author', () => pathOf(post.link), () => site.write('users/1', { name: 'Somebody' }), 'Somebody'],
    ['a new title of the site', () => '/', () => site.write('settings', { title: 'New name' }), 'New name'],
    [
      'a new page in the menu',
      () => '/',
      () => site.write('pages', { title: 'Menu page', content: 'x', status: 'publish' }),
      'Menu page',
    ],
    [
      'a stored menu',
      () => '/',
      () => writeMenu(site.platen.store, [{ url: 'https://example.org/', label: 'Stored menu' }]),
      'Stored menu',
    ],
  ])('shows %s at once', async (_what, path, change, text) => {
    expect(await cached(path())).not.toContain(text);
    await change();
    const { html, headers } = await site.get(path());
    expect(headers.get('x-cache')).toBe('miss');
    expect(html).toContain(text);
    await cached(path());
  });

  it('is told apart from another by its ETag', async () => {
    const { headers } = await site.get('/');
    const again = await site.get('/', { headers: { 'if-none-match': headers.get('etag') ?? '' } });
    expect([again.status, again.html]).toEqual([304, '']);
  });

  it('is not shown to a logged-in reader, nor theirs to visitors', async () => {
    const secret = await site.write('posts', { title: 'Only for editors', content: 'x', status: 'private' });
    await cached('/');
    expect((await site.get('/', { as: 'editor' })).html).toContain('Only for editors');
    expect(await cached('/')).not.toContain('Only for editors');
    expect(secret.id).toBeGreaterThan(0);
  });
});

describe('a list', () => {
  it('takes the same number of queries for any number of posts', async () => {
    const tag = await site.write('tags', { name: 'Many' });
    const small = await site.write('tags', { name: 'Few' });
    for (let n = 0; n < 9; n += 1) {
      await site.write('posts', {
        title: `P${n}`,
        content: 'x',
        status: 'publish',
        tags: n < 2 ? [tag.id, small.id] : [tag.id],
        categories: [category.id],
      });
    }
    const cost = async (path: string) => {
      await site.get(`${path}?warm=${path.length}`);
      return countStatements(site.platen.store, async () => {
        expect((await site.platen.fetch(`${path}?n=${Math.random()}`)).status).toBe(200);
      });
    };
    expect(await cost('/tag/many/')).toBe(await cost('/tag/few/'));
  });
});
