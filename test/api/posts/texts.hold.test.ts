import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textOfSize } from '../../../src/text/sized-texts.test-support.ts';
import { longestHold } from '../../support/longest-hold.ts';
import { type Role, requestFor, type TestPlaten, testPlaten } from '../../support/platen.ts';
import { commentRow, postRow } from '../../support/rows.ts';

/** A tenth of a second is what we aim for; the rest is for compilers and collectors that have not warmed up. */
const longest = 250;
const megabytes = 1_000_000;

type Write = readonly [role: Role, path: string, field: string, text: string, size: number, also?: object];

/** Texts that somebody may send: who, where to, which field, of what and how long. A new row is a new test. */
const writes: readonly Write[] = [
  ['author', '/wp/v2/posts', 'title', 'open angles', 20 * megabytes],
  ['author', '/wp/v2/posts', 'title', 'open angles', 131_070],
  ['author', '/wp/v2/posts', 'title', 'quotes', 65_000],
  ['author', '/wp/v2/posts', 'excerpt', 'ampersands', 131_070],
  ['author', '/wp/v2/posts', 'excerpt', 'quotes', 65_000],
  ['author', '/wp/v2/posts', 'slug', 'letters', 3 * megabytes],
  ['editor', '/wp/v2/posts', 'content', 'letters', 4 * megabytes],
  ['editor', '/wp/v2/posts', 'content', 'post', 4 * megabytes],
  ['author', '/wp/v2/posts', 'content', 'open angles', 400_000],
  ['author', '/wp/v2/posts', 'content', 'ampersands', 300_000],
  ['author', '/wp/v2/posts', 'content', 'opening brackets', 1 * megabytes],
  ['author', '/wp/v2/posts', 'content', 'quotes', 1 * megabytes],
  ['author', '/wp/v2/posts', 'content', 'nested', 1 * megabytes],
  ['author', '/wp/v2/posts', 'content', 'open shortcodes', 1 * megabytes],
  ['editor', '/wp/v2/posts', 'content', 'references', 1 * megabytes],
  ['editor', '/wp/v2/pages', 'content', 'addresses', 1 * megabytes],
  ['subscriber', '/wp/v2/comments', 'content', 'open angles', 3 * megabytes],
  ['subscriber', '/wp/v2/comments', 'content', 'open angles', 131_000],
  ['subscriber', '/wp/v2/comments', 'content', 'addresses', 65_000],
  ['administrator', '/wp/v2/comments', 'author_name', 'open angles', 3 * megabytes],
  ['administrator', '/wp/v2/comments', 'author_url', 'letters', 3 * megabytes],
  ['subscriber', '/wp/v2/users/me', 'description', 'open angles', 3 * megabytes],
  ['subscriber', '/wp/v2/users/me', 'description', 'open angles', 131_070],
  ['subscriber', '/wp/v2/users/me', 'first_name', 'open angles', 3 * megabytes],
  ['subscriber', '/wp/v2/users/me', 'nickname', 'percents', 3 * megabytes],
  ['subscriber', '/wp/v2/users/me', 'name', 'ampersands', 3 * megabytes],
  ['subscriber', '/wp/v2/users/me', 'slug', 'letters', 3 * megabytes],
  ['subscriber', '/wp/v2/users/me', 'url', 'letters', 3 * megabytes],
  ['editor', '/wp/v2/categories', 'name', 'open angles', 3 * megabytes],
  ['editor', '/wp/v2/tags', 'slug', 'letters', 3 * megabytes, { name: 'Named' }],
  ['editor', '/wp/v2/categories', 'description', 'open angles', 3 * megabytes, { name: 'Described' }],
  ['editor', '/wp/v2/categories', 'description', 'references', 131_070, { name: 'Described' }],
  ['administrator', '/wp/v2/settings', 'title', 'open angles', 3 * megabytes],
  ['administrator', '/wp/v2/settings', 'date_format', 'open angles', 3 * megabytes],
  ['administrator', '/forms/v1/contact-forms', 'form', 'open angles', 3 * megabytes, { title: 'Form' }],
  ['administrator', '/forms/v1/contact-forms', 'title', 'scripts', 3 * megabytes],
];

