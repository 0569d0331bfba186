import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';

const runs = Number(process.env['PLATEN_PROPERTY_RUNS'] ?? 150);
const odd = [
  'a\u0000b',
  '\u0000',
  '\u202Eabc',
  '%',
  '%00',
  '%ff',
  "'; drop table wp_posts; --",
  '0001-01-01T00:00:00',
  '9999-12-31T23:59:59',
  '2020-02-31T25:00:00',
  '1e400',
  '9007199254740993',
  '-9007199254740993',
  'O:8:"stdClass":0:{}',
  'a:1:{i:0;i:1;}',
  '__proto__',
];
const number = fc.constantFrom(0, -1, 1.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), Number.MIN_VALUE);
const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...odd));
const value = fc.oneof(
  { withCrossShrink: true },
  text,
  number,
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(text, number), { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('raw', 'rendered', '__proto__', '0', 'x'), fc.oneof(text, number), { maxKeys: 3 }),
);
const fields = [
  ...['date', 'date_gmt', 'slug', 'status', 'password', 'title', 'content', 'excerpt', 'author', 'featured_media'],
  ...['comment_status', 'ping_status', 'format', 'meta', 'sticky', 'template', 'categories', 'tags', 'parent'],
  ...['menu_order', 'id', 'context'],
];
const parameters = [
  ...['context', 'page', 'per_page', 'search', 'after', 'before', 'author', 'author_exclude', 'include', 'exclude'],
  ...['offset', 'order', 'orderby', 'slug', 'status', 'categories', 'tags_exclude', 'sticky', 'parent', 'menu_order'],
  ...['_fields', '_embed', 'password', 'status[]', 'include[x]', 'tax_query[0][taxonomy]'],
];

/** Whatever is sent, the answer is an answer: never a failure of the server. */
describe('hostile input', () => {
  let site: TestPlaten;
  let id: number;
  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    id = (await site.as('editor').post('/wp/v2/posts', { title: 'Target', status: 'publish' })).body.id;
  });
  afterAll(() => site.close());

  const bodies = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 });
  const paths = fc.constantFrom('posts', 'pages', 'posts/ID', 'pages/ID', 'posts/ID/revisions/ID');

  it('in bodies of writes', async () => {
    await fc.assert(
      fc.asyncProperty(paths, fc.constantFrom('POST', 'PUT', 'DELETE'), bodies, async (path, method, body) => {
        const answer = await site.as('editor').send(method, `/wp/v2/${path.replaceAll('ID', String(id))}`, { body });
        // Revisions have no trash, and say so with a status of their own.
        if (answer.status !== 501) expect(answer.status, JSON.stringify([answer.body, body])).toBeLessThan(500);
      }),
      { numRuns: runs },
    );
  });

  it('in texts, which come back as they were sent', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, text, async (content, slug, password) => {
        const sent = { title: 'Odd', content, slug, password, status: 'publish' };
        const made = await site.as('editor').post('/wp/v2/posts', sent);
        expect(made.status, JSON.stringify([made.body, sent])).toBe(201);
        expect([made.body.content.raw, made.body.password]).toEqual([content, password]);
        const shown = await site.as('editor').get(`/wp/v2/posts/${made.body.id}?context=edit`);
        expect([shown.body.content.raw, shown.body.slug]).toEqual([content, made.body.slug]);
      }),
      { numRuns: runs },
    );
  });

  it('in parameters of lists', async () => {
    const wishes = fc.array(fc.tuple(fc.constantFrom(...parameters), fc.oneof(text, number.map(String))), {
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('posts', 'pages', 'posts/1'), wishes, async (path, wish) => {
        const query = wish.map(([name, sent]) => `${name}=${encodeURIComponent(sent.toWellFormed())}`).join('&');
        const answer = await site.as('editor').get(`/wp/v2/${path}?${query}`);
        expect(answer.status, JSON.stringify([answer.body, query])).toBeLessThan(500);
      }),
      { numRuns: runs },
    );
  });
});
