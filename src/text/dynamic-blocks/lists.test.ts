import { describe, expect, it } from 'vitest';
import { block, post, shown } from '../blocks/block-data.test-support.ts';
import type { PostQuery } from '../blocks/block-needs.ts';

const latest: PostQuery = { type: 'post', perPage: 5, orderBy: 'date', order: 'desc' };
const found = (...ids: number[]) => ({ ids, page: 1, pages: 1 });
const posts = [1, 2].map((id) => [id, post(id)] as const);

describe('the newest posts', () => {
  const list = (attributes: object, query: PostQuery = latest) =>
    shown(block('latest-posts', attributes), { posts: [[query, found(1, 2)]], post: posts });

  it('are a list of links', () => {
    expect(list({})).toBe(
      '<ul class="wp-block-latest-posts__list wp-block-latest-posts"><li><a class="wp-block-latest-posts__post-title" href="http://site.invalid/1/">Post 1</a></li>\n' +
        '<li><a class="wp-block-latest-posts__post-title" href="http://site.invalid/2/">Post 2</a></li>\n</ul>',
    );
  });

  it.each([
    [{ postLayout: 'grid' }, 'class="wp-block-latest-posts__list is-grid columns-3 wp-block-latest-posts"'],
    [{ displayAuthor: true }, '<div class="wp-block-latest-posts__post-author">by Ann</div>'],
    [
      { displayPostDate: true },
      '<time datetime="2026-01-31T10:00:00+00:00" class="wp-block-latest-posts__post-date">January 31, 2026</time>',
    ],
    [
      { displayPostContent: true, excerptLength: 2 },
      '<div class="wp-block-latest-posts__post-excerpt">one two [&hellip;]</div>',
    ],
    [
      { displayFeaturedImage: true, featuredImageAlign: 'left' },
      '<div class="wp-block-latest-posts__featured-image alignleft"><img width="150" height="150"',
    ],
    [
      { align: 'wide', fontSize: 'small' },
      'class="wp-block-latest-posts__list alignwide wp-block-latest-posts has-small-font-size"',
    ],
  ])('with %j have %s', (attributes, html) => {
    expect(list(attributes)).toContain(html);
  });

  it('ask for what the attributes name', () => {
    const query: PostQuery = {
      ...latest,
      perPage: 2,
      orderBy: 'title',
      order: 'asc',
      authors: [9],
      terms: [{ taxonomy: 'category', ids: [4] }],
    };
    const { terms, authors, ...rest } = query;
    const attributes = { postsToShow: 2, orderBy: 'title', order: 'asc', selectedAuthor: 9, categories: [{ id: 4 }] };
    expect(list(attributes, { ...rest, terms: terms!, authors: authors! })).toContain('Post 1');
  });

  it('say nothing of a protected one but its title', () => {
    const locked = post(1, { title: 'Protected: P', content: '', isProtected: true, isUnlocked: false });
    const html = shown(block('latest-posts', { displayPostContent: true }), {
      posts: [[latest, found(1)]],
      post: [[1, locked]],
    });
    expect(html).toContain(
      'Protected: P</a><div class="wp-block-latest-posts__post-excerpt">This content is password protected.</div>',
    );
  });
});

describe('a list with a template', () => {
  const query = { perPage: 2, postType: 'post', order: 'desc', orderBy: 'date' };
  const asked: PostQuery = {
    type: 'post',
    perPage: 2,
    orderBy: 'date',
    order: 'desc',
    offset: 0,
    pageParameter: 'query-3-page',
    sticky: 'first',
  };
  const list = (inner: string, loaded: { ids: number[]; page: number; pages: number }, after = '') =>
    shown(
      `<!-- wp:query ${JSON.stringify({ queryId: 3, query })} --><div class="wp-block-query"><!-- wp:post-template -->${inner}<!-- /wp:post-template -->${after}</div><!-- /wp:query -->`,
      { posts: [[asked, loaded]], post: posts },
    );

  it('shows its blocks for each post', () => {
    expect(list(block('post-title', { isLink: true }), found(1, 2))).toBe(
      '<div class="is-layout-flow wp-block-query"><ul class="is-layout-flow wp-block-post-template">' +
        [1, 2]
          .map(
            (id) =>
              `<li class="wp-block-post post-${id} post type-post status-publish format-standard has-post-thumbnail hentry category-news">` +
              `<h2 class="wp-block-post-title"><a href="http://site.invalid/${id}/" target="_self" >Post ${id}</a></h2></li>`,
          )
          .join('') +
        '</ul></div>',
    );
  });

  it('is nothing without posts, and then says so', () => {
    const none = '<!-- wp:query-no-results --><p>None.</p><!-- /wp:query-no-results -->';
    expect(list('x', found(), none)).toBe(
      '<div class="is-layout-flow wp-block-query"><div class="wp-block-query-no-results"><p>None.</p></div></div>',
    );
    expect(list('x', found(1), none)).not.toContain('None.');
  });

  it('names its pages', () => {
    const pages = `<!-- wp:query-pagination {"paginationArrow":"arrow"} -->${['previous', 'numbers', 'next'].map((name) => block(`query-pagination-${name}`)).join('')}<!-- /wp:query-pagination -->`;
    const html = list('x', { ids: [1], page: 4, pages: 9 }, pages);
    expect(html).toContain(
      '<a href="?query-3-page=3" class="wp-block-query-pagination-previous"><span class=\'wp-block-query-pagination-previous-arrow is-arrow-arrow\' aria-hidden=\'true\'>←</span>Previous Page</a>',
    );
    expect([...html.matchAll(/page-numbers[^>]*>([^<]*)</g)].map(([, number]) => number)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '&hellip;',
      '9',
    ]);
    expect(list('x', found(1), pages)).not.toContain('<nav');
  });
});
