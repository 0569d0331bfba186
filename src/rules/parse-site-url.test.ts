import { describe, expect, it } from 'vitest';
import { parseSiteUrl } from './parse-site-url.ts';
import { siteFrom } from './site.ts';

const site = (permalinks: string, url = 'https://example.org') =>
  siteFrom(() => null, { url, fallbackUrl: '', permalinks, now: () => 0 });
const dated = site('/%year%/%monthnum%/%day%/%postname%/');
const first = (of: ReturnType<typeof site>, path: string) => parseSiteUrl(of, of.url + path)?.readings[0];

describe('whose address it is', () => {
  it.each(['https://example.org/', 'http://example.org', 'https://www.EXAMPLE.org/?utm=1#top'])(
    'takes %s for this site',
    (url) => {
      expect(parseSiteUrl(dated, url)?.readings).toEqual([{ kind: 'front' }]);
    },
  );

  it.each([
    'https://elsewhere.org/',
    'https://example.org.evil.net/',
    'https://example.org@evil.net/',
    'https://user@example.org/',
    'ftp://example.org/',
    'javascript:alert(1)',
    '/2021/03/04/tides/',
    '',
  ])('refuses %s', (url) => {
    expect(parseSiteUrl(dated, url)).toBeNull();
  });

  it('asks for the folder a site lives in', () => {
    const inFolder = site('/%postname%/', 'https://example.org/blog');
    expect(parseSiteUrl(inFolder, 'https://example.org/blog/')?.readings).toEqual([{ kind: 'front' }]);
    expect(parseSiteUrl(inFolder, 'https://example.org/blogger/')).toBeNull();
  });
});

describe('addresses with numbers', () => {
  it.each([
    ['/?p=7', { kind: 'id', id: 7, of: 'any' }],
    ['/?page_id=7', { kind: 'id', id: 7, of: 'page' }],
    ['/?attachment_id=7', { kind: 'id', id: 7, of: 'attachment' }],
    ['/?cat=3', { kind: 'term', taxonomy: 'category', id: 3 }],
    ['/?tag=salt', { kind: 'term', taxonomy: 'post_tag', slugs: ['salt'] }],
    ['/?author=2', { kind: 'author', id: 2 }],
    ['/?p=seven', { kind: 'front' }],
  ])('reads %s', (path, reading) => {
    expect(first(dated, path)).toEqual(reading);
  });
});

describe('addresses with slugs', () => {
  it('reads a dated post', () => {
    const post = { kind: 'post', slug: 'tides', datePrefix: '2021-03-04' };
    expect(first(dated, '/2021/03/04/tides/')).toEqual(post);
    expect(first(dated, '/2021/3/4/tides')).toEqual(post);
  });

  it('reads what other structures name', () => {
    expect(first(site('/archives/%post_id%'), '/archives/7')).toEqual({ kind: 'post', id: 7 });
    expect(first(site('/%year%/%author%/%hour%-%minute%-%second%/'), '/2021/ada/05-06-09/')).toEqual({
      kind: 'post',
      datePrefix: '2021',
      authorSlug: 'ada',
      hour: '05',
      minute: '06',
      second: '09',
    });
  });

  it('copes with structures that name a part twice or hold marks of their own', () => {
    expect(first(site('/%postname%/(+)/%postname%/'), '/tides/(+)/tides/')).toMatchObject({ kind: 'page' });
    expect(parseSiteUrl(site('/%post_id%.%post_id%'), 'https://example.org/7.7')?.readings[0]).toEqual({
      kind: 'post',
      id: 7,
    });
  });

  it('tries a page before a post where both could be meant', () => {
    expect(parseSiteUrl(site('/%postname%/'), 'https://example.org/tides/')?.readings).toEqual([
      { kind: 'page', slugs: ['tides'] },
      { kind: 'post', slug: 'tides' },
      { kind: 'attachment', slug: 'tides', on: null },
    ]);
  });

  it('reads pages and what hangs on them', () => {
    expect(parseSiteUrl(dated, 'https://example.org/house/room/')?.readings).toEqual([
      { kind: 'page', slugs: ['house', 'room'] },
      { kind: 'attachment', slug: 'room', on: { kind: 'page', slugs: ['house'] } },
    ]);
  });

  it('reads an attachment of a post', () => {
    const on = { kind: 'post', slug: 'tides', datePrefix: '2021-03-04' };
    const under = (path: string) => parseSiteUrl(dated, dated.url + path)?.readings;
    expect(under('/2021/03/04/tides/shore/')).toContainEqual({ kind: 'attachment', slug: 'shore', on });
    expect(under('/2021/03/04/tides/attachment/12/')).toContainEqual({ kind: 'attachment', slug: '12', on });
  });

  it('reads terms and authors', () => {
    expect(first(dated, '/category/sea/coast/')).toEqual({
      kind: 'term',
      taxonomy: 'category',
      slugs: ['sea', 'coast'],
    });
    expect(first(dated, '/tag/salt')).toEqual({ kind: 'term', taxonomy: 'post_tag', slugs: ['salt'] });
    expect(first(dated, '/author/ada/')).toEqual({ kind: 'author', slug: 'ada' });
  });

  it('gives slugs as they are stored', () => {
    const stored = '%e5%b1%b1';
    expect(first(dated, '/tag/山/')).toMatchObject({ slugs: [stored] });
    expect(first(dated, '/tag/%E5%B1%B1/')).toMatchObject({ slugs: [stored] });
    expect(first(dated, '/tag/%zz/')).toMatchObject({ slugs: ['%zz'] });
  });

  it('reads the code of a letter as it is written, then as the letter', () => {
    expect(parseSiteUrl(dated, 'https://example.org/tag/s%61lt/')?.readings).toEqual([
      { kind: 'term', taxonomy: 'post_tag', slugs: ['s%61lt'] },
      { kind: 'term', taxonomy: 'post_tag', slugs: ['salt'] },
    ]);
    expect(first(dated, '/tag/%4A/')).toMatchObject({ slugs: ['%4a'] });
  });

  it('names nothing by slug on a site with plain links', () => {
    expect(parseSiteUrl(site(''), 'https://example.org/tides/')?.readings).toEqual([]);
  });
});

