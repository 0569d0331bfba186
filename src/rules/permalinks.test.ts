import { describe, expect, it } from 'vitest';
import { archiveLink, authorLink, commentLink, type LinkFacts, linkNeeds, postLink, termLink } from './permalinks.ts';
import { siteFrom } from './site.ts';

const site = (permalinks: string, options: Record<string, string> = {}) =>
  siteFrom((name) => options[name] ?? null, { url: 'https://example.org', fallbackUrl: '', permalinks, now: () => 0 });

const row = { id: 7, slug: 'tides', status: 'publish', date: '2021-03-04 05:06:09', type: 'post' };
const dated: LinkFacts = { linkStyle: 'dated', categorySlugs: ['sea', 'coast'], authorSlug: 'ada' };

describe('addresses of posts', () => {
  it.each([
    ['/%year%/%monthnum%/%day%/%postname%/', '/2021/03/04/tides/'],
    ['/%year%/%monthnum%/%postname%', '/2021/03/tides'],
    ['/archives/%post_id%', '/archives/7'],
    ['/%category%/%postname%/', '/sea/coast/tides/'],
    ['/%author%/%hour%%minute%%second%/%postname%/', '/ada/050609/tides/'],
    ['/%unknown%/%postname%/', '/%unknown%/tides/'],
    ['', '/?p=7'],
  ])('follows the structure %s', (structure, path) => {
    expect(postLink(site(structure), row, dated)).toBe(`https://example.org${path}`);
  });

  it.each(['draft', 'pending', 'auto-draft', 'future'])('names a post that is %s by its number', (status) => {
    expect(postLink(site('/%postname%/'), { ...row, status }, dated)).toBe('https://example.org/?p=7');
  });

  it.each(['publish', 'private', 'trash'])('names a post that is %s by its slug', (status) => {
    expect(postLink(site('/%postname%/'), { ...row, status }, dated)).toBe('https://example.org/tides/');
  });

  it('asks only for what the structure names', () => {
    expect(linkNeeds(site('/%postname%/'), 'dated')).toEqual({
      ancestors: false,
      category: false,
      author: false,
      parentLink: false,
    });
    expect(linkNeeds(site('/%category%/%author%/%postname%/'), 'dated')).toMatchObject({
      category: true,
      author: true,
    });
    expect(linkNeeds(site('/%postname%/'), 'path').ancestors).toBe(true);
    expect(linkNeeds(site(''), 'path').ancestors).toBe(false);
  });
});

describe('addresses of pages', () => {
  const page = { ...row, type: 'page' };
  const under: LinkFacts = { linkStyle: 'path', ancestorSlugs: ['house', 'room'] };

  it('stand below their parents', () => {
    expect(postLink(site('/%year%/%postname%/'), page, under)).toBe('https://example.org/house/room/tides/');
    expect(postLink(site('/%year%/%postname%'), page, under)).toBe('https://example.org/house/room/tides');
  });

  it('use the number until the page is settled, and on sites with plain links', () => {
    expect(postLink(site('/%postname%/'), { ...page, status: 'draft' }, under)).toBe('https://example.org/?page_id=7');
    expect(postLink(site(''), page, under)).toBe('https://example.org/?page_id=7');
  });

  it('is the root for the front page', () => {
    const home = site('/%postname%/', { show_on_front: 'page', page_on_front: '7' });
    expect(postLink(home, page, under)).toBe('https://example.org/');
  });
});

describe('addresses of attachments', () => {
  const file = { ...row, type: 'attachment', status: 'inherit', slug: 'shore' };
  const on = (parentLink: string | null): LinkFacts => ({ linkStyle: 'attached', parentLink });

  it.each([
    ['/%postname%/', null, '/shore/'],
    ['/%postname%/', 'https://example.org/tides/', '/tides/shore/'],
    ['/%postname%', 'https://example.org/tides', '/tides/shore'],
    ['/%category%/%postname%/', 'https://example.org/sea/tides/', '/sea/tides/attachment/shore/'],
    ['/%postname%/', 'https://example.org/?p=3', '/?attachment_id=7'],
    ['', null, '/?attachment_id=7'],
  ])('on a site with %s under %s', (structure, parent, path) => {
    expect(postLink(site(structure), file, on(parent))).toBe(`https://example.org${path}`);
  });

  it('keeps a slug of digits apart from page numbers', () => {
    const numbered = { ...file, slug: '12' };
    expect(postLink(site('/%postname%/'), numbered, on('https://example.org/tides/'))).toBe(
      'https://example.org/tides/attachment/12/',
    );
  });
});

