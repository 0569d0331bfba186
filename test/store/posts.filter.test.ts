import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { everything, nothing, type Visibility } from '../../src/rules/visibility.ts';
import type { Post } from '../../src/storage/rows.ts';
import type { PostFilter, PostOrder, Store } from '../../src/storage/store.ts';
import { postRow } from '../support/rows.ts';
import { filledStore } from '../support/test-store.ts';
import { modelFind, type PostModel } from './post-model.ts';

const published: Visibility = { anyOf: [{ types: ['post', 'page'], statuses: ['publish'] }] };
/** What a visitor sees, with attachments that inherit from what they hang on. */
const visitor: Visibility = {
  anyOf: [
    ...published.anyOf,
    { types: ['attachment'], statuses: ['inherit'], parent: 'none' },
    { types: ['attachment'], statuses: ['inherit'], parent: published },
  ],
};
const author: Visibility = { anyOf: [...visitor.anyOf, { statuses: 'any', authorId: 2 }] };
const reader: Visibility = {
  anyOf: [
    ...published.anyOf,
    { types: ['post', 'attachment'], statuses: ['private', 'draft'] },
    { types: ['attachment'], statuses: ['inherit'], parent: { anyOf: [{ statuses: ['draft'], authorId: 1 }] } },
  ],
};
const visibilities = { everything, nothing, published, visitor, author, reader };

const titles = ['Alpha', 'älpha', 'Beta!', 'beta', 'The 10% rule', 'snake_case', 'Zoë', '', '2 apples', '10 pears'];
const contents = ['Some words here.', 'Wörter über alles', 'a % and a _ and a \\ stand here', '“Quoted” text', ''];
const count = 90;

/** Rows that differ in everything a filter can ask for, with many ties. */
function samplePost(id: number): Omit<Post, 'commentCount'> {
  const type = ['post', 'post', 'page', 'attachment', 'post', 'attachment'][id % 6]!;
  const date = `2024-0${1 + (id % 3)}-0${1 + (id % 4)} 00:00:00`;
  const status =
    type === 'attachment'
      ? ['inherit', 'inherit', 'private'][(id % 5) % 3]!
      : ['publish', 'publish', 'draft', 'private', 'trash'][id % 5]!;
  return {
    ...postRow({
      authorId: 1 + (id % 3),
      date,
      title: titles[id % titles.length]!,
      content: contents[id % contents.length]!,
      excerpt: id % 7 === 0 ? 'An excerpt about WORDS' : '',
      status,
      password: id % 11 === 0 ? 'secret' : '',
      slug: id % 4 === 0 ? `Slug-${id % 8}` : `slug-${id}`,
      modified: `2024-05-0${1 + (id % 7)} 00:00:00`,
      parentId: type === 'post' ? 0 : id % 13 === 0 ? 9999 : id % 4 === 0 ? 0 : 1 + ((id * 7) % count),
      menuOrder: id % 3,
      type,
      mimeType: type === 'attachment' ? ['image/png', 'image/jpeg', 'video/mp4', 'text/plain'][id % 4]! : '',
    }),
    id,
  };
}

const some = <T>(values: readonly T[], maxLength = 3): fc.Arbitrary<T[]> =>
  fc.array(fc.constantFrom(...values), { maxLength });
const ids = Array.from({ length: count + 2 }, (_, place) => place + 1);
const groups = fc.array(
  fc.oneof(
    fc.record({ taxonomy: fc.constant('category'), termIds: some([1, 2, 3, 4, 99]) }),
    fc.record({ taxonomy: fc.constant('post_tag'), termIds: some([5, 6, 7]) }),
  ),
  { maxLength: 2 },
);

const parts = {
  statuses: some(['publish', 'draft', 'private', 'trash', 'inherit', 'future'], 4),
  ids: some(ids, 30),
  notIds: some(ids, 30),
  authorIds: some([1, 2, 3, 4]),
  notAuthorIds: some([1, 2, 3, 4]),
  slugs: some(['slug-1', 'SLUG-4', 'slug-0', 'slug-7', 'none']),
  parentIds: some([0, 1, 5, 8, 9999]),
  notParentIds: some([0, 1, 5, 8]),
  menuOrder: fc.constantFrom(0, 1, 2, 3),
  after: fc.constantFrom('2024-01-02 00:00:00', '2024-02-03 12:00:00', '2030-01-01 00:00:00'),
  before: fc.constantFrom('2024-01-02 00:00:00', '2024-02-03 12:00:00'),
  search: some(['WORDS', 'woerter', 'worter', '10%', '_', '\\', '“quoted”', 'alp', 'a'], 2),
  notSearch: some(['WORDS', 'worter', '10%', '_', '\\', '“quoted”', 'alp', 'ze'], 2),
  withoutPassword: fc.boolean(),
  withTerms: groups,
  withoutTerms: groups,
  mimeTypes: some(['image/png', 'text/plain', 'audio/ogg', 'image/*', 'video/*', 'imag/*']),
} satisfies { [K in keyof PostFilter]?: fc.Arbitrary<PostFilter[K]> };

