import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Content,
  entryOfEmbedded,
  openContent,
  ownPath,
  pictureOf,
  plainText,
} from '../../../src/front-end/content.ts';
import type { Client } from '../../support/platen.ts';
import { type MediaSite, mediaSite, picture } from '../media/media-client.ts';

let site: MediaSite;
let admin: Client;
/** The site as it is, and as a server without `platen/v1`. */
let content: Content;
let bare: Content;
const asked: string[] = [];
const ids = { post: 0, page: 0, category: 0 };

beforeAll(async () => {
  site = await mediaSite({
    siteUrl: 'http://cms.test',
    homeUrl: 'http://www.test',
    permalinks: '/%year%/%postname%/',
    pages: false,
    anonymousComments: true,
    throttle: false,
    commentFloodSeconds: 0,
  });
  admin = site.as('administrator');
  const made = async (path: string, body: object) => (await admin.post(`/wp/v2/${path}`, body)).body.id as number;
  ids.category = await made('categories', {
    name: 'Lakes &amp; seas',
    slug: 'lakes',
    description: 'Still <b>water</b>.',
  });
  ids.page = await made('pages', { title: 'About', status: 'publish', slug: 'about' });
  ids.post = await made('posts', {
    title: 'The silver lake',
    slug: 'silver',
    status: 'publish',
    date: '2026-01-31T10:00:00',
    content: '<p>At dusk.</p>',
    categories: [ids.category],
  });
  const url = 'http://cms.test';
  const ask = async (address: string, init: RequestInit): Promise<Response> => {
    asked.push(decodeURIComponent(new URL(address).pathname + new URL(address).search).replace('/wp-json', ''));
    return site.platen.fetch(address, init);
  };
  content = openContent({ url, fetch: ask });
  bare = openContent({
    url,
    fetch: async (address, init) =>
      address.includes('/platen/v1/')
        ? Response.json({ code: 'rest_no_route', message: 'No route.', data: { status: 404 } }, { status: 404 })
        : ask(address, init),
  });
});
afterAll(() => site?.close());

describe('what stands at a path', () => {
  it.each(['content', 'bare'] as const)('is found: %s', async (which) => {
    const own = { content, bare }[which];
    expect(await own.at('/2026/silver/')).toEqual({
      kind: 'entry',
      base: 'posts',
      id: ids.post,
      path: '/2026/silver/',
    });
    expect(await own.at('/about/')).toEqual({ kind: 'entry', base: 'pages', id: ids.page, path: '/about/' });
    expect(await own.at('/')).toMatchObject({ kind: 'list', base: 'posts', page: 1, path: '/' });
    expect(await own.at('/page/2/')).toMatchObject({ kind: 'list', page: 2, path: '/' });
    const category = await own.at('/category/lakes/');
    expect(category).toMatchObject({ kind: 'list', title: 'Lakes & seas', description: 'Still water.', base: 'posts' });
    const query = category?.kind === 'list' ? category.query : {};
    expect(Object.entries(query).map(([name, value]) => [name, Number(value)])).toEqual([['categories', ids.category]]);
    expect(await own.at('/nothing/here/')).toBeNull();
    // Codes that are no text.
    for (const path of ['/%ff', '/%ff/about/', '/category/%E0%A4/']) expect(await own.at(path)).toBeNull();
  });

  it('is found by its slug where the server cannot be asked', async () => {
    expect(await bare.at('/2019/silver/')).toEqual({ kind: 'moved', to: '/2026/silver/', status: 301 });
  });

  it('is where a redirect of the site leads, here or elsewhere', async () => {
    for (const [source, target] of [
      ['/old/', '/about/'],
      ['/away/', 'https://other.test/there/'],
    ])
      expect((await admin.post('/platen/v1/redirects', { source, target, status: 302 })).status).toBe(201);
    expect(await content.at('/old/')).toEqual({ kind: 'moved', to: '/about/', status: 302 });
    expect(await content.at('/away/')).toEqual({ kind: 'moved', to: 'https://other.test/there/', status: 302 });
  });
});

describe('an entry', () => {
  it('comes with its picture, terms and author, in one request for each kind', async () => {
    const { body } = await site.upload('administrator', {
      name: 'lake.jpg',
      type: 'image/jpeg',
      content: await picture(1200, 800),
    });
    await admin.post(`/wp/v2/media/${body.id}`, { alt_text: 'A lake' });
    await admin.post(`/wp/v2/posts/${ids.post}`, { featured_media: body.id });
    asked.length = 0;
    const { entries } = await content.entries('posts');
    expect(asked.map((path) => path.split('?')[0]).toSorted()).toEqual(
      ['/wp/v2/categories', '/wp/v2/media', '/wp/v2/posts', '/wp/v2/users'].toSorted(),
    );
    const [entry] = entries;
    expect(entry).toMatchObject({
      title: 'The silver lake',
      path: '/2026/silver/',
      date: '2026-01-31T10:00:00Z',
      categories: [{ id: ids.category, name: 'Lakes & seas', path: '/category/lakes/' }],
      author: { name: 'admin' },
      hasComments: true,
    });
    expect(entry?.picture).toMatchObject({ width: 1200, height: 800, alt: 'A lake' });
    expect(entry?.picture?.srcset).toMatch(/ 300w, .* 1200w$/);
    expect(entry?.picture?.srcset).not.toContain('150w');
    const embedded = (await admin.get(`/wp/v2/posts/${ids.post}?_embed=1`)).body;
    expect(entryOfEmbedded(embedded)).toEqual(entry);
  });

  it('that is gone or hidden is null', async () => {
    expect(await content.entry({ base: 'posts', id: 999_999 })).toBeNull();
    const draft = (await admin.post('/wp/v2/posts', { title: 'Draft' })).body.id;
    expect(await content.entry({ base: 'posts', id: draft })).toBeNull();
  });
});

