import { describe, expect, it } from 'vitest';
import { everything, type Visibility } from '../../rules/visibility.ts';
import { mariadbDialect } from '../mariadb/mariadb-dialect.ts';
import { sqliteDialect } from '../sqlite/sqlite-dialect.ts';
import type { ColumnOrder, PostFilter } from '../store/posts.ts';
import { type ListFacts, planList, planTotal } from './list-plan.ts';

const visitor: Visibility = { anyOf: [{ types: ['post', 'page'], statuses: ['publish'] }] };
const posts: PostFilter = { types: ['post'], statuses: ['publish'], visibility: visitor };
const category = { taxonomy: 'category', termIds: [3] };
const tags = { taxonomy: 'post_tag', termIds: [4, 5] };
const newest: ColumnOrder = { by: 'date', direction: 'desc' };
const first = { limit: 10, offset: 0 };
const deep = { limit: 10, offset: 5_000 };

const usual = {
  hasLists: true,
  mayUseMemory: true,
  isLargeSite: false,
  matches: null,
  hasCutTitles: false,
};
const file: ListFacts = { dialect: sqliteDialect, ...usual };
const server: ListFacts = { dialect: mariadbDialect, ...usual };
/** A database of an existing site without triggers. */
const adopted: ListFacts = { ...server, hasLists: false };

const published = { type: 'post', status: 'publish', limits: [] };

describe('the plan of a page', () => {
  it('is one plain statement in a file, where one index has the list', () => {
    expect(planList(posts, newest, first, file)).toEqual({ kind: 'rows', idsFirst: false, isLong: false });
  });

  it('is a range of the narrow table of a server', () => {
    expect(planList(posts, newest, first, server)).toMatchObject({
      kind: 'ranges',
      table: 'platen_list',
      ranges: [published],
    });
    expect(planList(posts, newest, first, adopted)).toMatchObject({ kind: 'ranges', table: 'posts' });
  });

  it('merges a range for each type, status and author', () => {
    const filter = { ...posts, types: ['post', 'page'], authorIds: [1, 2, 2] };
    expect(planList(filter, newest, first, file)).toMatchObject({
      kind: 'ranges',
      ranges: [
        { type: 'post', status: 'publish', authorId: 1 },
        { type: 'post', status: 'publish', authorId: 2 },
        { type: 'page', status: 'publish', authorId: 1 },
        { type: 'page', status: 'publish', authorId: 2 },
      ],
    });
  });

  it('walks the posts of the terms that have the fewest, and looks the others up', () => {
    const filter = { ...posts, withTerms: [category, tags] };
    const plan = planList(filter, newest, first, { ...file, postsOfGroups: [900, 7] });
    expect(plan).toMatchObject({
      ranges: [
        { ...published, term: { taxonomy: 'post_tag', id: 4 } },
        { ...published, term: { taxonomy: 'post_tag', id: 5 } },
      ],
      rest: { withTerms: [category] },
    });
  });

  it('does not use the order of terms without the table of lists', () => {
    expect(planList({ ...posts, withTerms: [category] }, newest, first, adopted)).toMatchObject({
      table: 'posts',
      ranges: [published],
      rest: { withTerms: [category] },
    });
  });

  it('has the limits of a visibility with the range that they concern', () => {
    const own = { statuses: ['draft'], authorId: 7 } as const;
    const filter = { ...posts, statuses: ['publish', 'draft'], visibility: { anyOf: [...visitor.anyOf, own] } };
    expect(planList(filter, newest, first, file)).toMatchObject({
      ranges: [published, { type: 'post', status: 'draft', limits: [{ authorId: 7 }] }],
    });
  });

  it('asks for the statuses that there are where all are open', () => {
    const { statuses: _all, ...open } = posts;
    const filter = { ...open, visibility: everything };
    expect(planList(filter, newest, first, file)).toMatchObject({ kind: 'rows' });
    const plan = planList(filter, newest, first, { ...file, statuses: ['publish', 'draft'] });
    expect(plan).toMatchObject({ ranges: [{ status: 'publish' }, { status: 'draft' }] });
  });

  it('is a plain statement where few rows can match', () => {
    for (const narrow of [{ ids: [1] }, { slugs: ['one'] }, { parentIds: [5] }])
      expect(planList({ ...posts, ...narrow }, newest, first, server)).toMatchObject({ kind: 'rows' });
  });

  it('reads whole titles from the posts where the narrow table has only their beginnings', () => {
    const byTitle: ColumnOrder = { by: 'title', direction: 'asc' };
    expect(planList(posts, byTitle, first, { ...server, hasCutTitles: true })).toMatchObject({ table: 'posts' });
  });

  it('finds a page deep in a list by the ordered ids, else by walking', () => {
    const filter = { ...posts, after: '2020-01-01 00:00:00' };
    expect(planList(filter, newest, deep, server)).toMatchObject({
      kind: 'orderedIds',
      list: { filter: posts, by: 'date', range: { after: '2020-01-01 00:00:00' } },
      otherwise: { kind: 'ranges', rest: filter },
    });
  });

  it('finds any page by the ordered ids where no index has the order', () => {
    const byTitle: ColumnOrder = { by: 'title', direction: 'asc' };
    expect(planList(posts, byTitle, first, adopted)).toMatchObject({ kind: 'orderedIds', list: { by: 'title' } });
    expect(planList(posts, newest, first, adopted)).toMatchObject({ kind: 'ranges' });
    expect(planList(posts, byTitle, first, server)).toMatchObject({ kind: 'ranges' });
  });

  it('does not look for a deep page in memory within a transaction, nor for one that follows a cursor', () => {
    expect(planList(posts, newest, deep, { ...file, mayUseMemory: false })).toMatchObject({ kind: 'rows' });
    const beyond = { id: 9, direction: 'desc', by: 'id' } as const;
    expect(planList({ ...posts, beyond }, newest, deep, file)).toMatchObject({ kind: 'rows' });
  });

  it('finds words by the index of texts that a file has, in the orders that it knows', () => {
    const filter = { ...posts, search: ['word'] };
    const rows = { kind: 'rows', idsFirst: true, isLong: true };
    const large = { ...file, isLargeSite: true };
    expect(planList(filter, newest, first, large)).toMatchObject({ kind: 'search' });
    expect(planList(filter, { by: 'title', direction: 'asc' }, first, large)).toEqual(rows);
    expect(planList({ ...filter, slugs: ['one'] }, newest, first, large)).toEqual(rows);
    expect(planList(filter, { by: 'relevance', direction: 'desc' }, first, large)).toMatchObject({
      kind: 'relevance',
      otherwise: rows,
    });
  });

  it('reads what was looked up on a server: few posts themselves, many in the narrow table, the best by their ranks', () => {
    const filter = { ...posts, search: ['word'] };
    expect(planList(filter, newest, first, { ...server, matches: 'few' })).toMatchObject({ kind: 'rows' });
    expect(planList(filter, newest, first, { ...server, matches: 'many' })).toMatchObject({
      kind: 'ranges',
      onlyMatches: true,
    });
    for (const matches of ['few', 'many'] as const)
      expect(planList(filter, { by: 'relevance', direction: 'desc' }, first, { ...server, matches })).toEqual({
        kind: 'ranks',
      });
  });

  it('follows the index of a key in whose order a list is', () => {
    const key = { name: 'price', type: 'number', isIndexed: true } as const;
    const order = { by: 'meta', key, direction: 'asc' } as const;
    const where = { kind: 'meta', key, compared: { is: 'stored' } } as const;
    expect(planList({ ...posts, where }, order, first, file)).toEqual({ kind: 'metaIndex', order });
  });

  it('is nothing to do for no rows', () => {
    expect(planList(posts, newest, { limit: 0, offset: 0 }, file)).toEqual({ kind: 'empty' });
  });
});

