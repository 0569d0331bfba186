import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestNetwork } from '../../../src/testing/test-doubles.ts';
import { type PageSite, pageSite, pathOf } from './page-client.ts';

const network = createTestNetwork();
let site: PageSite;
beforeAll(async () => {
  site = await pageSite({}, { fetch: network.fetch });
});
afterAll(() => site.close());
beforeEach(() => network.clear());

const publish = (title: string, content: string) => site.write('posts', { title, content, status: 'publish' });
const contentAt = async (link: string, as: 'anonymous' | 'administrator' = 'anonymous'): Promise<string> => {
  const { html } = await site.get(pathOf(link), { as });
  return /<div class="content">\n(.*)<footer class="entry-foot">/s.exec(html)?.[1] ?? '';
};
const block = (url: string) =>
  `<!-- wp:embed ${JSON.stringify({ url })} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${url}\n</div></figure>\n<!-- /wp:embed -->`;

const film = 'https://www.youtube.com/watch?v=film';
const answer = {
  body: JSON.stringify({
    type: 'video',
    title: 'A film',
    html: '<iframe src="https://www.youtube.com/embed/film" width="200" height="113"></iframe>',
  }),
};

it('an address of this site in a text without blocks shows its post, and follows it', async () => {
  const fish = await publish('Herring', 'x');
  const post = await publish('About herring', `Look:\n\n${fish.link}\n\nThe end.`);
  const shown = await contentAt(post.link);
  expect(shown).toContain(`<a href="${fish.link}">Herring</a>`);
  expect(shown).toMatch(/<p><iframe [^>]*src="[^"]*\/embed\/"[^>]*><\/iframe><\/p>/);
  expect(shown).toContain('<p>The end.</p>');
  await site.write(`posts/${fish.id}`, { title: 'Mackerel' });
  expect(await contentAt(post.link)).toContain(`<a href="${fish.link}">Mackerel</a>`);
});

it('the interface still gives such an address as it is', async () => {
  const fish = await publish('Sprat', 'x');
  const { id, link } = await publish('About sprats', fish.link);
  await site.get(pathOf(link));
  const { body } = await site.as('anonymous').get(`/wp/v2/posts/${id}`);
  expect(body.content.rendered).toBe(`<p>${fish.link}</p>\n`);
});

it('an address of a known provider in a text without blocks shows what the provider says', async () => {
  network.answer('https://www.youtube.com/oembed', answer);
  const { link } = await publish('A film', `Watch:\n\n${film}`);
  // A page does not wait for a provider for longer than a moment; the next one shows what it said.
  await expect
    .poll(() => contentAt(link))
    .toMatch(/<p>Watch:<\/p>\n<p><iframe [^>]*src="https:\/\/www\.youtube\.com\/embed\/film"/);
});

it.each([
  ['in a line', (url: string) => url, (link: string) => `<p>${link}</p>`],
  ['in a block', block, (link: string) => `<div class="wp-block-embed__wrapper">\n${link}\n</div>`],
])('an address that nobody can resolve is a link: %s', async (_, written, shown) => {
  const { link } = await publish('Unknown', written('https://unknown.example/a?b=1&c=2'));
  const target = '<a href="https://unknown.example/a?b=1&#038;c=2">https://unknown.example/a?b=1&amp;c=2</a>';
  expect(await contentAt(link)).toContain(shown(target));
  expect(network.calls).toEqual([]);
});

it('an address of a post that not everybody may see is a link without its title', async () => {
  const secret = await site.write('posts', { title: 'Secret plan', status: 'private', content: 'x' });
  const { link } = await publish('Hint', `http://site.test/?p=${secret.id}`);
  for (const as of ['anonymous', 'administrator'] as const) {
    const { html } = await site.get(pathOf(link), { as });
    expect(html).toContain(`<a href="http://site.test/?p=${secret.id}">http://site.test/?p=${secret.id}</a>`);
    // An administrator may see it as the post before this one, below the text.
    if (as === 'anonymous') expect(html).not.toContain('Secret plan');
    expect(await contentAt(link, as)).not.toContain('Secret plan');
  }
});

