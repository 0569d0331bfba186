import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