const types = fc.oneof(
  fc.constantFrom(['post'], ['page'], ['attachment']),
  some(['post', 'page', 'attachment', 'nothing'], 4),
);
const visibilityNames = fc.constantFrom(...(Object.keys(visibilities) as (keyof typeof visibilities)[]));
const order: fc.Arbitrary<PostOrder> = fc.record({
  by: fc.constantFrom('date', 'modified', 'id', 'title', 'slug', 'author', 'parent', 'menuOrder'),
  direction: fc.constantFrom('asc', 'desc'),
});
const page = fc.record({ limit: fc.integer({ min: 0, max: 100 }), offset: fc.integer({ min: 0, max: 40 }) });

describe('posts', () => {
  const store = filledStore(fill);
  const terms = new Map<number, Record<string, number[]>>();
  let model: PostModel;

  async function fill(open: Store): Promise<void> {
    await open.transaction(async (inside) => {
      for (const id of ids.slice(0, 4)) await inside.terms.insert(term(id, 'category'));
      for (const id of [5, 6, 7]) await inside.terms.insert(term(id, 'post_tag'));
      for (const id of ids.slice(0, count)) {
        await inside.posts.insert(samplePost(id));
        const held = { category: [1, 2, 3, 4].filter((t) => id % (t + 1) === 0), post_tag: id % 5 === 0 ? [5, 6] : [] };
        await inside.terms.assign(id, 'category', held.category);
        await inside.terms.assign(id, 'post_tag', held.post_tag);
        terms.set(id, held);
      }
    });
  }

  beforeAll(async () => {
    model = { posts: await store().posts.byIds(ids), terms };
  });

  async function check(filter: PostFilter, by: PostOrder, { limit, offset }: { limit: number; offset: number }) {
    const expected = modelFind(model, filter, by);
    const found = await store().posts.find(filter, by, { limit, offset }, ['id']);
    expect(found.map((post) => post.id)).toEqual(expected.slice(offset, offset + limit).map((post) => post.id));
    expect(await store().posts.count(filter)).toBe(expected.length);
  }

  it.each(Object.entries(parts))('filters by %s alone', async (name, values) => {
    await fc.assert(
      fc.asyncProperty(
        values as fc.Arbitrary<unknown>,
        types,
        visibilityNames,
        order,
        page,
        (value, t, visibility, by, at) =>
          check({ types: t, visibility: visibilities[visibility], [name]: value }, by, at),
      ),
      { numRuns: 25 },
    );
  });

  it('filters by everything together', async () => {
    const all = fc.record({ types, visibility: visibilityNames, ...parts }, { requiredKeys: ['types', 'visibility'] });
    await fc.assert(
      fc.asyncProperty(all, order, page, ({ visibility, ...filter }, by, at) =>
        check({ ...(filter as Omit<PostFilter, 'visibility'>), visibility: visibilities[visibility] }, by, at),
      ),
      { numRuns: 250 },
    );
  });

  it('filters by two parts together', async () => {
    const names = Object.keys(parts) as (keyof typeof parts)[];
    const two = fc
      .subarray(names, { minLength: 2, maxLength: 2 })
      .chain((chosen) =>
        fc.record(Object.fromEntries(chosen.map((name) => [name, parts[name] as fc.Arbitrary<unknown>]))),
      );
    await fc.assert(
      fc.asyncProperty(two, types, visibilityNames, order, page, (filter, t, visibility, by, at) =>
        check({ ...filter, types: t, visibility: visibilities[visibility] }, by, at),
      ),
      { numRuns: 200 },
    );
  });

  it('gives rows in the order of the ids that were asked for, whatever the direction', async () => {
    const asked = [12, 3, 40, 1, 7];
    for (const direction of ['asc', 'desc'] as const) {
      const filter = { types: ['post', 'page', 'attachment'], visibility: everything, ids: asked };
      const found = await store().posts.find(filter, { by: 'include', direction }, { limit: 4, offset: 1 }, ['id']);
      expect(found.map((post) => post.id)).toEqual([3, 40, 1, 7]);
    }
  });

  it('gives rows in the order of the slugs that were asked for', async () => {
    const filter = {
      types: ['post', 'page', 'attachment'],
      visibility: everything,
      slugs: ['slug-7', 'SLUG-1', 'slug-3'],
    };
    const found = await store().posts.find(filter, { by: 'includeSlugs', direction: 'desc' }, { limit: 9, offset: 0 });
    expect(found.map((post) => post.slug)).toEqual(['slug-7', 'slug-1', 'slug-3']);
  });

  it('puts what has the words in its title first', async () => {
    const filter = { types: ['post', 'page', 'attachment'], visibility: everything, search: ['alpha'] };
    await store().posts.update(5, { content: 'alpha at last' });
    const found = await store().posts.find(filter, { by: 'relevance', direction: 'desc' }, { limit: 100, offset: 0 });
    expect(found.at(-1)?.id).toBe(5);
    expect(found.length).toBeGreaterThan(2);
    await store().posts.update(5, { content: model.posts.find((post) => post.id === 5)!.content });
  });
});

const term = (id: number, taxonomy: string) => ({
  id,
  name: `T${id}`,
  slug: `t${id}`,
  taxonomy,
  description: '',
  parentId: 0,
});