it('names rows of other types by type and number', () => {
  const other = { ...row, type: 'note' };
  expect(postLink(site('/%postname%/'), other, { linkStyle: 'query' })).toBe('https://example.org/?post_type=note&p=7');
});

describe('addresses of terms, authors and comments', () => {
  const category = { id: 3, slug: 'coast', taxonomy: 'category' };
  const tag = { id: 4, slug: 'salt', taxonomy: 'post_tag' };

  it('puts a category below those above it', () => {
    expect(termLink(site('/%postname%/'), category, ['sea'])).toBe('https://example.org/category/sea/coast/');
    expect(termLink(site('/%postname%/'), tag)).toBe('https://example.org/tag/salt/');
  });

  it('shares the fixed beginning of the structure, unless the site chose a word of its own', () => {
    const blog = site('/blog/%postname%/', { category_base: '/topics/' });
    expect(termLink(blog, tag)).toBe('https://example.org/blog/tag/salt/');
    expect(termLink(blog, category)).toBe('https://example.org/topics/coast/');
    expect(authorLink(blog, { id: 2, slug: 'ada' })).toBe('https://example.org/blog/author/ada/');
  });

  it('uses parameters on sites with plain links', () => {
    expect(termLink(site(''), category)).toBe('https://example.org/?cat=3');
    expect(termLink(site(''), tag)).toBe('https://example.org/?tag=salt');
    expect(authorLink(site(''), { id: 2, slug: 'ada' })).toBe('https://example.org/?author=2');
  });

  it('points into the page a comment stands on', () => {
    expect(commentLink(site(''), 9, 'https://example.org/tides/')).toBe('https://example.org/tides/#comment-9');
    expect(commentLink(site(''), 9, null)).toBe('https://example.org/#comment-9');
  });

  it('closes the address of the page as the site closes its addresses', () => {
    const pending = 'https://example.org/?p=7';
    expect(commentLink(site('/%postname%/'), 9, pending)).toBe('https://example.org/?p=7/#comment-9');
    expect(commentLink(site('/%postname%'), 9, pending)).toBe('https://example.org/?p=7#comment-9');
    expect(commentLink(site(''), 9, pending)).toBe('https://example.org/?p=7#comment-9');
  });
});

it('links the list of all items of a type', () => {
  const products = { name: 'product', archive: 'products' };
  expect(archiveLink(site('/blog/%postname%/'), products)).toBe('https://example.org/blog/products/');
  expect(archiveLink(site('/blog/%postname%/'), { name: 'product', archive: '/products' })).toBe(
    'https://example.org/products/',
  );
  expect(archiveLink(site(''), products)).toBe('https://example.org/?post_type=product');
  expect(archiveLink(site(''), { name: 'guide', archive: null })).toBeNull();
});

it('links declared content after the fixed beginning of the structure, or without it', () => {
  const lamp = { id: 7, slug: 'lamp', status: 'publish', date: '2021-03-04 05:06:07', type: 'product' };
  const link = (linkBase: string) => postLink(site('/blog/%postname%/'), lamp, { linkStyle: 'named', linkBase });
  expect(link('products')).toBe('https://example.org/blog/products/lamp/');
  expect(link('/products')).toBe('https://example.org/products/lamp/');
  expect(termLink(site('/blog/%postname%/'), { id: 1, slug: 'noir', taxonomy: 'genre' }, [], '/genre')).toBe(
    'https://example.org/genre/noir/',
  );
});
