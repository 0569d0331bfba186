import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommentVisibility } from '../../src/rules/visibility.ts';
import { everything, type Visibility } from '../../src/rules/visibility.ts';
import type { Store } from '../../src/storage/store.ts';
import { commentRow, postRow } from '../support/rows.ts';
import { testStore } from '../support/test-store.ts';
import { modelFind, type PostModel } from './post-model.ts';

const statuses = ['publish', 'draft', 'inherit', 'private'];
const types = ['post', 'attachment', 'revision'];
const ids = [1, 2, 3, 4, 5, 6];
const published: Visibility = { anyOf: [{ types: ['post'], statuses: ['publish'] }] };
const visitor: Visibility = {
  anyOf: [
    ...published.anyOf,
    { types: ['attachment'], statuses: ['inherit'], parent: 'none' },
    { types: ['attachment'], statuses: ['inherit'], parent: published },
    { statuses: 'any', authorId: 2 },
  ],
};

const commentVisibility: CommentVisibility[] = [
  { anyOf: [{ approved: 'any' }] },
  { anyOf: [{ approved: ['1'], post: published, unprotected: { exceptPostIds: [] } }] },
  { anyOf: [{ approved: ['1'], post: visitor, unprotected: { exceptPostIds: [1, 2] } }] },
  {
    anyOf: [
      { approved: ['0', '1'], post: 'none' },
      { approved: ['1'], post: everything },
    ],
  },
];

const row = fc.record({
  status: fc.constantFrom(...statuses),
  type: fc.constantFrom(...types),
  authorId: fc.constantFrom(1, 2),
  date: fc.constantFrom('2024-01-01 00:00:00', '2024-02-02 00:00:00'),
  password: fc.constantFrom('', 'x'),
});
const id = fc.constantFrom(...ids);
/** A row never hangs on itself; nothing in the layout forbids it, and nothing makes sense of it. */
const parentOf = (own: number, parent: number): number => (parent === own ? 0 : parent);
const step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), id, parent: fc.constantFrom(0, ...ids), row }),
  fc.record({ do: fc.constant('update' as const), id, parent: fc.constantFrom(0, ...ids), row }),
  fc.record({ do: fc.constant('remove' as const), id }),
  fc.record({ do: fc.constant('assign' as const), id, terms: fc.subarray([1, 2]) }),
  fc.record({ do: fc.constant('comment' as const), id, approved: fc.constantFrom('1', '0'), post: id }),
  fc.record({ do: fc.constant('forget' as const), id }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A comment is made, or changed where there is one of this id. */
async function comment(store: Store, { id: own, approved, post }: Extract<Step, { do: 'comment' }>): Promise<void> {
  if (await store.comments.byId(own)) await store.comments.update(own, { approved, postId: post });
  else await store.comments.insert(commentRow(post, { id: own, approved }));
}

async function take(store: Store, held: Map<number, number[]>, taken: Step): Promise<void> {
  if (taken.do === 'comment') return comment(store, taken);
  if (taken.do === 'forget') return store.comments.remove(taken.id);
  const exists = (await store.posts.byId(taken.id)) !== null;
  if (taken.do === 'insert' && !exists) {
    await store.posts.insert(postRow({ ...taken.row, id: taken.id, parentId: parentOf(taken.id, taken.parent) }));
  } else if (taken.do === 'update' && exists) {
    await store.posts.update(taken.id, { ...taken.row, parentId: parentOf(taken.id, taken.parent) });
  } else if (taken.do === 'remove' && exists) {
    await store.posts.remove(taken.id);
    held.delete(taken.id);
  } else if (taken.do === 'assign' && exists) {
    await store.terms.assign(taken.id, 'category', taken.terms);
    held.set(taken.id, taken.terms);
  }
}

describe('totals', () => {
  const store = testStore();

  it('stay true through any sequence of writes', async () => {
    const addTerm = (name: string) =>
      store().terms.insert({ name, slug: name, taxonomy: 'category', description: '', parentId: 0 });
    await addTerm('one');
    await addTerm('two');
    const run = async (steps: readonly Step[]): Promise<void> => {
      for (const old of ids) {
        await store().posts.remove(old);
        await store().comments.remove(old);
      }
      const held = new Map<number, number[]>();
      for (const taken of steps) await take(store(), held, taken);
      const posts = await store().posts.byIds(ids);
      const model: PostModel = { posts, terms: new Map([...held].map(([post, category]) => [post, { category }])) };
      await compare(store(), model);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), run), { numRuns: 40 });
  });
});

async function compare(store: Store, model: PostModel): Promise<void> {
  for (const visibility of [everything, visitor]) {
    for (const type of types) {
      const filters = [
        {},
        { statuses: ['publish'] },
        { statuses: ['inherit', 'draft'] },
        { authorIds: [2] },
        { withTerms: [{ taxonomy: 'category', termIds: [1] }] },
      ];
      for (const filter of filters) {
        const asked = { types: [type], visibility, ...filter };
        const expected = modelFind(model, asked, { by: 'date', direction: 'desc' }).map((post) => post.id);
        const found = await store.posts.find(asked, { by: 'date', direction: 'desc' }, { limit: 100, offset: 0 });
        expect(found.map((post) => post.id)).toEqual(expected);
        expect(await store.posts.count(asked)).toBe(expected.length);
      }
    }
  }
  for (const visibility of commentVisibility) {
    for (const filter of [{}, { approved: ['1'] }, { types: ['comment'], approved: ['0'] }, { types: ['note'] }]) {
      const listed = await store.comments.find(
        { visibility, ...filter },
        { by: 'id', direction: 'asc' },
        { limit: 100, offset: 0 },
      );
      expect(await store.comments.count({ visibility, ...filter })).toBe(listed.length);
    }
  }
  for (const term of await store.terms.byIds([1, 2])) {
    const all = {
      types: types.filter((type) => type !== 'revision'),
      visibility: everything,
      statuses: ['publish'],
      withTerms: [{ taxonomy: 'category', termIds: [term.id] }],
    };
    expect(term.count).toBe(modelFind(model, all, { by: 'id', direction: 'asc' }).length);
  }
}
