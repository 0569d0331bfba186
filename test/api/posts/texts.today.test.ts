import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type MediaSite, mediaSite, picture } from '../media/media-client.ts';

let site: MediaSite;
beforeAll(async () => {
  site = await mediaSite({ variant: 'c' });
});
afterAll(() => site.close());

const make = async (body: object, who: Role = 'editor') => {
  const made = await site.as(who).post('/wp/v2/posts', { status: 'publish', ...body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};
const shown = async (content: string, who: Role = 'editor') =>
  (await make({ title: 'Shown', content }, who)).content.rendered as string;
const stored = async (content: string, who: Role = 'author') =>
  (await make({ title: 'Stored', content }, who)).content.raw as string;

describe('pictures and frames of texts without blocks', () => {
  it.each([
    ['<img src="x.png">', '<p><img decoding="async" src="x.png"></p>\n'],
    [
      '<img src="x.png" width="20" height="10">',
      '<p><img loading="lazy" decoding="async" src="x.png" width="20" height="10"></p>\n',
    ],
    [
      '<img decoding="sync" loading="eager" src="x.png" width="20" height="10">',
      '<p><img decoding="sync" loading="eager" src="x.png" width="20" height="10"></p>\n',
    ],
    [
      '<iframe src="https://other.test/" width="20" height="10"></iframe>',
      '<p><iframe loading="lazy" src="https://other.test/" width="20" height="10"></iframe></p>\n',
    ],
    ['<iframe src="https://other.test/"></iframe>', '<p><iframe src="https://other.test/"></iframe></p>\n'],
  ])('%s', async (content, expected) => {
    expect(await shown(content)).toBe(expected);
  });

  it('a picture of the library gets its measures, also by the name of its file', async () => {
    const content = await picture(40, 30, 'png');
    const { id } = (await site.upload('editor', { name: 'dawn.png', type: 'image/png', content })).body;
    expect(await shown(`<img src="elsewhere/dawn.png" class="wp-image-${id}">`)).toContain(
      '<img loading="lazy" decoding="async" width="40" height="30" src="elsewhere/dawn.png"',
    );
  });
});

describe('captions, players and galleries', () => {
  it('a caption and its picture name each other, and every id is used once', async () => {
    const { id, content } = await make({
      title: 'Two',
      content: '[caption id="attachment_4" width="9"]<img src="x.png"> A[/caption]'.repeat(2),
    });
    // The answer to a write counts its text twice.
    expect([...content.rendered.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name)).toEqual([
      'attachment_4-3',
      'caption-attachment-4-3',
      'attachment_4-4',
      'caption-attachment-4-4',
    ]);
    const read = (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.content.rendered;
    expect(read).toContain('aria-describedby="caption-attachment-4"');
    expect(read).toContain('<p id="caption-attachment-4-2" class="wp-caption-text">A</p>');
  });

  it('a player has nothing for browsers of former days', async () => {
    const { id } = await make({ title: 'Played', content: '[audio src="http://other.test/a.mp3" loop="1"]' });
    const read = (await site.as('anonymous').get(`/wp/v2/posts/${id}`)).body.content.rendered;
    expect(read).toContain(`<audio class="wp-audio-shortcode" id="audio-${id}-1" loop preload="none"`);
    expect(read).not.toContain('<!--[if');
  });
});

describe('paragraphs, slugs and comments', () => {
  it('a text after a rule is a paragraph, and a formula stands in its line', async () => {
    expect(await shown('one<hr>two')).toBe('<p>one</p>\n<hr>\n<p>two</p>\n');
    expect(await shown('<math><mi>x</mi></math> is known')).toBe('<p><math><mi>x</mi></math> is known</p>\n');
  });

  it('blanks of any width are dashes in slugs; bullets and characters without a width go', async () => {
    expect((await make({ title: 'Wide\u2003gap no\u200bgap \u2022' })).slug).toBe('wide-gap-nogap');
  });

  it('links in comments say that a visitor wrote them', async () => {
    const { id: post } = await make({ title: 'Discussed' });
    const content = '<a href="http://other.test/">out</a> <a href="http://site.test/">in</a> http://other.test/x';
    const { body } = await site.as('subscriber').post('/wp/v2/comments', { post, content: `  ${content}  ` });
    expect(body.content.rendered).toBe(
      '<p><a href="http://other.test/" rel="nofollow ugc">out</a> <a href="http://site.test/" rel="ugc">in</a> ' +
        '<a href="http://other.test/x" rel="nofollow ugc">http://other.test/x</a></p>\n',
    );
  });
});

describe('markup of authors', () => {
  it.each([
    ['<b data-a=1 aria-label=l hidden tabindex=1>x</b>', '<b data-a="1" aria-label="l" hidden tabindex="1">x</b>'],
    ["<a HREF='x' download onclick=y>z</a>", '<a href="x" download>z</a>'],
    ['<a href="a"class="b"title=c>x</a>', '<a href="a" class="b" title="c">x</a>'],
    [`<i title='a"b'>x</i><i title="it's">y</i>`, '<i title="a&quot;b">x</i><i title="it&apos;s">y</i>'],
    ['<object data="x"><param name="a"></object><main>m</main>', '<object></object><main>m</main>'],
    ['<math href="javascript:x"><mi onclick=x>y</mi></math>', '<math><mi>y</mi></math>'],
    ['<p style="position:fixed;x:y;COLOR:red;color:rgb(1,2,3)">x</p>', '<p style="position:fixed;x:y">x</p>'],
    ['<p style="background:url(a.png);color:red">x</p>', '<p style="background:url(a.png);color:red">x</p>'],
    ['<p style="background:url(javascript:x);--y:1">x</p>', '<p style="--y:1">x</p>'],
    ['<p style="width:calc(1px + 2px);behavior:url(x)">x</p>', '<p style="width:calc(1px + 2px)">x</p>'],
    ['<a href="javascript&colon;x">y</a><a href="sms:1">z</a>', '<a href="x">y</a><a href="sms:1">z</a>'],
    ['a&#0;b', 'a&amp;#0;b'],
  ])('%s', async (sent, kept) => {
    expect(await stored(sent)).toBe(kept);
  });

  it('a block whose attributes hold a tag becomes text', async () => {
    const raw = await stored('<!-- wp:html {"x":"<script>"} --><b>y</b><!-- /wp:html -->');
    expect(raw).toBe('&lt;!-- wp:html {&quot;x&quot;:&quot;"} --&gt;<b>y</b><!-- /wp:post-content -->');
  });
});

describe('blocks', () => {
  it.each([
    ['<!-- wp:core/paragraph {bad} --><p>x</p>', '<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->'],
    ['<!-- wp:spacer --><!-- /wp:spacer -->', '<!-- wp:spacer /-->'],
    ['<!-- wp:a/b --><!-- wp:c/d --><p>x', '<!-- wp:a/b --><!-- wp:c/d --><p>x<!-- /wp:c/d --><!-- /wp:a/b -->'],
    ['<p>x</p><!-- /wp:paragraph -->', '<p>x</p><!-- /wp:post-content -->'],
  ])('editors get %s balanced', async (sent, balanced) => {
    const { id, content } = await make({ title: 'Balanced', content: sent });
    expect(content.raw).toBe(balanced);
    // What is stored stays as it was sent.
    expect((await site.platen.store.posts.byId(id))?.content).toBe(sent);
  });

  it.each([
    ['<!-- wp:heading --><h2 class="own">x</h2><!-- /wp:heading -->', '<h2 class="own wp-block-heading">x</h2>'],
    ['<!-- wp:paragraph --><p>x</p><!-- /wp:paragraph -->', '<p class="wp-block-paragraph">x</p>'],
    [
      '<!-- wp:group --><div class="wp-block-group"><!-- wp:html --><b>x</b><!-- /wp:html --></div><!-- /wp:group -->',
      '<div class="wp-block-group"><div class="wp-block-group__inner-container is-layout-flow wp-block-group-is-layout-flow"><b>x</b></div></div>',
    ],
    [
      '<!-- wp:columns --><div class="wp-block-columns"></div><!-- /wp:columns -->',
      /^<div class="wp-block-columns is-layout-flex wp-container-core-columns-is-layout-[0-9a-f]{8} wp-block-columns-is-layout-flex">/,
    ],
    [
      '<!-- wp:group {"layout":{"type":"flex","orientation":"vertical","flexWrap":"nowrap"}} --><div class="wp-block-group">x</div><!-- /wp:group -->',
      /^<div class="wp-block-group is-vertical is-nowrap is-layout-flex wp-container-core-group-is-layout-[0-9a-f]{8} wp-block-group-is-layout-flex">x<\/div>/,
    ],
    [
      '<!-- wp:group {"layout":{"type":"grid"}} --><div class="wp-block-group">x</div><!-- /wp:group -->',
      /^<div class="wp-block-group is-layout-grid wp-container-core-group-is-layout-[0-9a-f]{8} wp-block-group-is-layout-grid">/,
    ],
    ['<!-- wp:button --><div class="wp-block-button"><a></a></div><!-- /wp:button -->', ''],
  ])('%s is shown with the classes of today', async (content, expected) => {
    const html = (await shown(content)).trim();
    if (typeof expected === 'string') expect(html).toBe(expected);
    else expect(html).toMatch(expected);
  });
});

describe('the length of an excerpt', () => {
  it('is what a request for one item says', async () => {
    const { id } = await make({ title: 'Long', content: 'one two three four' });
    const excerpt = async (query: string) =>
      (await site.as('anonymous').get(`/wp/v2/posts/${id}?${query}`)).body.excerpt?.rendered;
    expect(await excerpt('excerpt_length=2')).toBe('<p>one two [&hellip;]</p>\n');
    expect(await excerpt('excerpt_length=0')).toBe('<p> [&hellip;]</p>\n');
    expect(await excerpt('')).toBe('<p>one two three four</p>\n');
    expect((await site.as('anonymous').get(`/wp/v2/posts/${id}?excerpt_length=x`)).status).toBe(400);
  });

  it('does not change an excerpt that was written', async () => {
    const { id } = await make({ title: 'Written', content: 'one two three', excerpt: 'by hand it is' });
    const { body } = await site.as('anonymous').get(`/wp/v2/posts/${id}?excerpt_length=1`);
    expect(body.excerpt.rendered).toBe('<p>by hand it is</p>\n');
  });
});
