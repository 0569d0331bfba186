import { describe, expect, it } from 'vitest';
import { block, comment, person, post, shown, term } from '../blocks/block-data.test-support.ts';

describe('blocks of the site', () => {
  it.each([
    [
      'site-title',
      {},
      '<h1 class="wp-block-site-title"><a href="http://site.invalid" target="_self" rel="home">Tea &amp; &lt;cake&gt;</a></h1>',
    ],
    ['site-title', { level: 0, isLink: false }, '<p class="wp-block-site-title">Tea &amp; &lt;cake&gt;</p>'],
    ['site-tagline', { textAlign: 'left' }, '<p class="has-text-align-left wp-block-site-tagline">daily</p>'],
    ['site-logo', {}, ''],
    [
      'loginout',
      { redirectToCurrent: false },
      '<div class="logged-out wp-block-loginout"><a href="http://site.invalid/wp-login.php">Log in</a></div>',
    ],
  ])('%s with %j', (name, attributes, html) => {
    expect(shown(block(name, attributes))).toBe(html);
  });

  it('the search form counts its fields and keeps markup out of attributes', () => {
    const html = shown(block('search', { label: 'Find', placeholder: '"><b>', buttonText: 'Go' }).repeat(2));
    expect(html).toContain('id="wp-block-search__input-1"');
    expect(html).toContain('id="wp-block-search__input-2"');
    expect(html).toContain('placeholder="&quot;&gt;&lt;b&gt;"');
    expect(html).toContain('wp-element-button"  >Go</button>');
  });

  it('the cloud makes tags with more posts larger', () => {
    const query = { taxonomy: 'post_tag', orderBy: 'count', hideEmpty: true, most: 45 } as const;
    const terms = [term(2, 'b', { count: 9 }), term(1, 'A', { count: 1 })];
    const html = shown(block('tag-cloud'), { terms: [[query, terms]] });
    expect(html).toContain('tag-link-1 tag-link-position-1" style="font-size: 8pt;" aria-label="A (1 item)">A</a>');
    expect(html).toContain('tag-link-2 tag-link-position-2" style="font-size: 22pt;" aria-label="b (9 items)">b</a>');
    expect(shown(block('tag-cloud'))).toContain('no content to show');
  });

  it('categories are a list, a tree or a choice', () => {
    const flat = { taxonomy: 'category', orderBy: 'name', hideEmpty: true } as const;
    const terms = [term(1, 'Top', { count: 3 }), term(2, 'Below', { parentId: 1 })];
    const list = shown(block('categories', { showPostCounts: true }), { terms: [[flat, terms]] });
    expect(list).toContain('<li class="cat-item cat-item-1"><a href="http://site.invalid/category/top/">Top</a> (3)');
    expect(list).not.toContain('children');
    const tree = shown(block('categories', { showHierarchy: true }), {
      terms: [[{ ...flat, withAncestors: true }, terms]],
    });
    expect(tree.replaceAll(/\s+/g, ' ')).toContain('Top</a> <ul class=\'children\'> <li class="cat-item cat-item-2">');
    const choice = shown(block('categories', { displayAsDropdown: true }), { terms: [[flat, terms]] });
    expect(choice).toContain('<option class="level-0" value="2">Below</option>');
  });

  it('archives are months unless another unit is asked for', () => {
    const months = [{ date: '2026-01-01 00:00:00', count: 4, url: 'http://site.invalid/2026/01/' }];
    const list = shown(block('archives', { showPostCounts: true }), { periods: [['monthly', months]] });
    expect(list).toContain("<li><a href='http://site.invalid/2026/01/'>January 2026</a>&nbsp;(4)</li>");
    const week = [{ date: '2026-01-31 00:00:00', count: 1, url: 'http://site.invalid/?m=2026&w=5' }];
    expect(shown(block('archives', { type: 'weekly' }), { periods: [['weekly', week]] })).toContain(
      "<a href='http://site.invalid/?m=2026&#038;w=5'>January 26, 2026&#8211;February 1, 2026</a>",
    );
    expect(shown(block('archives', { displayAsDropdown: true }), { periods: [['monthly', months]] })).toContain(
      "<option value='http://site.invalid/2026/01/'> January 2026 </option>",
    );
  });

  it('the calendar marks today and the days with posts', () => {
    const month = {
      year: 2026,
      month: 2,
      days: [{ day: 3, url: 'http://site.invalid/2026/02/03/' }],
      previous: { month: 1, url: 'http://site.invalid/2026/01/' },
      next: null,
    };
    const html = shown(block('calendar'), { calendar: [[null, month]] }).replaceAll(/\s+/g, ' ');
    expect(html).toContain('<caption>February 2026</caption>');
    expect(html).toContain('<td colspan="6" class="pad">&nbsp;</td><td>1</td> </tr> <tr> <td>2</td>');
    expect(html).toContain(
      '<a href="http://site.invalid/2026/02/03/" aria-label="Posts published on February 3, 2026">3</a>',
    );
    expect(html).toContain('<td id="today">14</td>');
    expect(html).toContain('<td>28</td> <td class="pad" colspan="1">&nbsp;</td> </tr>');
    expect(html).toContain('&laquo; Jan</a>');
  });
});

