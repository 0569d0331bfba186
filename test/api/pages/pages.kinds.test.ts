import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let site: PageSite;
let post: { id: number; link: string };
let page: { id: number; link: string };
let child: { id: number; link: string };
let category: { id: number; link: string };
let tag: { id: number; link: string };

beforeAll(async () => {
  site = await pageSite();
  const above = await site.write('categories', { name: 'Food', slug: 'food' });
  category = await site.write('categories', {
    name: 'Fish',
    slug: 'fish',
    parent: above.id,
    description: 'Wet things.',
  });
  tag = await site.write('tags', { name: 'Hot & new', slug: 'hot' });
  post = await site.write('posts', {
    title: 'Fish <em>and</em> chips',
    slug: 'fish-and-chips',
    content: 'Served hot.\n<!--nextpage-->\nServed cold.',
    status: 'publish',
    date: '2021-05-06T12:00:00',
    categories: [category.id],
    tags: [tag.id],
  });
  await site.write('posts', {
    title: 'Older',
    slug: 'older',
    content: 'x',
    status: 'publish',
    date: '2020-01-01T00:00:00',
  });
  await site.write('posts', {
    title: 'Newer',
    slug: 'newer',
    content: 'x',
    status: 'publish',
    date: '2022-01-01T00:00:00',
  });
  page = await site.write('pages', { title: 'About', slug: 'about', content: 'About us.', status: 'publish' });
  child = await site.write('pages', {
    title: 'Team',
    slug: 'team',
    content: 'The team.',
    status: 'publish',
    parent: page.id,
  });
});
afterAll(() => site?.close());

describe('every kind of page', () => {
  it.each([
    ['front', () => '/', 'Fish <em>and</em> chips'],
    ['post', () => pathOf(post.link), 'Served hot.'],
    ['second part of a post', () => `${pathOf(post.link)}2/`, 'Served cold.'],
    ['page', () => '/about/', 'About us.'],
    ['page below another', () => '/about/team/', 'The team.'],
    ['category', () => '/category/food/fish/', 'Wet things.'],
    ['category with those below it', () => '/category/food/', 'Fish <em>and</em> chips'],
    ['tag', () => '/tag/hot/', 'Hot &amp; new'],
    ['author', () => '/author/admin/', 'Fish <em>and</em> chips'],
    ['year', () => '/2021/', 'Fish <em>and</em> chips'],
    ['month', () => '/2021/05/', 'May 2021'],
    ['day', () => '/2021/05/06/', 'May 6, 2021'],
    ['midnight', () => '/2020/01/01/', 'Older'],
    ['search', () => '/search/chips/', 'One page was found.'],
  ])('%s', async (_kind, path, text) => {
    const { status, html, headers } = await site.get(path());
    expect(status).toBe(200);
    expect(html).toContain(text);
    expect(html).toMatch(/^<!doctype html>\n<html lang="en-US" dir="ltr">/);
    expect(headers.get('link')).toContain('<http://site.test/wp-json/>; rel="https://api.w.org/"');
    expect(html).toContain('<link rel="https://api.w.org/" href="http://site.test/wp-json/">');
    expect(html).toContain(`<link rel="canonical" href="http://site.test${path()}">`);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it.each([
    '/nothing/',
    '/2031/',
    '/page/99/',
    '/category/none/',
    '/author/the-subscriber/',
    '/2021/13/',
    '/about/nothing/',
  ])('%s is not there', async (path) => {
    const { status, html } = await site.get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(html).toContain('role="search"');
  });
});

describe('the head of a post', () => {
  it('tells programs what the post is and where its data is', async () => {
    const { html, headers } = await site.get(pathOf(post.link));
    const api = `http://site.test/wp-json/wp/v2/posts/${post.id}`;
    expect(html).toContain('<title>Fish and chips – ');
    expect(html).toContain(`<link rel="alternate" type="application/json" href="${api}">`);
    expect(html).toContain('type="application/json+oembed"');
    expect(html).toContain(`<link rel="shortlink" href="http://site.test/?p=${post.id}">`);
    expect(html).toContain('<meta property="og:type" content="article">');
    expect(html).toContain('<meta property="og:title" content="Fish and chips');
    expect(html).toContain('<meta name="description" content="Served hot.">');
    const data: unknown = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '');
    expect(data).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Fish and chips',
      datePublished: '2021-05-06T12:00:00+00:00',
    });
    for (const rel of ['alternate', 'shortlink']) expect(headers.get('link')).toContain(`rel="${rel}"`);
    expect(headers.get('link')).toContain(`<${api}>`);
  });

  it('is the same for HEAD', async () => {
    for (const path of ['/', pathOf(post.link), '/about/', '/nothing/']) {
      const [got, head] = [await site.get(path), await site.get(path, { method: 'HEAD' })];
      expect([head.status, head.headers.get('link'), head.html]).toEqual([got.status, got.headers.get('link'), '']);
    }
  });

  it('names its neighbours', async () => {
    const { html } = await site.get(pathOf(post.link));
    expect(html).toMatch(/rel="prev" href="[^"]*older\/"><span>/);
    expect(html).toMatch(/rel="next" href="[^"]*newer\/"><span>/);
  });
});