describe('what every page shows', () => {
  it('is the name, the language and the menus of the site', async () => {
    const items = [
      { type: 'custom', title: 'Home', url: 'http://www.test/' },
      { type: 'post_type', object_id: ids.page, title: 'About us', level: 1 },
      { type: 'custom', title: 'Elsewhere', url: 'https://other.test/' },
    ];
    const menu = await admin.post('/platen/v1/menus', { name: 'Main', locations: ['primary'], items });
    expect(menu.status).toBe(201);
    const told = await content.site();
    expect(told).toMatchObject({ url: 'http://www.test/', direction: 'ltr', logo: null, icon: '', footerMenu: [] });
    expect(told.menu).toEqual([
      { label: 'Home', url: '/', children: [{ label: 'About us', url: '/about/', children: [] }] },
      { label: 'Elsewhere', url: 'https://other.test/', children: [] },
    ]);
  });

  it('is what a server without it says of itself, with the pages at the top', async () => {
    const told = await bare.site();
    expect(told).toMatchObject({
      url: 'http://www.test',
      menu: expect.arrayContaining([expect.objectContaining({ label: 'About', url: '/about/' })]),
    });
    expect(await bare.head('/about/')).toBeNull();
    const [title] = (await content.head('/about/')) ?? [];
    expect(title).toMatchObject({ tag: 'title', text: expect.stringContaining('About') });
  });
});

describe('a search', () => {
  it.each(['content', 'bare'] as const)('finds published texts: %s', async (which) => {
    const { found, total } = await { content, bare }[which].search('silver');
    expect([total, found.map(({ path }) => path)]).toEqual([1, ['/2026/silver/']]);
    expect(await content.search(' ')).toEqual({ found: [], total: 0 });
  });
});

describe('a comment', () => {
  it('is sent, says whether it waits, and is listed when it is approved', async () => {
    const fields = { post: ids.post, author_name: 'Ann', author_email: 'ann@example.org', content: 'Well said.' };
    expect(await content.addComment(fields)).toEqual({ isWaiting: true });
    const entry = { id: ids.post, path: '/2026/silver/' };
    expect(await content.comments(entry)).toEqual([]);
    const [waiting] = (await admin.get('/wp/v2/comments?status=hold')).body;
    await admin.post(`/wp/v2/comments/${waiting.id}`, { status: 'approved' });
    expect(await content.comments(entry)).toMatchObject([
      { author: 'Ann', parent: 0, text: expect.stringContaining('Well') },
    ]);
    await expect(content.addComment({ ...fields, content: '' })).rejects.toMatchObject({ status: 400 });
  });
});

it('a file that is no picture has none, and text of HTML is plain', () => {
  expect(pictureOf({ id: 1, link: '', slug: '', source_url: '/a.pdf', media_details: {} })).toBeNull();
  expect(plainText('<b>Fish</b> &amp; chips&#8230;&#x21; &unknown; &#99999999;')).toBe(
    'Fish & chips…! &unknown; &#99999999;',
  );
});

it('a page after the last is empty', async () => {
  expect(await content.entries('posts', { page: 99 })).toMatchObject({ entries: [], page: 99 });
});

it('the addresses of a sitemap are all of a list', async () => {
  const addresses = await content.addresses('posts');
  expect(addresses.find(({ path }) => path === '/2026/silver/')?.modified).toMatch(/^\d{4}-.*Z$/);
});

it('a search without words finds nothing', async () => {
  for (const words of ['"', '---', '  ']) expect(await content.search(words)).toEqual({ found: [], total: 0 });
});

it('a menu may hold an address that is none', async () => {
  const { body: menu } = await admin.post('/platen/v1/menus', {
    name: 'Another',
    locations: ['primary'],
    items: [{ type: 'custom', title: 'Odd', url: 'http://[' }],
  });
  const { menu: shown } = await content.site();
  expect([menu.code, shown.map(({ label }) => label)]).toEqual([undefined, ['Odd']]);
});

it('only a path of the site is a path to go back to', () => {
  const said = ['/a/b/', '/a?x#y', '//evil.test', '/\\evil.test', '/\t/evil.test', 'https://evil.test/', 'a', ''];
  expect(said.map(ownPath)).toEqual(['/a/b/', '/a', '/', '/', '/', '/', '/', '/']);
});