describe('menus', () => {
  const pages = [
    { id: 1, parentId: 0, title: 'Top', url: 'http://site.invalid/top/' },
    { id: 2, parentId: 1, title: 'Below', url: 'http://site.invalid/top/below/' },
    { id: 3, parentId: 99, title: 'Lost', url: 'http://site.invalid/lost/' },
  ];

  it('the pages of the site are a tree', () => {
    expect(shown(block('page-list'), { pages: [[null, pages]] })).toBe(
      '<ul class="wp-block-page-list"><li class="wp-block-pages-list__item has-child"><a class="wp-block-pages-list__item__link" href="http://site.invalid/top/">Top</a><ul class="submenu-container"><li class="wp-block-pages-list__item"><a class="wp-block-pages-list__item__link" href="http://site.invalid/top/below/">Below</a></li></ul></li></ul>',
    );
  });

  it('a menu without items shows the pages', () => {
    const html = shown(block('navigation', { overlayMenu: 'never' }), { pages: [[null, pages]] });
    expect(html).toContain(
      '<nav class="is-layout-flex is-fallback wp-block-navigation" aria-label=""><ul class="wp-block-page-list">',
    );
    expect(html).toContain('aria-label="Top submenu"');
  });

  it('a stored menu is a list of links, and does not hold itself', () => {
    const content = `${block('navigation-link', { label: 'A', url: '/a' })}${block('navigation', { ref: 4 })}${block('search', { label: 'S' })}`;
    const html = shown(block('navigation', { ref: 4, overlayMenu: 'never' }), {
      menu: [[4, { title: 'Main', content }]],
    });
    expect(html).toContain(
      'aria-label="Main"><ul class="wp-block-navigation__container"><li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content"  href="/a"><span class="wp-block-navigation-item__label">A</span></a></li></ul><form',
    );
    expect(html.match(/<nav/g)).toHaveLength(1);
    expect(shown(block('navigation', { ref: 5 }))).toBe('');
  });

  it('links open where they say, and not into scripts', () => {
    const link = { label: '<b>A</b><script>', url: 'javascript:alert(1)', opensInNewTab: true, rel: '"x' };
    const html = shown(
      `<!-- wp:navigation {"overlayMenu":"never"} -->${block('navigation-link', link)}<!-- /wp:navigation -->`,
    );
    expect(html).not.toContain('javascript:');
    expect(html).not.toContain('<script>');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="&quot;x"');
  });

  it('profiles have the name of their service', () => {
    const links = `<!-- wp:social-links {"showLabels":true,"iconColorValue":"#111"} --><ul class="wp-block-social-links">${block('social-link', { service: 'github', url: 'example.org/me' })}${block('social-link', { service: 'mail', url: 'a@example.org' })}</ul><!-- /wp:social-links -->`;
    const html = shown(links);
    expect(html).toContain(
      '<li style="color: #111; " class="wp-social-link wp-social-link-github wp-block-social-link"><a href="https://example.org/me"',
    );
    expect(html).toContain('<span class="wp-block-social-link-label">GitHub</span>');
    expect(html).toContain('href="mailto:a@example.org"');
  });
});

