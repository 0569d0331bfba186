import {
  above,
  all,
  always,
  any,
  atLeast,
  below,
  beyondRow,
  byColumns,
  byList,
  byRank,
  inRange,
  type ListOrder,
  noneOf,
  not,
  oneOf,
  type SqlCondition,
} from '../query/condition.ts';
import { type Dialect, foldedColumn } from '../query/dialect.ts';
import { column, fragment, type SqlFragment, tableRef, verbatimSql } from '../query/fragment.ts';
import { flatTypes, topRows } from '../query/tables.ts';
import type { Beyond } from '../store/list.ts';
import type { MetaKey, PostExpression } from '../store/post-expression.ts';
import type { ColumnOrder, PostFilter, PostOrder } from '../store/posts.ts';
import { idsOf, sourcesOf } from './candidate-sources.ts';
import { expressionCondition, holdsTerm, walkedHoldsTerm } from './expression-condition.ts';
import { narrowedVisibility, visibilityCondition } from './visibility.ts';

/** A filter as one condition on the posts row `p`. */
export function postCondition(filter: PostFilter, dialect: Dialect, order?: PostOrder): SqlCondition {
  return all([visibilityPart(filter), ...otherConditions(filter, dialect, order)]);
}

/** The requested types and statuses narrowed by the visibility, with a plain list of both first, for the index. */
function visibilityPart(filter: PostFilter): SqlCondition {
  const visibility = narrowedVisibility(filter.visibility, filter.types, filter.statuses);
  if (visibility.anyOf.length < 2) return visibilityCondition(visibility, 'p');
  const types = new Set<string>();
  const statuses = new Set<string>();
  let isAnyStatus = false;
  for (const clause of visibility.anyOf) {
    for (const type of clause.types ?? []) types.add(type);
    if (clause.statuses === 'any') isAnyStatus = true;
    else for (const status of clause.statuses) statuses.add(status);
  }
  const ahead = [oneOf('p.post_type', [...types])];
  if (!isAnyStatus) ahead.push(oneOf('p.post_status', [...statuses]));
  return all([...ahead, visibilityCondition(visibility, 'p')]);
}

/** The columns of orders that can be walked with a cursor. */
const walked = { id: undefined, date: 'p.post_date', modified: 'p.post_modified' } as const;

/** Every part of a filter but types, statuses and visibility. With the order of a list, for an index that has it. */
export function otherConditions(filter: PostFilter, dialect: Dialect, order?: PostOrder): SqlCondition[] {
  const parts: SqlCondition[] = [];
  if (filter.beyond) parts.push(beyondCondition(filter.beyond, dialect));
  if (filter.ids) parts.push(oneOf('p.ID', filter.ids));
  if (filter.notIds) parts.push(noneOf('p.ID', filter.notIds));
  if (filter.authorIds) parts.push(oneOf('p.post_author', filter.authorIds));
  if (filter.notAuthorIds) parts.push(noneOf('p.post_author', filter.notAuthorIds));
  if (filter.slugs) parts.push(oneOf(foldedColumn(dialect, 'p.post_name'), filter.slugs.map(dialect.fold)));
  if (filter.parentIds) parts.push(topCondition(filter, dialect, order) ?? oneOf('p.post_parent', filter.parentIds));
  if (filter.notParentIds) parts.push(noneOf('p.post_parent', filter.notParentIds));
  if (filter.menuOrder !== undefined) parts.push(oneOf('p.menu_order', [filter.menuOrder]));
  if (filter.after !== undefined) parts.push(above('p.post_date', filter.after));
  if (filter.before !== undefined) parts.push(below('p.post_date', filter.before));
  if (filter.modifiedAfter !== undefined) parts.push(above('p.post_modified', filter.modifiedAfter));
  if (filter.modifiedBefore !== undefined) parts.push(below('p.post_modified', filter.modifiedBefore));
  if (filter.withoutPassword) parts.push(oneOf('p.post_password', ['']));
  if (filter.mimeTypes) parts.push(mimeCondition(filter.mimeTypes));
  const search = filter.ids ? dialect.searchRow : dialect.searchPosts;
  if (filter.search) parts.push(search(filter.search));
  for (const word of filter.notSearch ?? []) parts.push(not(search([word])));
  for (const group of filter.withTerms ?? []) parts.push(holdsTerm(group));
  for (const group of filter.withoutTerms ?? []) parts.push(not(walkedHoldsTerm(group)));
  if (filter.where) parts.push(expressionCondition(filter.where, dialect));
  if (filter.among) parts.push(amongCondition(filter.among, filter, dialect));
  return parts;
}

/** What a list of rows without a parent may ask for besides: all that leaves most of them in it. */
const besideTop: ReadonlySet<string> = new Set(['types', 'statuses', 'visibility', 'parentIds', 'notIds']);

/**
 * Has no parent, as the condition of the index that has such rows in menu order; null where another index may find fewer rows,
 * or where there is none to use.
 */
function topCondition(filter: PostFilter, { can }: Dialect, order?: PostOrder): SqlCondition | null {
  const { types, parentIds } = filter;
  if (!can.summaryTables || order?.by !== 'menuOrder' || types.some((type) => flatTypes.includes(type))) return null;
  if (Object.entries(filter).some(([name, part]) => part !== undefined && !besideTop.has(name))) return null;
  return parentIds?.every((id) => id === 0) && parentIds.length > 0 ? fragment`${verbatimSql(topRows('p.'))}` : null;
}

