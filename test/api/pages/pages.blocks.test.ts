import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commentRow } from '../../support/rows.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

let site: PageSite;
beforeAll(async () => {
  site = await pageSite({});
});
afterAll(() => site.close());

const group = (width: string, inside: string) =>
  `<!-- wp:group {"layout":{"type":"constrained","contentSize":"${width}"}} -->` +
  `<div class="wp-block-group"><!-- wp:paragraph --><p>${inside}</p><!-- /wp:paragraph --></div><!-- /wp:group -->`;

it('a page has the rules of its blocks in its head, and the style sheet for blocks', async () => {
  const post = await site.write('posts', { title: 'T', content: group('321px', 'x'), status: 'publish' });
  const { html, headers } = await site.get(pathOf(post.link));
  const [, name] =
    /<div class="has-global-padding is-layout-constrained (wp-container-\d+) wp-block-group">/.exec(html) ?? [];
  const [, rules = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  expect(rules).toMatch(new RegExp(`^\\.${name} > .*\\{max-width:321px;\\}$`));
  expect(headers.get('content-security-policy')).toContain(`'sha256-${hash('sha256', rules, 'base64')}'`);
  const [sheet = ''] = /\/platen-theme\/blocks\.[0-9a-f]{12}\.css/.exec(html) ?? [];
  const { status, html: css } = await site.get(sheet);
  expect(status).toBe(200);
  expect(css).toContain('.is-layout-flex');
});

it('each part of a text has its own blocks', async () => {
  const mark = '<!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage -->';
  const content = `${group('1px', 'one')}\n\n${mark}\n\n${group('2px', 'two')}`;
  const post = await site.write('posts', { title: 'T', content, status: 'publish' });
  const first = (await site.get(pathOf(post.link))).html;
  const second = (await site.get(`${pathOf(post.link)}2/`)).html;
  expect(first).toContain('max-width:1px');
  expect(first).not.toContain('max-width:2px');
  expect(first).toMatch(/<p>one<\/p>/);
  expect(second).toContain('max-width:2px');
  expect(second).toMatch(/<p>two<\/p>/);
  for (const html of [first, second]) expect(html).not.toContain('wp:');
});

it('a page that a password locks says nothing of its blocks', async () => {
  const post = await site.write('posts', {
    title: 'T',
    content: group('987px', 'secret'),
    status: 'publish',
    password: 'p',
  });
  const { html } = await site.get(pathOf(post.link));
  expect(html).not.toContain('987px');
  expect(html).not.toContain('secret');
});

it('a picture in two colours has its filter on its page, and nowhere else', async () => {
  const content =
    '<!-- wp:image {"style":{"color":{"duotone":["#000000","#7f7f7f"]}}} -->' +
    '<figure class="wp-block-image"><img src="/a.png" alt=""/></figure><!-- /wp:image -->';
  const post = await site.write('posts', { title: 'T', content, status: 'publish' });
  const { html } = await site.get(pathOf(post.link));
  const [, name = 'none'] = /<figure class="(wp-duotone-000000-7f7f7f-\d+) wp-block-image">/.exec(html) ?? [];
  expect(html).toContain(`<filter id="${name}">`);
  expect(html).toContain(`.${name} img{filter:url('#${name}');}`);
  const rendered = await renderedOf(post.id);
  expect(rendered).toContain(name);
  expect(rendered).not.toContain('<filter');
});

const renderedOf = async (id: number): Promise<string> =>
  (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.content.rendered;

const link = (attributes: object) => `<!-- wp:post-navigation-link ${JSON.stringify(attributes)} /-->`;
const previous = { type: 'previous' };

describe('links to the posts before and after', () => {
  let before: string;
  let after: string;
  const middle = async (...blocks: object[]) => {
    const content = blocks.map(link).join('|');
    const fields = { title: 'Middle', content, status: 'publish', date: '2010-02-01T00:00:00' };
    const post = await site.write('posts', fields);
    const { html } = await site.get(pathOf(post.link));
    const rendered = await renderedOf(post.id);
    await site.as('administrator').delete(`/wp/v2/posts/${post.id}?force=true`);
    return { rendered, parts: html };
  };
  beforeAll(async () => {
    const write = (title: string, date: string) =>
      site.write('posts', { title, content: 'x', status: 'publish', date: `${date}T00:00:00` });
    before = (await write('Before "a" & b', '2010-01-01')).link;
    after = (await write('After [gallery]', '2010-03-01')).link;
  });

  it.each<[string, object, () => string]>([
    ['next', {}, () => `<a href="${after}" rel="next">Next</a>`],
    ['previous', previous, () => `<a href="${before}" rel="prev">Previous</a>`],
    [
      'with the title',
      { ...previous, showTitle: true },
      () => `<a href="${before}" rel="prev">Before &#8220;a&#8221; &#038; b</a>`,
    ],
    [
      'with the title and a label',
      { showTitle: true, label: 'L' },
      () => `<span class="post-navigation-link__label">L</span> <a href="${after}" rel="next">After &#091;gallery]</a>`,
    ],
    [
      'with both in the link',
      { ...previous, showTitle: true, linkLabel: true },
      () =>
        `<a href="${before}" rel="prev"><span class="post-navigation-link__label">Previous:</span> <span class="post-navigation-link__title">Before &#8220;a&#8221; &#038; b</span></a>`,
    ],
    [
      'with words of its own',
      { label: 'My <b>next</b><script>' },
      () => `<a href="${after}" rel="next">My <b>next</b></a>`,
    ],
  ])('are shown on the page of a post: %s', async (_, attributes, expected) => {
    expect((await middle(attributes)).parts).toContain(`wp-block-post-navigation-link">${expected()}</div>`);
  });

  it('have the classes of their block', async () => {
    const { parts } = await middle({ ...previous, textAlign: 'center', textColor: 'vivid-red', className: 'c' });
    expect(parts).toContain(
      '<div class="post-navigation-link-previous has-text-align-center has-text-color has-vivid-red-color c wp-block-post-navigation-link">',
    );
  });

  it('show nothing in the interface, and nothing for a type that is none', async () => {
    expect((await middle({ type: 'odd' })).parts).not.toContain('post-navigation-link');
    expect((await middle({})).rendered.trim()).toBe('');
  });

  it('are empty at the end, and do not tell of posts that the reader may not see', async () => {
    await site.write('posts', { title: 'Hidden', content: 'x', status: 'private', date: '1999-01-01T00:00:00' });
    const content = link({ ...previous, showTitle: true });
    const post = await site.write('posts', { title: 'First', content, status: 'publish', date: '2000-01-01T00:00:00' });
    const { html } = await site.get(pathOf(post.link));
    expect(html).toContain('<div class="post-navigation-link-previous wp-block-post-navigation-link"></div>');
    expect(html).not.toContain('Hidden');
  });
});

describe('the pages of comments', () => {
  const content =
    '<!-- wp:comments --><div class="wp-block-comments"><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->' +
    '<!-- wp:comments-pagination {"paginationArrow":"arrow"} --><!-- wp:comments-pagination-previous /--><!-- wp:comments-pagination-numbers /-->' +
    '<!-- wp:comments-pagination-next {"label":"Newer <i>x</i>"} /--><!-- /wp:comments-pagination --></div><!-- /wp:comments -->';
  let url: string;
  beforeAll(async () => {
    const post = await site.write('posts', { title: 'Com', content, status: 'publish' });
    url = post.link;
    const { store } = site.platen;
    for (let n = 1; n <= 7; n++) {
      const date = `2020-01-0${n} 00:00:00`;
      await store.comments.insert(commentRow(post.id, { content: `Remark ${n}`, date, dateGmt: date }));
    }
    await store.comments.recount(post.id);
    await store.options.set('comments_per_page', '2');
  });
  const shown = async (path = '') => {
    const { html } = await site.get(pathOf(url) + path);
    return /<div class="wp-block-comments">.*?<\/ol>.*?<\/div>(?=\s)/s.exec(html)?.[0] ?? '';
  };

  it('are linked from each of them, with the comments of that page', async () => {
    await site.platen.store.options.set('page_comments', '1');
    const second = await shown('comment-page-2/');
    expect(second.match(/Remark \d/g)).toEqual(['Remark 3', 'Remark 4']);
    const number = (n: number) => `<a class="page-numbers" href="${url}comment-page-${n}/#comments">${n}</a>`;
    const numbers = [
      number(1),
      '<span aria-current="page" class="page-numbers current">2</span>',
      number(3),
      number(4),
    ];
    expect(second).toContain(
      `<div class="is-layout-flex wp-block-comments-pagination"><a href="${url}comment-page-1/#comments" class="wp-block-comments-pagination-previous"><span class='wp-block-comments-pagination-previous-arrow is-arrow-arrow' aria-hidden='true'>←</span>Older Comments</a><div class="wp-block-comments-pagination-numbers">${numbers.join('\n')}</div><a href="${url}comment-page-3/#comments" class="wp-block-comments-pagination-next">Newer <i>x</i><span class='wp-block-comments-pagination-next-arrow is-arrow-arrow' aria-hidden='true'>→</span></a></div>`,
    );
  });

  it('begin with the newest, which has no newer one', async () => {
    await site.platen.store.options.set('page_comments', '1');
    const newest = await shown();
    expect(newest.match(/Remark \d/g)).toEqual(['Remark 7']);
    expect(newest).not.toContain('pagination-next');
    expect(await shown('comment-page-1/')).not.toContain('pagination-previous');
  });

  it('are not linked where there is one', async () => {
    await site.platen.store.options.set('page_comments', '0');
    const all = await shown();
    expect(all.match(/Remark \d/g)).toHaveLength(7);
    expect(all).not.toContain('pagination');
  });
});