describe('the plan of a total', () => {
  it.each([
    ['of types and statuses', {}],
    ['of authors', { authorIds: [1, 2] }],
    ['of a term', { withTerms: [category] }],
    ['that leaves nothing out', { notIds: [] }],
  ])('is the counters %s', (_name, members) => {
    expect(planTotal({ ...posts, ...members }, file)).toEqual({ kind: 'counters' });
    expect(planTotal({ ...posts, ...members }, server)).toEqual({ kind: 'counters' });
  });

  it.each([
    ['of two terms', { withTerms: [tags] }],
    ['of a term and an author', { withTerms: [category], authorIds: [1] }],
    ['without some posts', { notIds: [1] }],
    ['without a term', { withoutTerms: [category] }],
  ])('is the length of the ordered ids %s, else a count', (_name, members) => {
    const filter = { ...posts, ...members };
    expect(planTotal(filter, server)).toEqual({
      kind: 'orderedIds',
      list: { filter, by: 'id', range: {} },
      otherwise: { kind: 'count', table: 'platen_list', isLong: false },
    });
  });

  it('of a range of dates is a part of the list in their order', () => {
    expect(planTotal({ ...posts, modifiedBefore: '2020-01-01 00:00:00' }, file)).toMatchObject({
      kind: 'orderedIds',
      list: { filter: posts, by: 'modified', range: { before: '2020-01-01 00:00:00' } },
    });
  });

  it('counts the rows of the site itself where no triggers maintain counters', () => {
    expect(planTotal(posts, adopted)).toMatchObject({
      kind: 'orderedIds',
      otherwise: { kind: 'count', table: 'posts' },
    });
  });

  it('counts within a transaction, and where the counters do not tell who sees a row', () => {
    expect(planTotal({ ...posts, notIds: [1] }, { ...file, mayUseMemory: false })).toMatchObject({ kind: 'count' });
    const own: Visibility = { anyOf: [{ statuses: ['publish'], authorId: 7 }] };
    expect(planTotal({ ...posts, visibility: own, withTerms: [category] }, file)).toMatchObject({ kind: 'orderedIds' });
  });

  it('of a search asks what has the words', () => {
    const filter = { ...posts, search: ['word'] };
    expect(planTotal(filter, file)).toMatchObject({ kind: 'search' });
    expect(planTotal({ ...filter, slugs: ['one'] }, file)).toMatchObject({ kind: 'count' });
    expect(planTotal(filter, { ...server, matches: 'few' })).toEqual({ kind: 'matches' });
  });
});
