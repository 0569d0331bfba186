import { describe, expect, it } from 'vitest';
import { siteFrom } from '../../rules/site.ts';
import { readPageAddress } from './page-address.ts';

const site = (permalinks: string) =>
  siteFrom(() => null, { url: 'https://site.test', fallbackUrl: '', permalinks, now: Date.now });

const dated = site('/%year%/%monthnum%/%day%/%postname%/');
const named = site('/%postname%/');

const first = (target: string, of = dated) => {
  const address = readPageAddress(of, target);
  const [candidate] = address?.candidates ?? [];
  return candidate && { ...candidate.reading, page: candidate.page };
};

describe('an address', () => {
  it.each([
    ['/', { kind: 'front', page: 1 }],
    ['/page/3/', { kind: 'front', page: 3 }],
    ['/index.php', { kind: 'front', page: 1 }],
    ['/2021/', { kind: 'date', year: 2021, page: 1 }],
    ['/2021/03/', { kind: 'date', year: 2021, month: 3, page: 1 }],
    ['/2021/03/09/page/2/', { kind: 'date', year: 2021, month: 3, day: 9, page: 2 }],
    ['/2021/03/09/fish/', { kind: 'post', slug: 'fish', datePrefix: '2021-03-09', page: 1 }],
    ['/category/food/fish/page/2/', { kind: 'term', taxonomy: 'category', slugs: ['food', 'fish'], page: 2 }],
    ['/tag/hot/', { kind: 'term', taxonomy: 'post_tag', slugs: ['hot'], page: 1 }],
    ['/author/ann/', { kind: 'author', slug: 'ann', page: 1 }],
    ['/search/a%20b/', { kind: 'search', text: 'a b', page: 1 }],
    ['/about/team/', { kind: 'page', slugs: ['about', 'team'], page: 1 }],
    ['/caf%C3%A9/', { kind: 'page', slugs: ['caf%c3%a9'], page: 1 }],
    ['/?p=7', { kind: 'id', id: 7, of: 'any', page: 1 }],
    ['/?page_id=7', { kind: 'id', id: 7, of: 'page', page: 1 }],
    ['/?attachment_id=7', { kind: 'id', id: 7, of: 'attachment', page: 1 }],
    ['/?cat=3&paged=2', { kind: 'term', taxonomy: 'category', id: 3, page: 2 }],
    ['/?tag=hot', { kind: 'term', taxonomy: 'post_tag', slugs: ['hot'], page: 1 }],
    ['/?author=2', { kind: 'author', id: 2, page: 1 }],
    ['/?author_name=ann', { kind: 'author', slug: 'ann', page: 1 }],
    ['/?category_name=food/fish', { kind: 'term', taxonomy: 'category', slugs: ['food', 'fish'], page: 1 }],
    ['/?m=202103', { kind: 'date', year: 2021, month: 3, page: 1 }],
    ['/?m=20210309', { kind: 'date', year: 2021, month: 3, day: 9, page: 1 }],
    ['/?year=2021&monthnum=3', { kind: 'date', year: 2021, month: 3, page: 1 }],
    ['/?s=fish+soup', { kind: 'search', text: 'fish soup', page: 1 }],
    ['/?name=fish', { kind: 'slug', slug: 'fish', page: 1 }],
    ['/?pagename=about/team', { kind: 'page', slugs: ['about', 'team'], page: 1 }],
  ])('%s', (target, reading) => expect(first(target)).toEqual(reading));

  it.each(['/2021/13/', '/2021/02/30/'])('%s is no date', (target) =>
    expect(first(target)).not.toMatchObject({ kind: 'date' }),
  );

  it('with a number at its end may be a part of a text', () => {
    const parts = readPageAddress(dated, '/2021/03/09/fish/2/')?.candidates.filter(({ page }) => page === 2);
    expect(parts).toContainEqual({ reading: { kind: 'post', slug: 'fish', datePrefix: '2021-03-09' }, page: 2 });
    expect(first('/fish/', named)).toMatchObject({ kind: 'page' });
  });

  it.each([
    ['/feed/', { feed: 'rss2', comments: false }, 'front'],
    ['/feed/atom/', { feed: 'atom', comments: false }, 'front'],
    ['/comments/feed/', { feed: 'rss2', comments: true }, 'front'],
    ['/tag/hot/feed/json/', { feed: 'json', comments: false }, 'term'],
    ['/2021/03/09/fish/feed/', { feed: 'rss2', comments: false }, 'post'],
    ['/?feed=atom', { feed: 'atom', comments: false }, 'front'],
    ['/2021/03/09/fish/embed/', 'embed', 'post'],
  ])('%s is a view of something', (target, view, kind) => {
    expect(readPageAddress(dated, target)?.view).toEqual(view);
    expect(first(target)).toMatchObject({ kind });
  });

  it('keeps parameters that name no page', () => {
    expect(String(readPageAddress(dated, '/?p=7&utm_source=x&paged=2')?.rest)).toBe('utm_source=x');
    expect(readPageAddress(dated, '/fish/comment-page-3/')).toMatchObject({ commentPage: 3 });
    expect(readPageAddress(dated, '/?p=7&preview=true')).toMatchObject({ preview: 'true' });
  });

  it.each([
    '/%00/',
    '/a%2f..%2fb/',
    '//',
    '/%',
    '/%ff/',
    '/a%5cb/',
    `/${'x'.repeat(5000)}/`,
    '/?m=99999999999',
    '/?p=-1',
    '/?cat[]=1',
  ])('%s does no harm', (target) => expect(() => readPageAddress(dated, target)).not.toThrow());
});
