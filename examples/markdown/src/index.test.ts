import { doesNotMatch, ok, partialDeepStrictEqual } from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { startPlaten } from 'platen/testing';
import markdown from './index.ts';

const site = await startPlaten({ extensions: [markdown] });
beforeEach(() => site.reset());
after(() => site.close());

const rendered = async (id: number): Promise<string> => {
  const post = (await (await site.fetch(`/wp-json/wp/v2/posts/${id}`)).json()) as { content: { rendered: string } };
  return post.content.rendered;
};

describe('a post in Markdown', () => {
  it('has content made from its source, which is kept for those who edit it', async () => {
    const source = '# Fruit\n\n* *Apples*\n* [Pears](https://example.org/)';
    const { id } = await site.post({ title: 'Fruit', meta: { markdown: source } });
    const html = await rendered(id);
    includes(html, '<h1>Fruit</h1>');
    includes(html, '<li><em>Apples</em></li>');
    includes(html, '<a href="https://example.org/">Pears</a>');
    const asEditor = await site.as(site.admin)(`/wp-json/wp/v2/posts/${id}?context=edit`);
    partialDeepStrictEqual(await asEditor.json(), { meta: { markdown: source } });
    const asVisitor = (await (await site.fetch(`/wp-json/wp/v2/posts/${id}`)).json()) as { meta: object };
    ok(!('markdown' in asVisitor.meta));
  });

  it('follows its source when that changes', async () => {
    const { id } = await site.post({ meta: { markdown: 'Old' } });
    await site.as(site.admin)(`/wp-json/wp/v2/posts/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ meta: { markdown: '**New**' } }),
    });
    includes(await rendered(id), '<p><strong>New</strong></p>');
  });

  it('is cleaned like any other text of its author', async () => {
    const author = await site.user('author');
    const answer = await site.as(author)('/wp-json/wp/v2/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'publish', meta: { markdown: 'Hi <script>alert(1)</script> *you*' } }),
    });
    const { id } = (await answer.json()) as { id: number };
    const html = await rendered(id);
    includes(html, '<em>you</em>');
    doesNotMatch(html, /<script/);
  });

  it('can have Markdown in a part of its text', async () => {
    const { id } = await site.post({
      content: '<p>Before</p>\n\n[markdown]\n* one\n* two **bold**\n[/markdown]\n\nAfter',
    });
    const html = await rendered(id);
    includes(html, '<p>Before</p>');
    includes(html, '<li>one</li>');
    includes(html, '<li>two <strong>bold</strong></li>');
  });
});

function includes(text: string, part: string): void {
  ok(text.includes(part), `${part} is missing from ${text}`);
}
