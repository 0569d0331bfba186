import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../support/platen.ts';
import { type MediaSite, mediaSite } from '../media/media-client.ts';

describe.each(['a', 'b'] as const)('texts as they are stored and shown, variant %s', (variant) => {
  let site: MediaSite;
  beforeAll(async () => {
    site = await mediaSite({ variant });
  });
  afterAll(() => site.close());

  const make = async (body: object, who: Role = 'editor', base = 'posts') => {
    const made = await site.as(who).post(`/wp/v2/${base}`, { status: 'publish', ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body;
  };

  it.each(['posts', 'pages'])('the slug of %s loses what an open tag contains', async (base) => {
    const { slug } = await make({ title: `With <3 in ${base} and <b>bold</b>` }, 'editor', base);
    expect(slug).toBe('with');
  });

  it('a made excerpt loses what an open tag contains', async () => {
    const { excerpt, content } = await make({ title: 'Love', content: 'I <3 you. Then <b>bold</b> text.' });
    expect(excerpt.rendered).toBe('<p>I</p>\n');
    expect(content.rendered).toBe('<p>I <3 you. Then <b>bold</b> text.</p>\n');
  });

  it.each(['posts', 'pages'])('references to dashes are dashes in the slug of %s', async (base) => {
    expect((await make({ title: `R&D in ${base} &mdash;x` }, 'editor', base)).slug).toBe(`rd-in-${base}-x`);
  });

  it.each(['categories', 'tags'])('references to dashes are dashes in the slug of %s', async (base) => {
    const { body } = await site.as('editor').post(`/wp/v2/${base}`, { name: `This&ndash;${base}` });
    expect(body.slug).toBe(`this-${base}`);
  });

  it('quotes in a long title shorten its slug, twice as much as in a slug that was asked for', async () => {
    const made = await make({ title: "it's ".repeat(60) });
    expect(made.slug).toBe(`${'its-'.repeat(33)}it`);
    const asked = await make({ title: 'Asked', slug: "it's ".repeat(60) });
    expect(asked.slug).toBe(`${'its-'.repeat(39)}its`);
  });

  it.each(['administrator', 'subscriber'] as const)('links of %s to the site itself get no rel', async (who) => {
    const { id: post } = await make({ title: `Links of ${who}` });
    const links = '<a href="http://site.test/x">in</a> <a href="http://other.test/x">out</a>';
    const { status, body } = await site.as(who).post('/wp/v2/comments', { post, content: links });
    expect(status).toBe(201);
    expect(body.content.rendered).toBe(
      '<p><a href="http://site.test/x">in</a> <a href="http://other.test/x" rel="nofollow">out</a></p>\n',
    );
  });

  it('the prefix of a private title is part of it', async () => {
    const titles = { '': 'Private:', '"Q" & A': 'Private: &#8220;Q&#8221; &#038; A', '-- x': 'Private: &#8212; x' };
    for (const [title, rendered] of Object.entries(titles)) {
      const post = await make({ title, content: 'Body', status: 'private' });
      expect(post.title).toEqual({ raw: title, rendered });
      expect((await site.as('editor').get(`/wp/v2/posts/${post.id}`)).body.title.rendered).toBe(rendered);
    }
  });

  it('a protected title has no prefix', async () => {
    const { title } = await make({ title: 'Locked', content: 'Body', password: 'sesame' });
    expect(title.rendered).toBe('Locked');
  });

  it('a title is trimmed, then cleaned, then shown without the blanks at its ends', async () => {
    const made = await make({ title: ' bridge <script></script>' }, 'author');
    expect(made.title).toEqual({ raw: 'bridge ', rendered: 'bridge' });
    expect(made.slug).toBe('bridge');
    const saved = await site.as('author').put(`/wp/v2/posts/${made.id}`, { content: 'More' });
    expect(saved.body.title.raw).toBe('bridge');
  });

  it.each([
    [
      'an ampersand in code',
      '<code>a && b</code> & <!-- c & d -->',
      '<p><code>a && b</code> &#038; <!-- c & d --></p>',
    ],
    ['an embed by its source', '[embed src="http://h.test/y"]', '<p><a href="http://h.test/y">http://h.test/y</a></p>'],
    ['a face after a bracket', 'I <3 you :) and more', '<p>I <3 you 🙂 and more\n</p>'],
    ['what cannot be played', '[audio src="x.txt"]', '<a class="wp-embedded-audio" href="http://x.txt">x.txt</a>'],
  ])('%s', async (title, content, rendered) => {
    const { id, content: made } = await make({ title, content });
    const read = await site.as('anonymous').get(`/wp/v2/posts/${id}`);
    expect([made.rendered, read.body.content.rendered]).toEqual([`${rendered}\n`, `${rendered}\n`]);
  });

  it('escaped ampersands of a lone address are unescaped first', async () => {
    const { content } = await make({ title: 'Lone', content: 'http://h.test/a?c=1&d=2' }, 'author');
    expect(content).toMatchObject({
      raw: 'http://h.test/a?c=1&amp;d=2',
      rendered: '<p>http://h.test/a?c=1&#038;d=2</p>\n',
    });
  });

  it('a lone shortcode in an excerpt or a caption stands outside paragraphs', async () => {
    const { excerpt } = await make({ title: 'Shortcode', excerpt: '[gallery]' });
    expect(excerpt.rendered).toBe('[gallery]\n');
    const note = await site.upload('editor', { name: 'note.txt', content: 'A note.', type: 'text/plain' });
    const described = { caption: '[gallery]', description: 'x' };
    const { body } = await site.as('editor').put(`/wp/v2/media/${note.body.id}`, described);
    expect(body.caption.rendered).toBe('[gallery]\n');
  });

  it('a caption made from a description loses what an open tag contains', async () => {
    const note = await site.upload('editor', { name: 'love.txt', content: 'Love.', type: 'text/plain' });
    const described = { title: 'Love', description: 'I <3 you <b>so</b>' };
    const { body } = await site.as('editor').put(`/wp/v2/media/${note.body.id}`, described);
    expect(body.caption.rendered).toBe('<p>Love I</p>\n');
  });

  it('a loose ampersand in code is escaped in titles, excerpts, captions and comments, not in content', async () => {
    const text = 'use <code>a && b</code>';
    const escaped = 'use <code>a &#038;& b</code>';
    const made = await make({ title: text, excerpt: text, content: text });
    expect(made.title.rendered).toBe(escaped);
    expect(made.excerpt.rendered).toBe(`<p>${escaped}</p>\n`);
    expect(made.content.rendered).toBe(`<p>${text}</p>\n`);
    const comment = await site.as('editor').post('/wp/v2/comments', { post: made.id, content: text });
    expect(comment.body.content.rendered).toBe(`<p>${escaped}</p>\n`);
    const note = await site.upload('editor', { name: 'code.txt', content: 'Code.', type: 'text/plain' });
    const { body } = await site.as('editor').put(`/wp/v2/media/${note.body.id}`, { caption: text });
    expect(body.caption.rendered).toBe(`<p>${escaped}</p>\n`);
  });

  it('text goes on after a declaration or a comment that begins in an open tag', async () => {
    const made = await make({ title: 'a <b <i>x<!-- <b>x--> c < d', content: 'basket <![CDATA[x]]></kbd>winter' });
    expect(made.slug).toBe('a-c-d');
    expect(made.excerpt.rendered).toBe('<p>basket winter</p>\n');
  });

  it('a text of nothing but NUL is shown as nothing', async () => {
    const { id: post, title, content, excerpt } = await make({ title: '\0', content: '\0', excerpt: '\0' });
    expect([title.rendered, content.rendered, excerpt.rendered]).toEqual(['', '', '']);
    const comment = await site.as('editor').post('/wp/v2/comments', { post, content: '\0' });
    expect(comment.body.content.rendered).toBe('');
    const note = await site.upload('editor', { name: 'nul.txt', content: 'Nothing.', type: 'text/plain' });
    const { body } = await site.as('editor').put(`/wp/v2/media/${note.body.id}`, { description: '\0' });
    expect(body.description.rendered).toMatch(/^<p class="attachment">.*<\/p>\n$/);
  });

  it('a bracket that opens no tag is set apart in comments and before a more mark', async () => {
    const { id: post, excerpt } = await make({ title: 'More', content: 'See <?php x ?><!--more-->y' });
    expect(excerpt.rendered).toBe('<p>See < ?php x ?></p>\n');
    const { body } = await site.as('editor').post('/wp/v2/comments', { post, content: 'see <?php x ?>' });
    expect(body.content.rendered).toBe('<p>see < ?php x ?></p>\n');
  });
});