describe('comments', () => {
  const thread = [comment(1), comment(2, { parentId: 1, author: 'Eve', authorUrl: '' })];
  const loaded = { post: [[7, post(7)]] as const, comments: [[7, thread]] as const };

  it('the newest ones say who wrote on which post', () => {
    const html = shown(block('latest-comments', { displayAvatar: false }), {
      latestComments: [[5, [{ ...comment(1), postTitle: 'P' }]]],
    });
    expect(html).toBe(
      '<ol class="has-dates has-excerpts wp-block-latest-comments"><li class="wp-block-latest-comments__comment"><article><footer class="wp-block-latest-comments__comment-meta"><a class="wp-block-latest-comments__comment-author" href="http://bob.invalid/">Bob</a> on <a class="wp-block-latest-comments__comment-link" href="http://site.invalid/7/#comment-1">P</a><time datetime="2026-02-01T09:00:00+00:00" class="wp-block-latest-comments__comment-date">February 1, 2026</time></footer><div class="wp-block-latest-comments__comment-excerpt"><p>Comment 1</p>\n</div></article></li></ol>',
    );
    expect(shown(block('latest-comments'))).toContain('No comments to show.');
  });

  it('are shown with their answers below', () => {
    const inner = ['comment-author-name', 'comment-date', 'comment-content', 'comment-reply-link']
      .map((name) => block(name))
      .join('');
    const html = shown(
      `${block('comments-title')}<!-- wp:comment-template -->${inner}<!-- /wp:comment-template -->`,
      loaded,
    );
    expect(html).toContain(
      '<h2 id="comments" class="wp-block-comments-title">2 responses to &#8220;Post 7&#8221;</h2>',
    );
    expect(html).toContain(
      '<ol class="wp-block-comment-template"><li id="comment-1" class="comment even thread-even depth-1">',
    );
    expect(html).toContain(
      '<ol><li id="comment-2" class="comment odd alt depth-2"><div class="wp-block-comment-author-name">Eve</div>',
    );
    expect(html).toContain("href='http://site.invalid/7/?replytocom=1#respond'");
  });

  it('can be written where the post takes them', () => {
    expect(shown(block('post-comments-form'), loaded)).toContain("name='comment_post_ID' value='7'");
    expect(shown(block('post-comments-form'), { post: [[7, post(7, { takesComments: false })]] })).toBe('');
  });
});

describe('a feed of another site', () => {
  const item = {
    title: 'A <b>',
    link: 'http://other.invalid/a',
    time: 1_770_000_000,
    author: 'Cy',
    summary: 'one <i>two</i> three',
  };

  it('is a list of links', () => {
    const html = shown(
      block('rss', {
        feedURL: 'http://other.invalid/feed',
        displayDate: true,
        displayAuthor: true,
        displayExcerpt: true,
        excerptLength: 2,
      }),
      { feed: [['http://other.invalid/feed', { items: [item] }]] },
    );
    expect(html).toContain("<a href='http://other.invalid/a'>A &lt;b&gt;</a>");
    expect(html).toContain('by Cy</span>');
    expect(html).toContain('one two [&hellip;]');
  });

  it('says why it is not there', () => {
    expect(shown(block('rss', { feedURL: 'x' }), { feed: [['x', { failure: 'No <feed>.' }]] })).toContain(
      '<strong>RSS Error:</strong> No &lt;feed&gt;.',
    );
  });
});

it('a named user is shown by picture', () => {
  expect(shown(block('avatar', { userId: 3, isLink: true }), { person: [[3, person]] })).toContain(
    '<a href="http://site.invalid/author/ann/" target="_self"',
  );
});
