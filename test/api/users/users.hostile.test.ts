import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

let site: TestPlaten;
let postId: number;
let commentId: number;
beforeAll(async () => {
  site = await testPlaten();
  postId = (await site.as('editor').post('/wp/v2/posts', { title: 'Target', status: 'publish' })).body.id;
  commentId = (await site.as('editor').post('/wp/v2/comments', { post: postId, content: 'Target' })).body.id;
});
afterAll(() => site.close());

const strange = fc.oneof(
  fc.constantFrom('', ' ', '0', '\0', '\ud800', '-1', '1e400', 'true', '../../x', '__proto__', '%00', "' OR 1=1 --"),
  fc.constantFrom<unknown>(-1, 0, 1.5, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, true, false, null),
  fc.constantFrom<unknown>([], {}, [[]], [1, 'a', null], { raw: 5 }, { raw: 'x'.repeat(300) }, { length: 1e9 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ maxLength: 5 }).map((text) => text.repeat(2000)),
  fc.jsonValue({ maxDepth: 2 }),
);
const fieldsOf = (names: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...names, 'id', 'type', '__proto__'), strange, { maxKeys: 5 });

const userFields = [
  ...['username', 'name', 'first_name', 'last_name', 'email', 'url', 'description', 'locale', 'nickname', 'slug'],
  ...['roles', 'password', 'meta'],
];
const commentFields = [
  ...['author', 'author_email', 'author_ip', 'author_name', 'author_url', 'author_user_agent', 'content', 'date'],
  ...['date_gmt', 'parent', 'post', 'status', 'meta', 'password'],
];
const settings = ['title', 'description', 'url', 'email', 'timezone', 'date_format', 'start_of_week', 'language'];

let counter = 0;
const user = () => ({ username: `made ${++counter}`, email: `made${counter}@example.org`, password: 'pw' });

/** Whatever is sent, the answer is an answer: a reason in the range of the client's mistakes, or success. */
async function neverFails(
  who: Role,
  method: string,
  path: () => string,
  fields: fc.Arbitrary<object>,
  base = () => ({}),
) {
  await fc.assert(
    fc.asyncProperty(fields, async (sent) => {
      const { status, body } = await site.as(who).send(method, path(), { body: { ...base(), ...sent } });
      expect(status, JSON.stringify(body)).toBeLessThan(500);
    }),
    { numRuns: path() === '/wp/v2/users' ? 40 : 150 },
  );
}

describe('whatever is sent is answered', () => {
  it('to new users', () => neverFails('administrator', 'POST', () => '/wp/v2/users', fieldsOf(userFields), user));
  it('to users', () =>
    neverFails('administrator', 'PUT', () => `/wp/v2/users/${site.users.author}`, fieldsOf(userFields)));
  it('to new comments', () =>
    neverFails(
      'administrator',
      'POST',
      () => '/wp/v2/comments',
      fieldsOf(commentFields),
      () => ({ post: postId, content: `Said ${++counter}` }),
    ));
  it('to comments', () =>
    neverFails('administrator', 'PUT', () => `/wp/v2/comments/${commentId}`, fieldsOf(commentFields)));
  it('to settings', () => neverFails('administrator', 'POST', () => '/wp/v2/settings', fieldsOf(settings)));
});

describe('whatever is asked is answered', () => {
  const lists = {
    users: ['search', 'include', 'exclude', 'offset', 'order', 'orderby', 'slug', 'roles', 'who', 'page', 'per_page'],
    comments: [
      'search',
      'after',
      'author',
      'author_email',
      'before',
      'include',
      'offset',
      'orderby',
      'parent',
      'post',
      'status',
      'type',
    ],
  };
  it.each(Object.entries(lists))('of the list of %s', async (base, names) => {
    const text = fc.oneof(
      fc.constantFrom(
        '',
        '%',
        '_',
        '\\',
        '1)--',
        '0) OR 1=1--',
        '-1',
        '1e9',
        '99999999999999999999',
        '\0',
        'é',
        '(select 1)',
      ),
      fc.string({ maxLength: 30 }),
    );
    const query = fc.dictionary(
      fc.constantFrom(...names, ...names.map((name) => `${name}[]`), ...names.map((name) => `${name}[x][y]`)),
      text,
      { maxKeys: 4 },
    );
    await fc.assert(
      fc.asyncProperty(query, async (sent) => {
        const { status, body } = await site.as('administrator').get(`/wp/v2/${base}?${new URLSearchParams(sent)}`);
        expect([200, 400], JSON.stringify(body)).toContain(status);
      }),
      { numRuns: 200 },
    );
  });
});
