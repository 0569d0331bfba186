import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

describe.each(['a', 'b'] as const)('what stands at a path, variant %s', (variant) => {
  let site: TestPlaten;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    site = await testPlaten({
      variant,
      postTypes: [{ name: 'book', restBase: 'books', slug: 'books', hasArchive: true, public: true }],
    });
    const admin = site.as('administrator');
    await site.platen.store.options.set('permalink_structure', '/%year%/%monthnum%/%postname%/');
    const make = async (name: string, path: string, fields: object) => {
      const { status, body } = await admin.post(`/wp/v2/${path}`, {
        status: 'publish',
        slug: name,
        title: name,
        ...fields,
      });
      expect([name, status]).toEqual([name, 201]);
      ids[name] = body.id;
    };
    await make('news', 'categories', { name: 'News' });
    await make('hello', 'posts', { date: '2024-05-01T00:00:00', categories: [ids['news']] });
    await make('about', 'pages', {});
    await make('team', 'pages', { parent: ids['about'] });
    await make('dune', 'books', {});
    await make('secret', 'posts', { date: '2024-05-02T00:00:00', status: 'draft' });
    await admin.post(`/wp/v2/posts/${ids['hello']}`, { slug: 'hello-again' });
  });
  afterAll(() => site.close());

  const at = (path: string, who: Role = 'anonymous') =>
    site.as(who).get(`/platen/v1/path?path=${encodeURIComponent(path)}`);
  const base = 'http://site.test';

  it('finds items, each with its route', async () => {
    expect((await at('/2024/05/hello-again/')).body).toEqual({
      kind: 'item',
      type: 'post',
      id: ids['hello'],
      item: `/wp/v2/posts/${ids['hello']}`,
      list: null,
      status: 'publish',
      page: 1,
      link: `${base}/2024/05/hello-again/`,
      redirect: null,
    });
    expect((await at('/about/team/')).body).toMatchObject({ kind: 'item', type: 'page', id: ids['team'] });
    expect((await at('/books/dune/')).body).toMatchObject({ kind: 'item', item: `/wp/v2/books/${ids['dune']}` });
    expect((await at(`${base}/about/`)).body).toMatchObject({ kind: 'item', id: ids['about'], redirect: null });
  });

  it('names the canonical address of any other', async () => {
    for (const path of [`/?p=${ids['hello']}`, '/2024/05/hello-again', '//2024/05/hello-again']) {
      expect((await at(path)).body).toMatchObject({
        kind: 'item',
        id: ids['hello'],
        redirect: { to: `${base}/2024/05/hello-again/`, status: 301 },
      });
    }
  });

  it('knows former slugs', async () => {
    expect((await at('/2024/05/hello/')).body).toEqual({
      kind: 'moved',
      link: `${base}/2024/05/hello-again/`,
      redirect: { to: `${base}/2024/05/hello-again/`, status: 301 },
    });
  });

  it('knows redirects, where nothing else stands, and what is gone for good', async () => {
    const admin = site.as('administrator');
    for (const fields of [
      { source: '/old/*', target: '/new/*', status: 302 },
      { source: '/gone', status: 410 },
      { source: '/about', target: '/elsewhere' },
    ])
      expect((await admin.post('/platen/v1/redirects', fields)).status).toBe(201);
    expect((await at('/old/thing?x=1')).body).toEqual({
      kind: 'moved',
      link: `${base}/new/thing?x=1`,
      redirect: { to: `${base}/new/thing?x=1`, status: 302 },
    });
    expect((await at('/gone')).status).toBe(404);
    expect((await at('/about/')).body).toMatchObject({ kind: 'item', id: ids['about'] });
  });

  it('finds lists, each with the list of the interface', async () => {
    expect((await at('/')).body).toMatchObject({ kind: 'posts', list: '/wp/v2/posts' });
    expect((await at('/page/2/')).body).toMatchObject({ kind: 'posts', page: 2 });
    expect((await at('/books/')).body).toMatchObject({ kind: 'archive', type: 'book', list: '/wp/v2/books' });
    const term = (await at('/category/news/')).body;
    expect(term).toMatchObject({ kind: 'term', type: 'category', item: `/wp/v2/categories/${ids['news']}` });
    expect((await site.as('anonymous').get(term.list)).body.map((post: { id: number }) => post.id)).toEqual([
      ids['hello'],
    ]);
    for (const path of ['/2024/', '/2024/05/', '/2024/05/01/']) {
      const { body } = await at(path);
      expect([path, body.kind]).toEqual([path, 'date']);
      expect((await site.as('anonymous').get(body.list)).body).toHaveLength(1);
    }
    expect((await site.as('anonymous').get((await at('/2024/06/')).body.list)).body).toHaveLength(0);
    expect((await at('/?s=a b')).body).toMatchObject({ kind: 'search', list: '/wp/v2/posts?search=a+b' });
    expect((await at('/author/admin/')).body).toMatchObject({ kind: 'author', item: '/wp/v2/users/1' });
  });

  it('agrees with the pages themselves', async () => {
    for (const path of ['/2024/05/hello-again/', '/2024/05/hello/', '/about/', '/nothing/', '/books/dune', '/2024/']) {
      const page = await site.platen.fetch(`${base}${path}`, { redirect: 'manual' });
      const { status, body } = await at(path);
      const expected = page.status === 404 ? [404, undefined] : [200, page.headers.get('location') ?? undefined];
      expect([path, status, body.redirect?.to]).toEqual([path, ...expected]);
    }
  });

  it('tells nobody of what they may not see', async () => {
    const path = `/?p=${ids['secret']}`;
    for (const who of ['anonymous', 'subscriber'] as const) {
      const hidden = await at(path, who);
      expect([hidden.status, hidden.body.code]).toEqual([404, 'platen_nothing_at_path']);
      expect(hidden.body).toEqual((await at('/?p=999999', who)).body);
    }
    expect((await at(path, 'editor')).body).toMatchObject({ kind: 'item', status: 'draft', redirect: null });
    expect((await at('/author/the-subscriber/')).status).toBe(404);
  });

  it('refuses what is no path of this site', async () => {
    for (const path of [
      '/nothing/',
      'https://elsewhere.test/about/',
      'about',
      `${base}.evil.test/about/`,
      '/%00',
      '/a%2fb',
      '/%',
      '\\',
      '/../../etc/passwd',
    ])
      expect([path, (await at(path)).status]).toEqual([path, 404]);
    expect((await site.as('anonymous').get('/platen/v1/path')).status).toBe(400);
    expect((await at(`/${'x'.repeat(3000)}`)).status).toBe(400);
  });
});