it('tells views and pages apart from the address proper', () => {
  expect(parseSiteUrl(dated, 'https://example.org/2021/03/04/tides/embed/')).toMatchObject({ view: 'embed', page: 1 });
  expect(parseSiteUrl(dated, 'https://example.org/tag/salt/page/3/')).toMatchObject({ view: 'page', page: 3 });
  expect(parseSiteUrl(dated, 'https://example.org/feed/')).toMatchObject({
    view: 'feed',
    readings: [{ kind: 'front' }],
  });
  expect(parseSiteUrl(dated, 'https://example.org/?cat=3&paged=2')).toMatchObject({ page: 2 });
});

describe('addresses of declared content', () => {
  const content = {
    types: [
      { name: 'product', linkStyle: 'named', linkBase: 'products', hierarchical: false, archive: 'products' },
      { name: 'film', linkStyle: 'named', linkBase: '/cinema', hierarchical: false, archive: null },
      { name: 'guide', linkStyle: 'named', linkBase: 'guide', hierarchical: true, archive: null },
    ],
    taxonomies: [{ name: 'shelf', linkBase: 'on-shelf' }],
  } as const;
  const readings = (structure: string, path: string) =>
    parseSiteUrl(site(structure), `https://example.org${path}`, content)?.readings ?? [];

  it.each([
    ['/%postname%/', '/products/lamp/', { kind: 'named', type: 'product', slugs: ['lamp'] }],
    ['/blog/%postname%/', '/blog/products/lamp/', { kind: 'named', type: 'product', slugs: ['lamp'] }],
    ['/blog/%postname%/', '/cinema/tide/', { kind: 'named', type: 'film', slugs: ['tide'] }],
    ['/%postname%/', '/guide/top/child/', { kind: 'named', type: 'guide', slugs: ['top', 'child'] }],
    ['/%postname%/', '/products/', { kind: 'archive', type: 'product' }],
    ['/%postname%/', '/on-shelf/upper/', { kind: 'term', taxonomy: 'shelf', slugs: ['upper'] }],
    ['', '/?product=lamp', { kind: 'named', type: 'product', slugs: ['lamp'] }],
    ['', '/?guide=top/child', { kind: 'named', type: 'guide', slugs: ['top', 'child'] }],
    ['', '/?shelf=upper', { kind: 'term', taxonomy: 'shelf', slugs: ['upper'] }],
    ['', '/?post_type=product', { kind: 'archive', type: 'product' }],
    ['', '/?post_type=product&p=7', { kind: 'id', id: 7, of: 'any' }],
  ])('with %j, %s is understood', (structure, path, reading) => {
    expect(readings(structure, path)[0]).toEqual(reading);
  });

  it('may also be a page, or a file below an item', () => {
    expect(readings('/%postname%/', '/products/lamp/plan/')).toContainEqual({
      kind: 'attachment',
      slug: 'plan',
      on: { kind: 'named', type: 'product', slugs: ['lamp'] },
    });
    expect(readings('/%postname%/', '/products/lamp/')).toContainEqual({ kind: 'page', slugs: ['products', 'lamp'] });
    expect(readings('/%postname%/', '/guide/')[0]).toEqual({ kind: 'page', slugs: ['guide'] });
  });
});
