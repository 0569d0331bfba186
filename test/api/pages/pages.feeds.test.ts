import { readFile } from 'node:fs/promises';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let url: string;
let post: { id: number; link: string };
let category: { id: number; slug: string };

beforeAll(async () => {
  site = await testPlaten({ pages: true });
  url = await site.platen.listen();
  const admin = site.as('administrator');
  await admin.put('/wp/v2/settings', { title: 'Fish & <Chips>', description: 'A "tagline"' });
  category = (await admin.post('/wp/v2/categories', { name: 'Sea & more' })).body;
  post = (
    await admin.post('/wp/v2/posts', {
      title: 'One &amp; &lt;two&gt;',
      content: 'Text with <em>tags</em>, ]]&gt; and an end: ]]> of data.\u000b',
      status: 'publish',
      categories: [category.id],
      date: '2024-03-05T10:00:00',
    })
  ).body;
  await admin.post('/wp/v2/posts', { title: 'Draft of a secret', content: 'secret', status: 'draft' });
  await admin.post('/wp/v2/posts', { title: 'Private secret', content: 'secret', status: 'private' });
  await admin.post('/wp/v2/posts', { title: 'Locked', content: 'secret', password: 'x', status: 'publish' });
  await admin.post('/wp/v2/comments', { post: post.id, content: 'First <b>remark</b>' });
});
afterAll(() => site.close());

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function expectValid(text: string, schema: 'rss' | 'atom' | 'sitemap'): Promise<void> {
  const xsd = await readFile(new URL(`../../schemas/${schema}.xsd`, import.meta.url), 'utf8');
  const { errors } = await validateXML({
    xml: [{ fileName: 'answer.xml', contents: text }],
    schema: [{ fileName: 'schema.xsd', contents: xsd }],
  });
  expect(errors.map(({ message }) => message)).toEqual([]);
}

const pathOf = (link: string) => new URL(link).pathname;

