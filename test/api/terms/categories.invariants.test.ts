import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ApiError } from '../../../src/lib/errors.ts';
import { coreTaxonomies } from '../../../src/rules/content/core-content-types.ts';
import type { TaxonomyType } from '../../../src/rules/taxonomies.ts';
import type { Term } from '../../../src/storage/rows.ts';
import type { TermWork } from '../../../src/wp/terms/write-term.ts';
import { createTerm, removeTerm, updateTerm } from '../../../src/wp/terms/write-term.ts';
import { type TestPlaten, testPlaten } from '../../support/platen.ts';
import { postRow } from '../../support/rows.ts';

const category = coreTaxonomies.find((one) => one.name === 'category') as TaxonomyType;
const everyTerm = { by: 'id', direction: 'asc' } as const;
const allOfThem = { limit: 10_000, offset: 0 };

let site: TestPlaten;
let work: TermWork;
beforeAll(async () => {
  site = await testPlaten();
  work = { store: site.platen.store, taxonomy: category, slugs: { slash: 'dash' } };
});
afterAll(() => site.close());

/** A step somebody may take; `which` and `where` pick among the terms there are at the time. */
const step = fc.oneof(
  fc.record({
    act: fc.constant('create' as const),
    name: fc.constantFrom('Birds', 'birds', 'Böcke', '山'),
    where: fc.nat(),
  }),
  fc.record({ act: fc.constant('move' as const), which: fc.nat(), where: fc.nat() }),
  fc.record({ act: fc.constant('rename' as const), which: fc.nat(), slug: fc.constantFrom('birds', 'fish', '') }),
  fc.record({ act: fc.constant('remove' as const), which: fc.nat() }),
  fc.record({ act: fc.constant('write' as const), which: fc.nat(), status: fc.constantFrom('publish', 'draft') }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function take(one: Step, work: TermWork, posts: number[]): Promise<void> {
  const terms = await current(work);
  const pick = (n: number) => terms[n % terms.length] as Term;
  if (one.act === 'create')
    await createTerm(work, { name: one.name, parentId: one.where % 2 ? pick(one.where).id : 0 });
  if (one.act === 'move') await updateTerm(work, pick(one.which), { parentId: pick(one.where).id });
  if (one.act === 'rename') await updateTerm(work, pick(one.which), { slug: one.slug });
  if (one.act === 'remove' && pick(one.which).id !== 1) {
    await removeTerm(work, pick(one.which), { defaultCategoryId: 1 } as never);
  }
  if (one.act === 'write') {
    const id = await work.store.posts.insert(postRow({ status: one.status, slug: `p${posts.length}` }));
    posts.push(id);
    await work.store.terms.assign(id, 'category', [pick(one.which).id]);
  }
}

const current = ({ store }: TermWork) => store.terms.find({ taxonomy: 'category' }, everyTerm, allOfThem);

async function check(posts: readonly number[]): Promise<void> {
  const terms = await current(work);
  const byId = new Map(terms.map((term) => [term.id, term]));
  expect(new Set(terms.map((term) => term.slug)).size).toBe(terms.length);
  for (const term of terms) {
    let steps = 0;
    for (let at: Term | undefined = term; at && at.parentId !== 0; at = byId.get(at.parentId)) {
      expect(byId.has(at.parentId)).toBe(true);
      expect(++steps).toBeLessThan(terms.length + 1);
    }
  }
  const held = await work.store.terms.ofPosts(posts);
  const rows = new Map((await work.store.posts.byIds(posts)).map((post) => [post.id, post]));
  const counts = new Map<number, number>();
  for (const [postId, own] of held) {
    expect(own.length).toBeGreaterThan(0);
    if (rows.get(postId)?.status !== 'publish') continue;
    for (const { id } of own) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  for (const term of terms) expect(term.count).toBe(counts.get(term.id) ?? 0);
}

it('stays a tree with unique slugs, right counts and no post without a category, whatever is done to it', async () => {
  const runs = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
    for (const term of await current(work)) if (term.id !== 1) await work.store.terms.remove(term.id, 'category');
    await work.store.terms.update(1, 'category', { parentId: 0, slug: 'uncategorized' });
    const posts: number[] = [];
    for (const one of steps) {
      try {
        await work.store.transaction((store) => take(one, { ...work, store }, posts));
      } catch (error) {
        // A name or slug that is taken is refused; anything else is a fault.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    await check(posts);
    for (const id of posts) await work.store.posts.remove(id);
    await work.store.terms.recount([1], 'category');
  });
  await fc.assert(runs, { numRuns: Number(process.env['PLATEN_TEST_RUNS'] ?? 25) });
});