describe('an old-style or untidy address leads to the canonical one', () => {
  it.each([
    ['?p', () => `/?p=${post.id}`, () => pathOf(post.link)],
    ['?p with other parameters', () => `/?p=${post.id}&utm_source=x`, () => `${pathOf(post.link)}?utm_source=x`],
    ['?page_id', () => `/?page_id=${child.id}`, () => '/about/team/'],
    ['?p of a page', () => `/?p=${child.id}`, () => '/about/team/'],
    ['?cat', () => `/?cat=${category.id}`, () => '/category/food/fish/'],
    ['?cat with a page', () => `/?cat=${category.id}&paged=2`, () => '/category/food/fish/page/2/'],
    ['?tag', () => '/?tag=hot', () => '/tag/hot/'],
    ['?author', () => '/?author=1', () => '/author/admin/'],
    ['?m', () => '/?m=202105', () => '/2021/05/'],
    ['?year', () => '/?year=2021', () => '/2021/'],
    ['?s', () => '/?s=fish%20soup', () => '/search/fish%20soup/'],
    ['?name', () => '/?name=fish-and-chips', () => pathOf(post.link)],
    ['?pagename', () => '/?pagename=about/team', () => '/about/team/'],
    ['?paged', () => '/?paged=2', () => '/page/2/'],
    ['no slash at the end', () => '/about', () => '/about/'],
    ['upper case', () => '/ABOUT/Team/', () => '/about/team/'],
    ['needless percent codes', () => '/%61bout/', () => '/about/'],
    ['two slashes', () => '/about//team/', () => '/about/team/'],
    ['index.php', () => '/index.php', () => '/'],
    ['index.php before a path', () => '/index.php/about/', () => '/about/'],
    ['page 1', () => '/page/1/', () => '/'],
    ['another category', () => '/category/fish/', () => '/category/food/fish/'],
    ['?preview of what is published', () => `${pathOf(post.link)}?preview=true`, () => pathOf(post.link)],
  ])('%s', async (_name, from, to) => {
    const { status, location } = await site.get(from());
    expect([status, location]).toEqual([301, to()]);
  });

  it('and no parameters that mean something else do', async () => {
    expect((await site.get('/?utm_source=x')).status).toBe(200);
    expect((await site.get(`${pathOf(post.link)}?a=1&b=2`)).status).toBe(200);
  });

  it('a former slug too, until the post is hidden', async () => {
    const moved = await site.write('posts', {
      title: 'Moves',
      slug: 'before-it',
      content: 'x',
      status: 'publish',
      date: '2019-02-03T04:05:06',
    });
    await site.write(`posts/${moved.id}`, { slug: 'after-it' });
    const from = pathOf(moved.link);
    expect(await site.get(from)).toMatchObject({ status: 301, location: '/2019/02/03/after-it/' });
    await site.write(`posts/${moved.id}`, { status: 'draft' });
    expect(await site.get(from)).toMatchObject({ status: 404, location: '' });
    expect((await site.get(from)).html).not.toContain('after-it');
    await site.write(`posts/${moved.id}`, { status: 'publish' });
    await site.write(`posts/${moved.id}`, { slug: 'before-it' });
    expect((await site.get(from)).status).toBe(200);
  });
});

describe('the front page that the settings choose', () => {
  it('is a page, and the posts are listed on another', async () => {
    const [welcome, blog] = [
      await site.write('pages', { title: 'Welcome', slug: 'welcome', content: 'Welcome here.', status: 'publish' }),
      await site.write('pages', { title: 'Blog', slug: 'blog', content: 'unused', status: 'publish' }),
    ];
    const { options } = site.platen.store;
    await options.set('show_on_front', 'page');
    await options.set('page_on_front', String(welcome.id));
    await options.set('page_for_posts', String(blog.id));
    expect((await site.get('/')).html).toContain('Welcome here.');
    expect(await site.get('/welcome/')).toMatchObject({ status: 301, location: '/' });
    expect((await site.get('/blog/')).html).toContain('Fish <em>and</em> chips');
    await options.set('show_on_front', 'posts');
    expect((await site.get('/')).html).toContain('Fish <em>and</em> chips');
    expect((await site.get('/welcome/')).status).toBe(200);
  });

  it('shows sticky posts first, and pages of posts', async () => {
    const { options } = site.platen.store;
    await site.write(`posts/${post.id}`, { sticky: true });
    await options.set('posts_per_page', '1');
    const first = (await site.get('/')).html;
    expect(first.indexOf('Fish <em>')).toBeLessThan(first.indexOf('>Newer<'));
    expect(first).toContain('rel="next" href="http://site.test/page/2/"');
    expect((await site.get('/page/2/')).status).toBe(200);
    await options.set('posts_per_page', '10');
  });
});

describe('plain links', () => {
  it('lead to pages as well', async () => {
    await site.platen.store.options.set('permalink_structure', '');
    for (const path of [
      `/?p=${post.id}`,
      `/?page_id=${page.id}`,
      `/?cat=${category.id}`,
      '/?tag=hot',
      '/?author=1',
      '/?m=2021',
      '/?s=chips',
      `/?p=${post.id}&page=2`,
    ]) {
      expect([path, (await site.get(path)).status]).toEqual([path, 200]);
    }
    expect(await site.get(`/?p=${page.id}`)).toMatchObject({ status: 301, location: `/?page_id=${page.id}` });
    await site.platen.store.options.set('permalink_structure', '/%year%/%monthnum%/%day%/%postname%/');
  });
});