describe('the feed of the site', () => {
  it('is RSS 2.0 that a reader understands', async () => {
    const { status, headers, text } = await get('/feed/');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=UTF-8']);
    await expectValid(text, 'rss');
    const feed = parseRssFeed(text);
    expect([feed.title, feed.description]).toEqual(['Fish & <Chips>', 'A "tagline"']);
    const item = feed.items?.find(({ link }) => link === post.link);
    expect(item).toMatchObject({ title: 'One & <two>', pubDate: 'Tue, 05 Mar 2024 10:00:00 +0000' });
    expect(item?.content?.encoded).toContain('<em>tags</em>');
    expect(item?.content?.encoded).toContain(']]>');
    expect(text).not.toContain('secret');
  });

  it('is Atom, and JSON', async () => {
    const atom = await get('/feed/atom/');
    await expectValid(atom.text, 'atom');
    expect(atom.headers.get('content-type')).toBe('application/atom+xml; charset=UTF-8');
    expect(JSON.stringify(parseAtomFeed(atom.text).entries)).toContain('One & <two>');
    const json = await get('/feed/json/');
    expect(json.headers.get('content-type')).toBe('application/feed+json; charset=UTF-8');
    const feed = parseJsonFeed(JSON.parse(json.text));
    expect(json.text).toContain('"version":"https://jsonfeed.org/version/1.1"');
    expect(feed.items?.find((item) => item.url === post.link)?.content_html).toContain('<em>tags</em>');
    for (const { text } of [atom, json]) expect(text).not.toContain('secret');
  });

  it.each(['/?feed=rss2', '/?feed=rss', '/?feed=feed', '/feed/rss/', '/feed/rdf/', '/index.php/feed/'])(
    'is also at %s',
    async (path) => {
      const { status, text } = await get(path);
      expect(status).toBe(200);
      expect(parseRssFeed(text).title).toBe('Fish & <Chips>');
    },
  );

  it('is not sent again to those who have it, by date or by tag', async () => {
    const first = await get('/feed/?conditional');
    const [modified, etag] = [first.headers.get('last-modified')!, first.headers.get('etag')!];
    const known: Record<string, string>[] = [{ 'If-Modified-Since': modified }, { 'If-None-Match': etag }];
    for (const headers of known) expect((await get('/feed/?conditional', headers)).status).toBe(304);
    const older = { 'If-Modified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
    expect((await get('/feed/?conditional', older)).status).toBe(200);
  });

  it('is cached, and never out of date', async () => {
    await get('/feed/?cached');
    expect((await get('/feed/?cached')).headers.get('x-cache')).toBe('hit');
    await site.as('administrator').post('/wp/v2/posts', { title: 'Quite new', status: 'publish' });
    expect((await get('/feed/?cached')).text).toContain('Quite new');
  });

  it('has summaries only if the settings say so', async () => {
    const { options } = site.platen.store;
    await options.set('rss_use_excerpt', '1');
    expect((await get('/feed/')).text).not.toContain('content:encoded>');
    await options.set('rss_use_excerpt', '0');
    await options.set('posts_per_rss', '1');
    expect(parseRssFeed((await get('/feed/')).text).items).toHaveLength(1);
    await options.set('posts_per_rss', '10');
  });
});

describe('other feeds', () => {
  it('are those of a category, an author, a time and a search', async () => {
    const author = (await site.as('anonymous').get('/wp/v2/users/1')).body;
    const paths = [
      `/category/${category.slug}/feed/`,
      `${pathOf(author.link)}feed/`,
      '/2024/03/feed/',
      '/search/tags/feed/',
      '/?s=tags&feed=rss2',
      `/?cat=${category.id}&feed=atom`,
    ];
    for (const path of paths) {
      const { status, text } = await get(path);
      expect([path, status, text.includes('One &#38; &#60;two&#62;')]).toEqual([path, 200, true]);
    }
    expect((await get('/2023/feed/')).text).not.toContain('<item>');
  });

  it.each(['', 'atom/', 'json/'])('are those of comments: %s', async (format) => {
    for (const path of [`/comments/feed/${format}`, `${pathOf(post.link)}feed/${format}`]) {
      const { status, text } = await get(path);
      expect([status, text.includes('remark')]).toEqual([200, true]);
    }
  });

  it('of comments hold no comment that visitors may not see', async () => {
    const admin = site.as('administrator');
    const hidden = (await admin.post('/wp/v2/posts', { title: 'Hidden', status: 'private' })).body;
    await admin.post('/wp/v2/comments', { post: hidden.id, content: 'A hidden secret' });
    const { body } = await admin.post('/wp/v2/comments', { post: post.id, content: 'A held secret' });
    await admin.put(`/wp/v2/comments/${body.id}`, { status: 'hold' });
    expect((await get('/comments/feed/')).text).not.toContain('secret');
    expect((await get(`${pathOf(post.link)}feed/`)).text).not.toContain('secret');
    expect((await get(`/?p=${hidden.id}&feed=rss2`)).status).toBe(404);
  });

  it.each(['/nothing/feed/', '/category/none/feed/', '/feed/xyz/', '/?feed=__proto__', '/?p=99999&feed=rss2'])(
    'do not exist at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('crawlers', () => {
  it('find every public address once in the sitemap', async () => {
    const index = await get('/wp-sitemap.xml');
    await expectValid(index.text, 'sitemap');
    const parts = [...index.text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => pathOf(loc!));
    expect(parts).toContain('/wp-sitemap-posts-post-1.xml');
    const urls: string[] = [];
    for (const part of parts) {
      const { status, text } = await get(part);
      expect(status).toBe(200);
      await expectValid(text, 'sitemap');
      urls.push(...[...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc]) => loc!));
    }
    expect(urls).toContain(post.link);
    expect(new Set(urls).size).toBe(urls.length);
    for (const found of urls) expect([found, (await get(pathOf(found))).status]).toEqual([found, 200]);
    expect(urls.some((found) => /locked|secret|hidden/.test(found))).toBe(false);
  });

  it.each(['/wp-sitemap-posts-post-99.xml', '/wp-sitemap-posts-attachment-1.xml', '/wp-sitemap-x-1.xml'])(
    'find nothing at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  it('read where the sitemap is, and that a hidden site has none', async () => {
    expect((await get('/robots.txt')).text).toContain('Sitemap: http://site.test/wp-sitemap.xml');
    await site.platen.store.options.set('blog_public', '0');
    expect((await get('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
    expect((await get('/wp-sitemap.xml')).status).toBe(404);
    await site.platen.store.options.set('blog_public', '1');
  });

  it('get an icon, and the description of the interface', async () => {
    expect((await get('/favicon.ico')).headers.get('content-type')).toBe('image/svg+xml');
    const { headers, text } = await get('/xmlrpc.php?rsd');
    expect(headers.get('content-type')).toContain('text/xml');
    expect([...text.matchAll(/<api /g)]).toHaveLength(1);
    expect(text).toContain('apiLink="http://site.test/wp-json/"');
    expect((await get('/xmlrpc.php')).status).toBe(404);
  });
});
