import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cacheCommands } from '../../../src/extensions/cache/cache-commands.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { runOnStore } from '../../support/run-command.ts';

let site: TestPlaten;
let origin: string;
let post: number;
let now = Date.UTC(2026, 0, 31);

beforeAll(async () => {
  site = await testPlaten({ clock: () => now });
  origin = await site.platen.listen();
  post = (await site.as('administrator').post('/wp/v2/posts', { title: 'One', status: 'publish' })).body.id;
});
afterAll(() => site.close());
beforeEach(() => site.platen.store.invalidateTags('everything'));

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(`${origin}${path}`, init);
  return {
    status: answer.status,
    headers: answer.headers,
    text: await answer.text(),
    cache: answer.headers.get('x-cache'),
  };
};
const withHeaders = (headers: Record<string, string>) => ({ headers });
const basic = { authorization: `Basic ${Buffer.from('admin:pw-administrator').toString('base64')}` };

describe('answers that are kept', () => {
  it('say so, say how old they are, and are the same', async () => {
    const first = await ask('/wp-json/wp/v2/posts');
    now += 5_000;
    const second = await ask('/wp-json/wp/v2/posts');
    expect([first.cache, second.cache]).toEqual(['miss', 'hit']);
    expect(second.headers.get('age')).toBe('5');
    expect(second.text).toBe(first.text);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    const known = await ask(
      '/wp-json/wp/v2/posts',
      withHeaders({ 'if-none-match': first.headers.get('etag') as string }),
    );
    expect([known.status, known.cache, known.text]).toEqual([304, 'hit', '']);
  });

  it('are the headers of a HEAD request, too', async () => {
    await ask('/wp-json/wp/v2/posts');
    // An answer is kept after it was sent: the next who ask for it wait until it is, those who ask for its head do not.
    await ask('/wp-json/wp/v2/posts');
    const head = await ask('/wp-json/wp/v2/posts', { method: 'HEAD' });
    expect([head.cache, head.text, head.headers.get('x-wp-total')]).toEqual(['hit', '', '1']);
  });

  it('go with the first write that touches them', async () => {
    await ask('/wp-json/wp/v2/posts');
    await site.as('administrator').post(`/wp/v2/posts/${post}`, { title: 'Two' });
    const after = await ask('/wp-json/wp/v2/posts');
    expect(after.cache).toBe('miss');
    expect(after.text).toContain('Two');
  });

  it('are made anew after a week', async () => {
    await ask('/wp-json/wp/v2/posts');
    now += 604_801_000;
    expect((await ask('/wp-json/wp/v2/posts')).cache).toBe('miss');
  });

  it('are pages, by device where they have pictures', async () => {
    await site.as('administrator').post(`/wp/v2/posts/${post}`, { content: '<img src="/a.png" alt="">' });
    const { link } = (await site.as('anonymous').get(`/wp/v2/posts/${post}`)).body;
    const path = new URL(link).pathname;
    const mobile = withHeaders({ 'user-agent': 'Some Mobile Browser (Mobi)' });
    expect((await ask(path)).cache).toBe('miss');
    expect((await ask(path)).cache).toBe('hit');
    const small = await ask(path, mobile);
    expect(small.cache).toBe('miss');
    expect(small.headers.get('vary')).toContain('User-Agent');
    expect((await ask(path, mobile)).cache).toBe('hit');
    await site.as('administrator').post(`/wp/v2/posts/${post}`, { title: 'Three' });
    expect((await ask(path)).text).toContain('Three');
  });

  it('are made once when many want them at once', async () => {
    const before = site.platen.store.statements();
    const alone = await ask('/wp-json/wp/v2/posts?order=asc&_embed');
    const cost = site.platen.store.statements() - before;
    expect(alone.cache).toBe('miss');
    await site.platen.store.invalidateTags('everything');
    const start = site.platen.store.statements();
    const many = await Promise.all(Array.from({ length: 20 }, () => ask('/wp-json/wp/v2/posts?order=asc&_embed')));
    expect(new Set(many.map(({ text }) => text)).size).toBe(1);
    expect(many.filter(({ cache }) => cache === 'miss').length).toBeLessThan(5);
    expect(site.platen.store.statements() - start).toBeLessThan(cost * 5);
  });
});