describe('nobody waits for the text of another', () => {
  let site: TestPlaten;
  let post: number;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    post = await site.platen.store.posts.insert(postRow({ slug: 'first' }));
    await site.as('author').post('/wp/v2/posts', { title: 'x', content: textOfSize('post', 10_000) });
  });
  afterAll(() => site.close());

  /** Only the server's part is measured: the request is ready before, and nobody reads the answer until after. */
  const hold = async (role: Role, method: string, path: string, body?: object) => {
    const request = requestFor(method, path, body, authorization(role));
    const { result, hold: milliseconds } = await longestHold(() => site.platen.answer(request));
    if (process.env['PLATEN_TEST_FIGURES']) console.log(`${role} ${method} ${path}\t${milliseconds.toFixed(0)} ms`);
    return { status: result.status, body: JSON.parse(String(result.payload)), milliseconds };
  };

  for (const [role, path, field, text, size, also] of writes)
    it(`${role} ${path} ${field}: ${text} ×${size}`, async () => {
      const body = { ...(path.endsWith('comments') ? { post } : {}), ...also, [field]: textOfSize(text, size) };
      const { status, milliseconds } = await hold(role, 'POST', path, body);
      expect([200, 201, 400]).toContain(status);
      expect(milliseconds).toBeLessThan(longest);
    });

  const kinds = [
    'open angles',
    'quotes',
    'opening brackets',
    'ampersands',
    'nested',
    'addresses',
    'open shortcodes',
    'images',
  ];

  it.each(kinds)('the first reader of a post of %s', async (kind) => {
    const content = textOfSize(kind, 1 * megabytes);
    const id = await site.platen.store.posts.insert(postRow({ slug: kind.replace(' ', '-'), content }));
    const { status, body, milliseconds } = await hold('anonymous', 'GET', `/wp/v2/posts/${id}`);
    expect([status, body.content.rendered.length > 0]).toEqual([200, true]);
    expect(milliseconds).toBeLessThan(longest);
  });

  it('the first reader of a list of posts, none of which is long by itself', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 50; n++) {
      const content = `${n} ${textOfSize('quotes', 40_000)}`;
      ids.push(await site.platen.store.posts.insert(postRow({ slug: `of-many-${n}`, content })));
    }
    const path = `/wp/v2/posts?per_page=50&include=${ids.join(',')}`;
    const { body, milliseconds } = await hold('anonymous', 'GET', path);
    expect(body).toHaveLength(50);
    expect(milliseconds).toBeLessThan(longest);
  });

  it('the first reader of a list of comments', async () => {
    for (let n = 0; n < 50; n++) {
      const content = `${n} ${textOfSize('addresses', 40_000)}`;
      await site.platen.store.comments.insert(commentRow(post, { content }));
    }
    const { body, milliseconds } = await hold('anonymous', 'GET', `/wp/v2/comments?per_page=50&post=${post}`);
    expect(body.length).toBe(50);
    expect(milliseconds).toBeLessThan(longest);
  });

  it('the first reader of revisions', async () => {
    const { store } = site.platen;
    const id = await store.posts.insert(postRow({ slug: 'revised', authorId: site.users.editor }));
    for (let n = 0; n < 20; n++) {
      const content = `${n} ${textOfSize('quotes', 100_000)}`;
      const more = { type: 'revision', status: 'inherit', parentId: id, slug: `${id}-revision-v1` };
      await store.posts.insert(postRow({ ...more, content }));
    }
    const { body, milliseconds } = await hold('editor', 'GET', `/wp/v2/posts/${id}/revisions`);
    expect(body).toHaveLength(20);
    expect(milliseconds).toBeLessThan(longest);
  });
});

function authorization(role: Role): Record<string, string> {
  if (role === 'anonymous') return {};
  const login = role === 'administrator' ? 'admin:pw-administrator' : `the-${role}:pw-${role}`;
  return { authorization: `Basic ${Buffer.from(login).toString('base64')}` };
}