it('an address beside words, in markup or of a recording stays what it was', async () => {
  const { link } = await publish(
    'Others',
    'See https://unknown.example/one there.\n\n<img alt="\nhttps://unknown.example/two\n" src="/a.png">\n\nhttps://unknown.example/three.mp3',
  );
  const shown = await contentAt(link);
  expect(shown).toContain('<p>See https://unknown.example/one there.</p>');
  expect(shown).not.toContain('href="https://unknown.example/two"');
  expect(shown).toContain('<audio ');
});

it('nothing in an address runs', async () => {
  const { link } = await publish(
    'Odd',
    'https://unknown.example/[gallery]"onclick=x\n\nhttps://unknown.example/[gallery]',
  );
  const shown = await contentAt(link);
  expect(shown).not.toMatch(/<a [^>]*onclick/);
  expect(shown).toContain('&#091;gallery]</a>');
});

it('a feed has the same', async () => {
  await publish('In the feed', 'https://unknown.example/feed');
  const { html } = await site.get('/feed/');
  expect(html).toContain('<a href="https://unknown.example/feed">https://unknown.example/feed</a>');
});

const shared = async (content: string): Promise<string> => {
  const { posts } = site.platen.store;
  const { id: model } = await publish('Model', 'x');
  const { id: _id, ...row } = (await posts.byId(model))!;
  const id = await posts.insert({ ...row, type: 'wp_block', slug: `shared-${model}`, content });
  return `<!-- wp:block {"ref":${id}} /-->`;
};
const loopOver = (search: string) =>
  `<!-- wp:query {"query":{"perPage":3,"postType":"post","search":"${search}","inherit":false}} -->\n<div class="wp-block-query"><!-- wp:post-template -->\n<!-- wp:post-content /-->\n<!-- /wp:post-template --></div>\n<!-- /wp:query -->`;
const loop = async (content: string): Promise<string> => {
  const word = `looped${Math.random()
    .toString(36)
    .replaceAll(/[^a-z]/g, '')}`;
  await publish(word, content);
  return loopOver(word);
};

it.each([
  ['a shared block', shared],
  ['a loop', loop],
  ['a shared block in a loop', async (content: string) => loop(await shared(content))],
])('addresses in %s show what they stand for, and follow links', async (_, within) => {
  network.answer('https://www.youtube.com/oembed', answer);
  const fish = await publish('Plaice', 'x');
  const blocks = [fish.link, film, 'https://unknown.example/one'].map(block).join('\n\n');
  const page = await publish('Around', await within(blocks));
  await expect.poll(() => contentAt(page.link)).toMatch(/<iframe [^>]*src="https:\/\/www\.youtube\.com\/embed\/film"/);
  const shown = await contentAt(page.link);
  expect(shown).toContain(`<a href="${fish.link}">Plaice</a>`);
  expect(shown).toContain('<a href="https://unknown.example/one">https://unknown.example/one</a>');
  const direct = await contentAt((await publish('Direct', blocks)).link);
  const frames = (html: string) =>
    html.match(/<iframe [^>]*>/g)?.map((frame) => frame.replaceAll(/#\?secret=\w+|data-secret="\w+"/g, ''));
  expect(frames(shown)).toEqual(frames(direct));
});

it('an address in a text without blocks that a loop shows is resolved too', async () => {
  const fish = await publish('Turbot', 'x');
  const page = await publish('Around', await loop(`Look:\n\n${fish.link}\n\nhttps://unknown.example/two`));
  const shown = await contentAt(page.link);
  expect(shown).toContain(`<a href="${fish.link}">Turbot</a>`);
  expect(shown).toContain('<a href="https://unknown.example/two">https://unknown.example/two</a>');
});
