import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/rules/capabilities.ts';
import { anonymous, callerOf } from '../../../src/rules/capabilities.ts';
import { corePostTypes } from '../../../src/rules/content/core-content-types.ts';
import { fold } from '../../../src/rules/fold.ts';
import { editVisibility, readVisibility } from '../../../src/rules/post-visibility.ts';
import { standardRoles } from '../../../src/rules/roles.ts';
import { sees } from '../../../src/rules/visibility.ts';
import type { Post } from '../../../src/storage/rows.ts';
import { setSticky } from '../../../src/wp/posts/operations/post-relations.ts';
import { type Role, type TestPlaten, testPlaten } from '../../support/platen.ts';

/** A stored post with what hangs on it, as the plain model sees it. */
interface Sample extends Post {
  readonly categories: readonly number[];
  readonly tags: readonly number[];
  readonly isSticky: boolean;
}

const roles: readonly Role[] = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'];
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'];
const words = ['apple', 'Banana', 'Élan', 'river', 'stone'];
const howMany = 60;
const runs = Number(process.env['PLATEN_PROPERTY_RUNS'] ?? 150);

const parameters = {
  status: fc.subarray([...statuses, 'any'], { minLength: 1 }),
  context: fc.constantFrom('view', 'embed', 'edit'),
  author: places(5),
  author_exclude: places(5),
  include: places(howMany),
  exclude: places(howMany),
  categories: places(3),
  categories_exclude: places(3),
  tags: places(3),
  tags_exclude: places(3),
  sticky: fc.boolean(),
  search: fc.constantFrom(...words, 'BANANA', 'elan', 'apple river', '"river stone"', 'absent'),
  after: fc.integer({ min: 1, max: 28 }),
  before: fc.integer({ min: 1, max: 28 }),
  slug: fc.subarray(['slug-1', 'slug-2', 'slug-3', 'slug-40', 'none'], { minLength: 1 }),
  order: fc.constantFrom('asc', 'desc'),
  orderby: fc.constantFrom('date', 'id', 'title', 'slug', 'author', 'modified'),
  per_page: fc.integer({ min: 1, max: 20 }),
  page: fc.integer({ min: 1, max: 3 }),
};
type Wish = { [K in keyof typeof parameters]?: (typeof parameters)[K] extends fc.Arbitrary<infer V> ? V : never };

/** A few parameters at a time: all of them at once would hardly ever find anything. */
const wishes: fc.Arbitrary<Wish> = fc
  .tuple(fc.record(parameters), fc.subarray(Object.keys(parameters), { maxLength: 6 }))
  .map(([all, sent]) => Object.fromEntries(Object.entries(all).filter(([name]) => sent.includes(name))));

function places(below: number) {
  return fc.array(fc.nat(below - 1), { minLength: 1, maxLength: 4 });
}

describe('any list of posts', () => {
  let site: TestPlaten;
  let samples: Sample[];
  let categories: number[];
  let tags: number[];
  let authors: number[];

  beforeAll(async () => {
    site = await testPlaten({ variant: 'a' });
    const { store } = site.platen;
    authors = [1, ...(['editor', 'author', 'contributor', 'subscriber'] as const).map((role) => site.users[role])];
    const insert = (taxonomy: string) => (name: string) =>
      store.terms.insert({ name, slug: name, taxonomy, description: '', parentId: 0 });
    categories = await Promise.all(['c1', 'c2', 'c3'].map(insert('category')));
    tags = await Promise.all(['t1', 't2', 't3'].map(insert('post_tag')));
    const [drawn] = fc.sample(fc.array(sample(), { minLength: howMany, maxLength: howMany }), { numRuns: 1, seed: 7 });
    samples = [];
    for (const [n, draft] of drawn!.entries()) samples.push(await put(n, draft));
  });
  afterAll(() => site.close());

  async function put(n: number, draft: Draft): Promise<Sample> {
    const { store } = site.platen;
    const { categories: c, tags: t, isSticky, ...fields } = draft;
    const row = { ...fields, authorId: authors[fields.authorId]!, slug: `slug-${n}`, guid: `g${n}` };
    const id = await store.posts.insert(row);
    const filed = {
      categories: [...new Set(c.map((at) => categories[at]!))],
      tags: [...new Set(t.map((at) => tags[at]!))],
    };
    await store.terms.assign(id, 'category', filed.categories);
    await store.terms.assign(id, 'post_tag', filed.tags);
    if (isSticky) await setSticky(id, true, store);
    return { ...row, id, commentCount: 0, ...filed, isSticky };
  }

  /** Positions in the lists above as the ids they stand for. */
  function named(wish: Wish): Wish {
    const at = (ids: readonly number[], places?: number[]) => places?.map((place) => ids[place]!);
    const all = samples.map((post) => post.id);
    const [author, author_exclude] = [at(authors, wish.author), at(authors, wish.author_exclude)];
    const [include, exclude] = [at(all, wish.include), at(all, wish.exclude)];
    const lists = { author, author_exclude, include, exclude };
    const terms = {
      categories: at(categories, wish.categories),
      categories_exclude: at(categories, wish.categories_exclude),
      tags: at(tags, wish.tags),
      tags_exclude: at(tags, wish.tags_exclude),
    };
    return { ...wish, ...Object.fromEntries(Object.entries({ ...lists, ...terms }).filter(([, ids]) => ids)) };
  }

  function callerFor(role: Role): Caller {
    return role === 'anonymous' ? anonymous : callerOf(site.users[role], { [role]: true }, standardRoles);
  }

  it('is what a plain filter of the visible posts gives, in order and total', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...roles), wishes, async (role, drawn) => {
        const wish = named(drawn);
        const answer = await site.as(role).get(`/wp/v2/posts?${queryOf(wish)}`);
        const caller = callerFor(role);
        if (isRefused(wish, caller)) {
          expect(answer.status).toBeGreaterThanOrEqual(400);
          return;
        }
        const expected = model(samples, wish, caller);
        const [size, page] = [wish.per_page ?? 10, wish.page ?? 1];
        if (expected.length > 0 && page > Math.ceil(expected.length / size)) {
          expect(answer.body.code).toBe('rest_post_invalid_page_number');
          return;
        }
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        expect(answer.headers['x-wp-total']).toBe(String(expected.length));
        const shown = expected.slice((page - 1) * size, page * size).map((post) => post.id);
        expect(answer.body.map((post: { id: number }) => post.id)).toEqual(shown);
        if (shown.length > 0) found++;
      }),
      { numRuns: runs },
    );
    expect(found).toBeGreaterThan(runs / 10);
  });
});

