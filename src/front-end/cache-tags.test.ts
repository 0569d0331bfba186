import { describe, expect, it } from 'vitest';
import { messageTags, requestTags, type ToldChange } from './cache-tags.ts';

const api = 'https://cms.example/wp-json';

describe('the tags of a request', () => {
  it.each([
    ['/wp/v2/posts/7', ['post:7']],
    ['/wp/v2/products/7', ['products:7']],
    ['/wp/v2/media?include=4,9&per_page=100', ['attachment:4', 'attachment:9']],
    ['/wp/v2/categories?include[]=3', ['category:3']],
    ['/wp/v2/posts?slug=hello', ['slug:hello']],
    ['/wp/v2/posts?page=2', ['posts']],
    ['/wp/v2/posts?categories=3&tags=5', ['in:categories:3', 'in:tags:5']],
    ['/wp/v2/comments?post=7', ['comments:7']],
    ['/wp/v2/comments', ['comments']],
    ['/wp/v2/posts?_embed=1', ['posts', 'embeds']],
    ['/platen/v1/path?path=%2Fnews%2Fhello%2F', ['path:/news/hello']],
    ['/platen/v1/head?path=%2F', ['path:/']],
    ['/platen/v1/path?path=%2Fcaf%25C3%25A9%2F', ['path:/café']],
    ['/platen/v1/site', []],
    ['/', []],
  ])('%s', (path, tags) => {
    expect(requestTags(api + path)).toEqual([...tags, 'site']);
  });

  it.each(['/wp/v2/posts?search=lake', '/wp/v2/posts/7?preview=7.1.2.x', '/wp/v2/posts?context=edit'])(
    '%s is not to be stored',
    (path) => {
      expect(requestTags(api + path)).toBeNull();
    },
  );

  it('are found behind plain addresses, and are never too long for Next', () => {
    expect(requestTags('https://cms.example/?rest_route=/wp/v2/posts/7')).toEqual(['post:7', 'site']);
    const [tag] = requestTags(`${api}/wp/v2/posts?slug=${'a'.repeat(400)}`) ?? [];
    expect(tag).toHaveLength(256);
  });
});

const change = (more: Partial<ToldChange>): ToldChange => ({
  kind: 'post',
  type: 'post',
  id: 7,
  action: 'update',
  item: { slug: 'hello', categories: [3], tags: [5] },
  urls: ['https://www.example/news/hello/', 'https://www.example/'],
  everything: false,
  ...more,
});

describe('the tags of a change', () => {
  it('are the item, its lists, and the pages that show it', () => {
    expect(messageTags(change({})).toSorted()).toEqual(
      ['post:7', 'posts', 'path:/news/hello', 'path:/', 'slug:hello', 'in:categories:3', 'in:tags:5'].toSorted(),
    );
  });

  it('expire every answer whose request had one of them, and no others', () => {
    const gone = new Set(messageTags(change({})));
    const isGone = (path: string) => requestTags(api + path)?.some((tag) => gone.has(tag));
    const shown = ['/wp/v2/posts/7', '/wp/v2/posts', '/wp/v2/posts?categories=3', '/platen/v1/path?path=/news/hello/'];
    expect(shown.filter(isGone)).toEqual(shown);
    const others = [
      '/wp/v2/posts/8',
      '/wp/v2/posts?categories=4',
      '/wp/v2/pages',
      '/platen/v1/site',
      '/wp/v2/comments?post=7',
    ];
    expect(others.filter(isGone)).toEqual([]);
  });

  it('of what is gone are those of its addresses', () => {
    expect(messageTags(change({ action: 'trash', item: null }))).toEqual(
      expect.arrayContaining(['post:7', 'posts', 'path:/news/hello', 'slug:hello']),
    );
  });

  it('of a term are its lists, and copies of it unless it is new', () => {
    const term = { kind: 'term', type: 'category', id: 3, item: { slug: 'news' }, urls: [] };
    expect(messageTags(change(term))).toEqual(['category:3', 'categories', 'slug:news', 'in:categories:3', 'embeds']);
    expect(messageTags(change({ ...term, action: 'publish' }))).not.toContain('embeds');
  });

  it('of a comment are those of its post, also when it is gone', () => {
    const comment = { kind: 'comment', type: 'comment', id: 2, urls: ['https://www.example/news/hello/'] };
    expect(messageTags(change({ ...comment, item: { post: 7 } }))).toContain('comments:7');
    expect(messageTags(change({ ...comment, item: null }))).toContain('comments:/news/hello');
    expect(messageTags(change({ ...comment, item: null }))).not.toContain('post:7');
  });

  it.each([
    { everything: true },
    { item: null, item_omitted: true },
    { kind: 'settings', type: 'settings' },
    { kind: 'site', type: 'site' },
    { kind: 'constructor' },
  ])('are all of them for %o', (more) => {
    expect(messageTags(change(more))).toEqual(['site']);
  });
});
