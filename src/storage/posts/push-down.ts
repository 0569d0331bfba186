import type { ColumnComparison, PostExpression, TermGroup } from '../store/post-expression.ts';
import type { PostFilter } from '../store/posts.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type Draft = Writable<PostFilter>;

/**
 * The same filter with as much of `where` as possible in the members that lists have always had: these have indexes,
 * summaries and sorted parts of their own. What is left stays in `where`.
 */
export function pushDown({ where, ...rest }: PostFilter): PostFilter {
  if (!where) return rest;
  const filter: Draft = { ...rest };
  const left = conjunctsOf(where).filter((one) => !isTaken(one, filter));
  const [only] = left;
  if (!only) return filter;
  return { ...filter, where: left.length === 1 ? only : { kind: 'and', of: left } };
}

/** The expressions that must all be true. */
export function conjunctsOf(expression: PostExpression): readonly PostExpression[] {
  return expression.kind === 'and' ? expression.of.flatMap(conjunctsOf) : [expression];
}

/** Moves an expression into the filter, if it has a free place for it. */
function isTaken(expression: PostExpression, filter: Draft): boolean {
  if (expression.kind === 'terms') return addTerms(filter, 'withTerms', expression.group);
  if (expression.kind === 'column') return isColumnTaken(expression, filter);
  if (expression.kind !== 'not') return false;
  const { of } = expression;
  if (of.kind === 'terms') return addTerms(filter, 'withoutTerms', of.group);
  if (of.kind !== 'column' || of.compared.is !== 'in') return false;
  switch (of.column) {
    case 'id':
      return set(filter, 'notIds', of.compared.values);
    case 'author':
      return set(filter, 'notAuthorIds', of.compared.values);
    case 'parent':
      return set(filter, 'notParentIds', of.compared.values);
    default:
      return false;
  }
}

function isColumnTaken({ column, compared }: ColumnComparison, filter: Draft): boolean {
  switch (column) {
    case 'id':
      return compared.is === 'in' && set(filter, 'ids', compared.values);
    case 'author':
      return compared.is === 'in' && set(filter, 'authorIds', compared.values);
    case 'parent':
      return compared.is === 'in' && set(filter, 'parentIds', compared.values);
    case 'slug':
      return set(filter, 'slugs', compared.values);
    case 'status':
      filter.statuses = filter.statuses?.filter((one) => compared.values.includes(one)) ?? compared.values;
      return true;
    case 'type':
      filter.types = filter.types.filter((one) => compared.values.includes(one));
      return true;
    case 'date':
      return compared.is !== 'in' && setLimit(filter, ['after', 'before'], compared);
    case 'modified':
      return compared.is !== 'in' && setLimit(filter, ['modifiedAfter', 'modifiedBefore'], compared);
    case 'menuOrder':
      return false;
  }
}

function set<K extends keyof Draft>(filter: Draft, name: K, value: Draft[K]): boolean {
  if (filter[name] !== undefined) return false;
  filter[name] = value;
  return true;
}

function addTerms(filter: Draft, name: 'withTerms' | 'withoutTerms', group: TermGroup): boolean {
  const known = filter[name] ?? [];
  if (!known.some((one) => isSameGroup(one, group))) filter[name] = [...known, group];
  return true;
}

const isSameGroup = (one: TermGroup, other: TermGroup): boolean =>
  one.taxonomy === other.taxonomy &&
  one.termIds.length === other.termIds.length &&
  one.termIds.every((id, i) => id === other.termIds[i]);

/** The limits of a filter are exclusive, and dates are stored to the second. */
function setLimit(
  filter: Draft,
  [after, before]: readonly ['after', 'before'] | readonly ['modifiedAfter', 'modifiedBefore'],
  { is, value }: { readonly is: '<' | '<=' | '>' | '>='; readonly value: string },
): boolean {
  const isLower = is === '>' || is === '>=';
  const limit = is === '>=' ? shifted(value, -1) : is === '<=' ? shifted(value, 1) : value;
  return limit !== null && set(filter, isLower ? after : before, limit);
}

/** A stored date so many seconds later; null for one that is no date. */
function shifted(stored: string, seconds: number): string | null {
  const at = Date.parse(`${stored.replace(' ', 'T')}Z`);
  if (Number.isNaN(at)) return null;
  const moved = new Date(at + seconds * 1000).toISOString();
  return /^\d{4}-/.test(moved) ? moved.slice(0, 19).replace('T', ' ') : null;
}