function beyondCondition(beyond: NonNullable<PostFilter['beyond']>, dialect: Dialect): SqlCondition {
  if (beyond.by !== 'meta') return beyondRow('p.ID', beyond, walked[beyond.by]);
  return beyondValue(shownMetaValue(beyond.key, dialect), column('p.ID'), beyond, beyond.key.type);
}

/** The row is one that an index finds; a table of its own, because a server looks a union up for every row else. */
function amongCondition(among: PostExpression, filter: PostFilter, dialect: Dialect): SqlCondition {
  const sources = sourcesOf(among, filter, dialect);
  return sources ? fragment`p.ID in (select a.id from (${idsOf(sources)}) as a)` : always;
}

/** Media types, and groups of them: `image/*`. */
function mimeCondition(types: readonly string[]): SqlCondition {
  const groups = types.filter((type) => type.endsWith('/*'));
  const single = types.filter((type) => !groups.includes(type));
  const inGroups = groups.map((group) => startsWith('p.post_mime_type', group.slice(0, -1)));
  return any([oneOf('p.post_mime_type', single), ...inGroups]);
}

/** A range, so that an index can be used and nothing needs escaping: from `image/` up to, but not, `image0`. */
function startsWith(name: string, beginning: string): SqlCondition {
  const next = beginning.slice(0, -1) + String.fromCharCode(beginning.charCodeAt(beginning.length - 1) + 1);
  return all([atLeast(name, beginning), below(name, next)]);
}

/** The ranks of relevance, best first: words in the title, words in the excerpt, the rest. */
function relevance({ search: words = [], ids }: PostFilter, dialect: Dialect): SqlCondition[] {
  const phrase = [words.join(' ')];
  const search = ids ? dialect.searchRow : dialect.searchPosts;
  return [
    search(phrase, 'title'),
    search(words, 'title'),
    any(words.map((word) => search([word], 'title'))),
    search(phrase, 'excerpt'),
    search(phrase, 'content'),
  ];
}

/** The value of a key that a post is shown with: that of its first row. */
export const shownMetaValue = (key: MetaKey, dialect: Dialect): SqlFragment =>
  fragment`(select ${dialect.metaValue(column('k.meta_value'), key.type === 'number' ? 'number' : 'text')} from ${tableRef('postmeta')} as k where k.post_id = p.ID and k.meta_key = ${key.name} order by k.meta_id limit 1)`;

/** The row comes after another one in an order by a value and then by id. */
export function beyondValue(value: SqlFragment, id: SqlFragment, beyond: Beyond, type: MetaKey['type']): SqlCondition {
  const [orSame, further] = beyond.direction === 'asc' ? (['>=', '>'] as const) : (['<=', '<'] as const);
  const last = type === 'number' ? finite(Number(beyond.value)) : (beyond.value ?? '');
  return all([inRange(value, orSame, last), any([inRange(value, further, last), inRange(id, further, beyond.id)])]);
}

/** A cursor that was made up begins anywhere. */
const finite = (number: number): number => (Number.isFinite(number) ? number : 0);

const id = column('p.ID');

/** The columns to order by; `isText` where case and accents do not count. */
const columns: Readonly<Partial<Record<ColumnOrder['by'], { readonly name: string; readonly isText?: boolean }>>> = {
  date: { name: 'p.post_date' },
  modified: { name: 'p.post_modified' },
  author: { name: 'p.post_author' },
  parent: { name: 'p.post_parent' },
  menuOrder: { name: 'p.menu_order' },
  title: { name: 'p.post_title', isText: true },
  slug: { name: 'p.post_name', isText: true },
};

/** The column that an order goes by before ties are broken; null where it is not a column. */
export function orderKey(dialect: Dialect, by: ColumnOrder['by']): SqlFragment | null {
  if (by === 'id') return id;
  const key = columns[by];
  if (!key) return null;
  return key.isText ? foldedColumn(dialect, key.name) : column(key.name);
}

/** The order of a list on the posts row `p`. */
export function postListOrder(dialect: Dialect, filter: PostFilter, order: PostOrder): ListOrder {
  const { direction } = order;
  if (order.by === 'meta') return byColumns([shownMetaValue(order.key, dialect), direction], [id, direction]);
  const { by } = order;
  const key = orderKey(dialect, by);
  if (key) return key === id ? byColumns([id, direction]) : byColumns([key, direction], [id, direction]);
  if (by === 'include') return byList(id, filter.ids ?? [], 'asc');
  if (by === 'includeSlugs') {
    return byList(foldedColumn(dialect, 'p.post_name'), (filter.slugs ?? []).map(dialect.fold), 'asc');
  }
  const newest = byColumns([column('p.post_date'), 'desc'], [id, 'desc']);
  return filter.search?.length ? byRank(relevance(filter, dialect), newest) : newest;
}

/** Whether the table of lists has all rows and columns that a filter needs. */
export function isListed(filter: PostFilter, { can }: Dialect): boolean {
  const { search, notSearch, withoutPassword, mimeTypes, where, among, beyond } = filter;
  if (!can.listTable || filter.types.includes('revision') || beyond?.by === 'meta' || withoutPassword) return false;
  return [search, notSearch, mimeTypes, where, among].every((part) => part === undefined);
}