type Draft = ReturnType<typeof sample> extends fc.Arbitrary<infer S> ? S : never;

function sample() {
  const day = fc.integer({ min: 1, max: 28 }).map((n) => `2020-01-${String(n).padStart(2, '0')} 00:00:00`);
  const text = fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((chosen) => chosen.join(' '));
  return fc
    .record({
      authorId: fc.nat(4),
      date: day,
      modified: day,
      title: text,
      content: text,
      status: fc.constantFrom(...statuses, 'publish', 'publish'),
      password: fc.constantFrom('', '', '', 'secret'),
      categories: places(3),
      tags: places(3),
      isSticky: fc.boolean(),
    })
    .map((drawn) => ({
      ...drawn,
      dateGmt: drawn.date,
      modifiedGmt: drawn.modified,
      excerpt: '',
      commentStatus: 'open',
      pingStatus: 'open',
      parentId: 0,
      menuOrder: 0,
      type: 'post',
      mimeType: '',
    }));
}

const dayOf = (n: number): string => `2020-01-${String(n).padStart(2, '0')}`;

function queryOf({ after, before, ...wish }: Wish): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wish)) if (value !== undefined) query.set(name, String(value));
  if (after !== undefined) query.set('after', `${dayOf(after)}T00:00:00`);
  if (before !== undefined) query.set('before', `${dayOf(before)}T00:00:00`);
  return query.toString();
}

function isRefused({ status = ['publish'], context }: Wish, caller: Caller): boolean {
  if (caller.can('edit_posts')) return false;
  return context === 'edit' || status.some((one) => one !== 'publish');
}

/** What the interface promises of lists, said once more without a database. */
function model(samples: readonly Sample[], wish: Wish, caller: Caller): Sample[] {
  const types = corePostTypes.filter((type) => type.name === 'post');
  const visibility = wish.context === 'edit' ? editVisibility(caller, types) : readVisibility(caller, types);
  const asked = (wish.status ?? ['publish']).flatMap((one) => (one === 'any' ? statuses.slice(0, 5) : [one]));
  const isOneOf = <T>(list: readonly T[] | undefined, value: T): boolean => list?.includes(value) ?? true;
  const holds = (list: readonly number[] | undefined, held: readonly number[]): boolean =>
    list?.some((id) => held.includes(id)) ?? true;
  const lacks = (list: readonly number[] | undefined, held: readonly number[]): boolean =>
    !list?.some((id) => held.includes(id));
  const kept = samples.filter(
    (post) =>
      sees(visibility, post) &&
      asked.includes(post.status) &&
      (wish.author_exclude ? !wish.author_exclude.includes(post.authorId) : isOneOf(wish.author, post.authorId)) &&
      isOneOf(wish.include, post.id) &&
      (wish.include || !wish.exclude?.includes(post.id)) &&
      (wish.sticky === undefined || post.isSticky === wish.sticky) &&
      holds(wish.categories, post.categories) &&
      lacks(wish.categories_exclude, post.categories) &&
      holds(wish.tags, post.tags) &&
      lacks(wish.tags_exclude, post.tags) &&
      (wish.after === undefined || post.date > `${dayOf(wish.after)} 00:00:00`) &&
      (wish.before === undefined || post.date < `${dayOf(wish.before)} 00:00:00`) &&
      isOneOf(wish.slug, post.slug) &&
      matches(post, wish.search, caller),
  );
  return kept.sort(comparison(wish));
}

function matches(post: Sample, search: string | undefined, caller: Caller): boolean {
  if (search === undefined) return true;
  if (post.password !== '' && !caller.can('edit_posts')) return false;
  const wanted = search.startsWith('"') ? [search.slice(1, -1)] : search.split(' ');
  return wanted.every((word) => [post.title, post.content].some((text) => fold(text).includes(fold(word))));
}

function comparison({ orderby = 'date', order = 'desc' }: Wish): (one: Sample, other: Sample) => number {
  const keys = {
    date: (post: Sample) => post.date,
    modified: (post: Sample) => post.modified,
    id: (post: Sample) => post.id,
    author: (post: Sample) => post.authorId,
    title: (post: Sample) => fold(post.title),
    slug: (post: Sample) => post.slug,
  };
  const key = keys[orderby as keyof typeof keys];
  const sign = order === 'asc' ? 1 : -1;
  return (one, other) => {
    const [a, b] = [key(one), key(other)];
    return sign * (a < b ? -1 : a > b ? 1 : one.id - other.id);
  };
}