describe('answers that are nobody else’s', () => {
  it.each([
    ['with credentials', '/wp-json/wp/v2/posts', withHeaders(basic)],
    ['with a session', '/wp-json/wp/v2/posts', withHeaders({ cookie: 'platen_session=x' })],
    ['with a nonce', '/wp-json/wp/v2/posts', withHeaders({ 'x-wp-nonce': 'x' })],
    ['with another method in a header', '/wp-json/wp/v2/posts', withHeaders({ 'x-http-method-override': 'GET' })],
    ['with another method in the address', '/wp-json/wp/v2/posts?_method=GET', {}],
    ['in the context of editing', '/wp-json/wp/v2/statuses/publish?context=edit', {}],
    ['in that context, spelt otherwise', '/wp-json/wp/v2/statuses/publish?%63ontext=edit', {}],
    ['about oneself', '/wp-json/wp/v2/users/me', {}],
    ['of settings', '/wp-json/wp/v2/settings', {}],
    ['of the toolset', '/wp-json/cache/v1/ping', {}],
    ['of forms', '/wp-json/forms/v1/contact-forms', {}],
    ['of popups', '/wp-json/popups/v1/analytics?event=open&pid=1', {}],
    ['that are not there', '/wp-json/wp/v2/posts/999999', {}],
    ['of operations', '/metrics', {}],
  ])('are not kept: %s', async (_what, path, init) => {
    await ask(path, init);
    expect((await ask(path, init)).cache).toBe('bypass');
  });

  it('are not kept with a password, right or wrong', async () => {
    const { id } = (
      await site
        .as('administrator')
        .post('/wp/v2/posts', { title: 'P', content: 'hidden words', status: 'publish', password: 'pw' })
    ).body;
    const shown = await ask(`/wp-json/wp/v2/posts/${id}?password=pw`);
    expect([shown.cache, shown.text.includes('hidden words')]).toEqual(['bypass', true]);
    expect((await ask(`/wp-json/wp/v2/posts/${id}`)).text).not.toContain('hidden words');
  });

  it('cannot be planted: by a body, another host, or headers that say who one is', async () => {
    const clean = await ask('/wp-json/wp/v2/posts');
    await site.platen.store.invalidateTags('everything');
    const planted = withHeaders({
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/wp-json/wp/v2/users',
      'x-lscache-vary-value': '"><script>',
      cookie: 'litespeed_role=1; litespeed_hash=0; litespeed_flash_hash[]=0',
    });
    expect((await ask('/wp-json/wp/v2/posts', planted)).text).toBe(clean.text);
    expect((await ask('/wp-json/wp/v2/posts')).text).toBe(clean.text);
  });

  it('are told apart by origin', async () => {
    const foreign = withHeaders({ origin: 'https://one.example' });
    await ask('/wp-json/wp/v2/posts', foreign);
    const again = await ask('/wp-json/wp/v2/posts', foreign);
    expect([again.cache, again.headers.get('access-control-allow-origin')]).toEqual(['hit', 'https://one.example']);
    const own = await ask('/wp-json/wp/v2/posts');
    expect([own.cache, own.headers.get('access-control-allow-origin'), own.headers.get('vary')]).toEqual([
      'miss',
      null,
      expect.stringMatching(/^Origin\b/),
    ]);
  });
});

describe('a purge', () => {
  const purge = (tags?: string) => runOnStore(cacheCommands, 'cache purge', { operands: { tags } }, site.platen);

  it('lets go of everything, or of what depends on a tag', async () => {
    const [posts, tags] = ['/wp-json/wp/v2/posts', '/wp-json/wp/v2/tags'];
    await ask(posts);
    await ask(tags);
    await purge('posts');
    expect([(await ask(posts)).cache, (await ask(tags)).cache]).toEqual(['miss', 'hit']);
    await purge();
    expect([(await ask(posts)).cache, (await ask(tags)).cache]).toEqual(['miss', 'miss']);
  });

  it('of a term lets go of the posts that have it', async () => {
    const path = `/wp-json/wp/v2/posts/${post}`;
    const { categories } = JSON.parse((await ask(path)).text) as { categories: number[] };
    expect((await ask(path)).cache).toBe('hit');
    await purge(`term:${categories[0]}`);
    expect((await ask(path)).cache).toBe('miss');
  });
});
