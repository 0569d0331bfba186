import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  nodePreviewHandler,
  openPreview,
  previewHandler,
  previewHeaders,
  previewOf,
} from '../../../src/front-end/preview-server.ts';
import { createPlaten } from '../../../src/index.ts';
import { type Client, clientFor, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let admin: Client;
let visitor: Client;
/** Time stands still during a test: nothing expires before the test says so. */
let nowMs = Date.now();
let offsetMs = 0;

const url = 'http://site.test';

beforeAll(async () => {
  site = await testPlaten({
    siteUrl: url,
    homeUrl: 'https://www.test/blog',
    permalinks: '/%year%/%postname%/',
    pages: false,
    cacheMegabytes: 8,
    clock: () => nowMs + offsetMs,
    previewUrl: {
      '*': 'https://www.test{path}?preview={token}',
      book: 'https://books.test/show?id={id}&type={type}&at={path}&preview={token}',
      page: '',
    },
    postTypes: [
      { name: 'book', restBase: 'books', supports: ['title', 'editor'] },
      { name: 'note', restBase: 'notes', supports: ['title'], public: false },
    ],
  });
  admin = site.as('administrator');
  visitor = site.as('anonymous');
});
beforeEach(() => {
  [nowMs, offsetMs] = [Date.parse('2026-11-15T20:15:30Z'), 0];
});
afterAll(() => site?.close());

const item = async (body: object = {}, path = 'posts'): Promise<number> =>
  (await admin.post(`/wp/v2/${path}`, { title: 'Hello there', content: 'stored words', ...body })).body.id;
const preview = async (body: object) => {
  const { status, body: made } = await admin.post('/platen/v1/previews', body);
  expect([status, made.code]).toEqual([201, undefined]);
  return made;
};
/** The site as a front end reaches it. */
const fetch = (address: string, init: RequestInit) => site.platen.fetch(address.slice(url.length), init);
const open = (token: string) => openPreview({ url, token, fetch });

describe('the link of a preview', () => {
  it('is the address in the front end, with the path that the item would have', async () => {
    const draft = await preview({ post: await item({ title: 'A new draft', date: '2026-03-01T10:00:00' }) });
    expect(draft).toMatchObject({
      front_end: true,
      link: `https://www.test/blog/2026/a-new-draft/?preview=${draft.token}`,
    });
    const named = await preview({ post: await item({ slug: 'caf%C3%A9', date: '2026-03-01T10:00:00' }) });
    expect(named.link).toMatch(/^https:\/\/www\.test\/blog\/2026\/caf%C3%A9\/\?preview=/i);
    const untitled = await item({ title: '', date: '2026-03-01T10:00:00' });
    expect((await preview({ post: untitled })).link).toContain(`/blog/2026/${untitled}/?preview=`);
    // The link stays, whatever is typed.
    const typed = await preview({ post: await item({ title: 'Before' }), changes: { title: 'After' } });
    const changed = await admin.post(`/platen/v1/previews/${typed.id}`, { changes: { title: 'Later' } });
    expect(changed.body.link).toBe(typed.link);
    expect((await admin.get(`/platen/v1/previews?post=${typed.post}`)).body[0].link).toBe(typed.link);
  });

  it('may be another one for each type, or none', async () => {
    const book = await preview({ post: await item({ slug: 'a-book' }, 'books') });
    expect(book.link).toBe(
      `https://books.test/show?id=${book.post}&type=book&at=/blog/book/a-book/&preview=${book.token}`,
    );
    expect(await preview({ post: await item({}, 'pages') })).toMatchObject({ front_end: false, link: '' });
    // A type without pages is shown only where its own name says so.
    expect(await preview({ post: await item({}, 'notes') })).toMatchObject({ front_end: false, link: '' });
  });

  it('is the address in the front end where Platen shows pages too', async () => {
    const withPages = await createPlaten({ ...site.platen.config, pages: true, log: site.platen.log, leads: false });
    const client = clientFor(withPages, 'admin:pw-administrator');
    const shown = async (post: number) => (await client.post('/platen/v1/previews', { post })).body;
    const draft = await shown(await item({ slug: 'both', date: '2026-03-01T10:00:00' }));
    expect(draft).toMatchObject({
      front_end: true,
      link: `https://www.test/blog/2026/both/?preview=${draft.token}`,
    });
    // A type whose address is empty has the page of the server.
    const page = await shown(await item({ slug: 'own' }, 'pages'));
    expect([page.front_end, page.link.startsWith('https://www.test/blog/')]).toEqual([false, true]);
    await withPages.close();
  });

  it('has the path below rows that are not published', async () => {
    const parent = await item({ title: 'Above', slug: 'above' }, 'pages');
    const made = await preview({ post: await item({ title: 'Below', parent }, 'pages') });
    expect((await open(made.token))?.path).toBe('/blog/above/below/');
  });
});

describe('a front end', () => {
  it('reads an item with what is not saved, and what it refers to', async () => {
    const [category] = [(await admin.post('/wp/v2/categories', { name: 'Rivers' })).body];
    const post = await item({ status: 'publish', slug: 'read' });
    const made = await preview({ post, changes: { title: 'Unsaved', categories: [category.id] } });
    const opened = await open(made.token);
    expect(opened).toMatchObject({
      post,
      type: 'post',
      path: '/blog/2026/read/',
      expires: new Date(made.expires_gmt),
      item: { title: { rendered: 'Unsaved' }, _embedded: { 'wp:term': [[{ name: 'Rivers' }], []] } },
    });
    expect((await openPreview({ url, token: made.token, fetch, embed: false }))?.item).not.toHaveProperty('_embedded');
    expect((await visitor.get(`/wp/v2/posts/${post}`)).body.title.rendered).toBe('Hello there');
  });

  it.each([
    ['a draft', { status: 'draft' }],
    ['something published', { status: 'publish' }],
    ['something private', { status: 'private' }],
    ['something with a password', { status: 'publish', password: 'secret' }],
    ['something scheduled', { status: 'future', date: '2036-01-01T00:00:00' }],
  ])('is shown %s while the token is valid, and nothing after it', async (_what, fields) => {
    const post = await item(fields);
    const [made, other] = [await preview({ post, expires_in: 60 }), await preview({ post })];
    expect((await open(made.token))?.item.content.rendered).toContain('stored words');
    offsetMs = 61_000;
    expect(await open(made.token)).toBeNull();
    expect((await open(other.token))?.post).toBe(post);
    await admin.delete(`/platen/v1/previews/${other.id}`);
    expect(await open(other.token)).toBeNull();
    offsetMs = 0;
    await admin.delete(`/wp/v2/posts/${post}`);
    expect(await open(made.token)).toBeNull();
  });

  it('is told about forged tokens without another request than one, and about failures apart from them', async () => {
    const { token } = await preview({ post: await item() });
    expect(await open(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
    const refused = await visitor.get(`/platen/v1/previews/open?preview=7.9999999999.${'A'.repeat(32)}`);
    expect([refused.status, refused.body.code]).toEqual([404, 'rest_preview_invalid_token']);
    expect((await visitor.get('/platen/v1/previews/open')).status).toBe(400);
    const never = () => Promise.reject(new Error('nothing is asked'));
    for (const text of ['', 'true', '7', '../../users', '7.1.x?y'])
      expect(await openPreview({ url, token: text, fetch: never })).toBeNull();
    await expect(openPreview({ url, token, fetch: never })).rejects.toMatchObject({ code: 'network_error' });
  });

  it('is shown nothing that whoever made the link may not edit any more', async () => {
    const contributor = site.as('contributor');
    const { body: draft } = await contributor.post('/wp/v2/posts', { title: 'Mine', status: 'draft' });
    const { body: made } = await contributor.post('/platen/v1/previews', { post: draft.id });
    expect((await open(made.token))?.post).toBe(draft.id);
    await admin.post(`/wp/v2/posts/${draft.id}`, { author: 1, status: 'private', content: 'not for everyone' });
    expect(await open(made.token)).toBeNull();
    expect((await visitor.get(`/wp/v2/posts/${draft.id}?preview=${made.token}`)).status).toBe(401);
    expect((await visitor.get(`/platen/v1/previews/open?preview=${made.token}`)).status).toBe(404);
  });

  it('leaves nothing in a cache of the server', async () => {
    const post = await item({ status: 'publish' });
    const before = await (await fetch(`${url}/wp-json/wp/v2/posts/${post}`, {})).text();
    const { token } = await preview({ post, changes: { title: 'Not for caches' } });
    for (let n = 0; n < 2; n++) {
      for (const path of [
        `wp/v2/posts/${post}?preview=${token}&_embed=1`,
        `platen/v1/previews/open?preview=${token}`,
      ]) {
        const answer = await fetch(`${url}/wp-json/${path}`, {});
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
        expect(answer.headers.get('x-robots-tag')).toBe('noindex');
        expect(answer.headers.get('x-cache')).toBe('bypass');
      }
    }
    expect(await (await fetch(`${url}/wp-json/wp/v2/posts/${post}`, {})).text()).toBe(before);
  });

  it('may ask from a page of another origin', async () => {
    const { token, post } = await preview({ post: await item() });
    for (const path of [`wp/v2/posts/${post}`, 'platen/v1/previews/open']) {
      const headers = { origin: 'https://www.test' };
      const answer = await fetch(`${url}/wp-json/${path}?preview=${token}`, { headers });
      expect(answer.headers.get('access-control-allow-origin')).toBe('https://www.test');
    }
  });
});

describe('the handlers', () => {
  it('find the token in an address', () => {
    const token = '7.1794860130.12.Zk3VhQ0mPp1xT7bW2cYd8rLfNa5sEuGj';
    const address = `https://www.test/hello/?a=1&preview=${token}`;
    for (const asked of [address, new URL(address), new Request(address), { url: `/hello/?preview=${token}` }])
      expect(previewOf(asked)).toBe(token);
    for (const asked of ['https://www.test/?preview=true', 'https://www.test/', { url: undefined }, '//[', '?preview='])
      expect(previewOf(asked)).toBeNull();
  });

  it('answer requests for previews, with headers that keep them where they belong', async () => {
    const { token } = await preview({ post: await item(), changes: { title: 'Only here' } });
    const render = ({ item: { title } }: { item: { title: { rendered: string } } }) => `<h1>${title.rendered}</h1>`;
    const handle = previewHandler({ url, fetch, editor: 'https://cms.test/blog', render });
    const answer = await handle(new Request(`https://www.test/?preview=${token}`));
    expect([answer?.status, await answer?.text()]).toEqual([200, '<h1>Only here</h1>']);
    const headers = {
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
      'content-security-policy': "frame-ancestors 'self' https://cms.test",
    };
    expect(Object.fromEntries(answer?.headers ?? [])).toMatchObject(headers);
    expect(Object.fromEntries(new Headers(previewHeaders('https://cms.test')))).toEqual(headers);
    expect(await handle(new Request('https://www.test/'))).toBeNull();
    const ended = await handle(new Request(`https://www.test/?preview=${token.replace(/.$/, '_')}`));
    expect([ended?.status, ended?.headers.get('cache-control')]).toEqual([404, 'private, no-store']);
  });

  it('answer for node:http as well', async () => {
    const { token } = await preview({ post: await item({ slug: 'for-node' }) });
    const handle = nodePreviewHandler({ url, fetch, render: ({ path }) => path, notFound: () => 'Gone.' });
    const server = createServer((request, response) => {
      void handle(request, response).then((isDone) => isDone || response.end('the ordinary page'));
    });
    await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
    const address = server.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const text = async (path: string) => (await globalThis.fetch(origin + path)).text();
    expect(await text(`/x?preview=${token}`)).toBe('/blog/2026/for-node/');
    expect(await text('/x?preview=true')).toBe('the ordinary page');
    expect(await text('/x?preview=7.1.AAAA')).toBe('Gone.');
    await new Promise((closed) => server.close(closed));
  });
});
