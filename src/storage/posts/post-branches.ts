import type { RawBuilder } from 'kysely';
import type { Visibility } from '../../rules/visibility.ts';
import { all, always, never, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { choice, type Fragment, fragment, joined, type SqlFragment } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { column, tableRef, verbatimSql } from '../query/sql-names.ts';
import { statement } from '../query/statement.ts';
import type { Post } from '../rows.ts';
import type { Direction, Page } from '../store/list.ts';
import type { ColumnOrder, PostFilter, PostOrder } from '../store/posts.ts';
import { walkedHoldsTerm } from './expression-condition.ts';
import { deepOffset, fromOtherEnd, monthStart } from './page-start.ts';
import type { PostSelection } from './post-columns.ts';
import { otherConditions } from './post-condition.ts';
import { countFromSummary, presentStatuses } from './post-counts.ts';
import { orderKey } from './post-order.ts';
import { cutTitle } from './post-statements.ts';
import { smallestGroupFirst } from './smallest-term-group.ts';
import { type VisibilityKind, visibilityKinds } from './visibility-types.ts';

/** Above this many parts, merging costs more than it saves. */
const branchLimit = 24;

/** One row of a merged page: its sort key and its id. */
export interface MergedRow {
  readonly key: unknown;
  readonly id: number;
}

/**
 * A list as sorted parts that the database merges: each part is one index range, already sorted, so the cost of a page
 * depends on the size of the page and not of the site.
 */
export interface Branches {
  readonly parts: readonly Part[];
  readonly key: SqlFragment;
  readonly order: ColumnOrder;
  /** The table that the parts are read from. */
  readonly source: 'posts' | 'platen_list';
}

/** The parts of a list; null where a plain query is as fast, or where no index has them in order. */
export async function postBranches(session: Session, filter: PostFilter, order: PostOrder): Promise<Branches | null> {
  const { mergedUnions, listTable } = session.dialect.can;
  // Where lists have a table of their own, ids are found first in any case.
  if (!listTable && (!mergedUnions || isOnePart(filter))) return null;
  const branches = await listBranches(session, filter, order);
  const isPlain = !listTable && branches?.parts.length === 1 && branches.parts[0]?.from === 'posts';
  return isPlain ? null : branches;
}

/** The parts of a list, be it a single one; null where no index has them in order. */
export async function listBranches(session: Session, filter: PostFilter, order: PostOrder): Promise<Branches | null> {
  const { dialect } = session;
  const { listTable } = dialect.can;
  if (order.by === 'meta' || isNarrow(filter)) return null;
  const key = orderKey(dialect, order.by);
  if (!key) return null;
  const source = listTable ? await sourceOf(session, filter, order) : 'posts';
  const hasLists = !listTable || source === 'platen_list';
  const statuses =
    filter.statuses ??
    (hasLists && opensAll(filter.visibility) ? await presentStatuses(session, filter.types) : undefined);
  const kinds = visibilityKinds(filter.visibility, filter.types, statuses);
  if (!kinds || kinds.length === 0) return null;
  const isByTerm = hasLists && order.by === 'date' && filter.withTerms !== undefined;
  const parts =
    (isByTerm && byTerm(kinds, await smallestGroupFirst(session, filter), dialect)) ||
    byAuthor(kinds, filter, dialect, order);
  const open = parts.filter((part) => part.condition !== never);
  return open.length === 0 || open.length > branchLimit ? null : { parts: open, key, order, source };
}

/** True for the usual list: one type and one status, so one index range. */
const isOnePart = ({ types, statuses, withTerms, authorIds }: PostFilter): boolean =>
  types.length === 1 && statuses?.length === 1 && !withTerms?.length && (authorIds?.length ?? 1) === 1;

/** True where few rows can match, so they are found first and sorted then. Rows without a parent are many. */
const isNarrow = ({ ids, slugs, search, parentIds, where }: PostFilter): boolean =>
  Boolean(ids ?? slugs ?? search ?? where) || (parentIds !== undefined && !parentIds.includes(0));

const opensAll = (visibility: Visibility): boolean => visibility.anyOf.some((clause) => clause.statuses === 'any');

/** Whether the table of lists has all rows and columns that a filter needs. */
export function isListed(filter: PostFilter, { can }: Dialect): boolean {
  const { search, notSearch, withoutPassword, mimeTypes, mimeGroup, where, among, beyond } = filter;
  if (!can.listTable || filter.types.includes('revision') || beyond?.by === 'meta' || withoutPassword) return false;
  return [search, notSearch, mimeTypes, mimeGroup, where, among].every((part) => part === undefined);
}

async function sourceOf(session: Session, filter: PostFilter, { by }: PostOrder): Promise<Branches['source']> {
  if (!isListed(filter, session.dialect) || !(await session.hasLists())) return 'posts';
  // The table of lists has only the beginnings of titles.
  const condition = oneOf('p.post_type', filter.types);
  if (by === 'title' && condition !== never && (await session.select(cutTitle, { condition })).length > 0)
    return 'posts';
  return 'platen_list';
}

export interface Part {
  readonly from: 'posts' | 'terms';
  readonly condition: SqlCondition;
  /** The type and status, where there are no other conditions than these and the term. */
  readonly whole: VisibilityKind | null;
  readonly hasAuthor: boolean;
  /** Where there are no other conditions than the type, the status and the owner. */
  readonly counted: CountedPart | null;
}

/** The posts of a type and a status: all, or those of an author or a term. */
export interface CountedPart {
  readonly type: string;
  readonly status: string;
  readonly of: 'all' | 'author' | 'term';
  /** The id of the author, or of the term's row; 0 for all. */
  readonly owner: SqlFragment;
}

/** One part per type, status and author. */
function byAuthor(kinds: readonly VisibilityKind[], filter: PostFilter, dialect: Dialect, order: PostOrder): Part[] {
  const { authorIds, ...rest } = filter;
  const others = otherConditions(rest, dialect, authorIds ? undefined : order);
  const isOpen = all(others) === always;
  const authors = authorIds ? new Set(authorIds) : [null];
  return kinds.flatMap((kind) =>
    [...authors].map((id): Part => {
      const isWhole = isOpen && kind.isWhole;
      return {
        from: 'posts',
        condition: all([kind.condition, ...(id === null ? [] : [oneOf('p.post_author', [id])]), ...others]),
        whole: isWhole && id === null ? kind : null,
        hasAuthor: id !== null,
        counted: isWhole ? { ...kind, of: id === null ? 'all' : 'author', owner: fragment`${id ?? 0}` } : null,
      };
    }),
  );
}

/** One part per type, status and term, from the table of posts by term in date order. */
function byTerm(kinds: readonly VisibilityKind[], filter: PostFilter, dialect: Dialect): Part[] | null {
  const { withTerms, ...rest } = filter;
  const [group, ...moreGroups] = withTerms ?? [];
  if (!group) return null;
  const others = [...otherConditions(rest, dialect), ...moreGroups.map(walkedHoldsTerm)];
  const isAll = all(others) === always;
  return [...new Set(group.termIds)].flatMap((termId) => {
    const owner = fragment`(select x.term_taxonomy_id from ${tableRef('term_taxonomy')} as x where x.term_id = ${termId} and x.taxonomy = ${group.taxonomy})`;
    return kinds.map((kind): Part => {
      const listed: SqlCondition = fragment`tp.term_taxonomy_id = ${owner} and tp.post_type = ${kind.type} and tp.post_status = ${kind.status}`;
      const whole = isAll && kind.isWhole ? kind : null;
      return {
        from: 'terms',
        condition: whole ? listed : all([listed, kind.condition, ...others]),
        whole,
        hasAuthor: false,
        counted: whole && { ...whole, of: 'term', owner },
      };
    });
  });
}

/** A page of the merged parts, in order. */
function merged({ parts, key, source }: Branches, direction: Direction, page: Page): SqlFragment<MergedRow> {
  // A post can have two of the terms, but is never in two parts by type, status and author.
  const union = parts[0]?.from === 'terms' ? ' union ' : ' union all ';
  const selects = joined(
    parts.map((part) => {
      if (part.from === 'posts') return postSelect(part.condition, key, source);
      return part.whole ? termList(part.condition) : termSelect(part.condition);
    }),
    union,
  );
  // With a bare parameter as the limit, SQLite would recompile the statement at every run.
  return fragment`(${selects} order by ${ordered(direction)} limit (${page.limit} + 0) offset ${page.offset})`;
}

const ordered = (direction: Direction): SqlFragment =>
  direction === 'asc' ? fragment`1 asc, 2 asc` : fragment`1 desc, 2 desc`;

const postSelect = (condition: SqlCondition, key: SqlFragment, source: Branches['source']): SqlFragment =>
  fragment`select ${key} as "key", p.ID as id from ${tableRef(source)} as p where ${condition}`;

/** `cross join` fixes the join order: the table in date order comes first. */
const termSelect = (condition: SqlCondition): SqlFragment =>
  fragment`select tp.post_date as "key", tp.post_id as id from ${tableRef('platen_term_posts')} as tp cross join ${tableRef('posts')} as p on p.ID = tp.post_id where ${condition}`;

/** The indexes of the table of lists that have its rows in an order. */
const listIndexes: Readonly<Partial<Record<ColumnOrder['by'], string>>> = {
  date: 'by_date',
  modified: 'by_modified',
  title: 'by_title',
  slug: 'by_slug',
  parent: 'by_parent',
  author: 'by_writer',
  menuOrder: 'by_menu_order',
  id: 'by_id',
};

/**
 * The same on a server, which sorts a union: each part ends where the page ends, so there is little to sort. The index is
 * named, so that every site gets the same plan.
 */
function limitedUnion(
  { parts, key, order, source }: Branches,
  direction: Direction,
  page: Page,
): SqlFragment<MergedRow> {
  const rows = (part: Part): SqlFragment => {
    if (part.from === 'terms') return part.whole ? termList(part.condition) : termJoin(part.condition);
    const index = part.hasAuthor ? order.by === 'date' && 'of_author' : listIndexes[order.by];
    const named = source === 'platen_list' && index ? verbatimSql(`force index (${index})`) : verbatimSql('');
    return fragment`select ${key} as "key", p.ID as id from ${tableRef(source)} as p ${named} where ${part.condition}`;
  };
  const [only, ...more] = parts;
  if (only && more.length === 0)
    return fragment`(${rows(only)} order by ${ordered(direction)} limit ${page.limit} offset ${page.offset})`;
  const union = only?.from === 'terms' ? ' union ' : ' union all ';
  const most = page.limit + page.offset;
  const selects = parts.map((part) => fragment`(${rows(part)} order by ${ordered(direction)} limit ${most})`);
  return fragment`(${joined(selects, union)} order by ${ordered(direction)} limit ${page.limit} offset ${page.offset})`;
}

const termList = (condition: SqlCondition): SqlFragment =>
  fragment`select tp.post_date as "key", tp.post_id as id from ${tableRef('platen_term_posts')} as tp where ${condition}`;

const termJoin = (condition: SqlCondition): SqlFragment =>
  fragment`select tp.post_date as "key", tp.post_id as id from ${tableRef('platen_term_posts')} as tp straight_join ${tableRef('platen_list')} as p on p.ID = tp.post_id where ${condition}`;

interface MergedPage {
  readonly columns: PostSelection;
  readonly merged: RawBuilder<MergedRow>;
  readonly direction: Direction;
}
export const mergedPage = statement(({ db }, { columns, merged, direction }: MergedPage) =>
  db
    .selectFrom(merged.as('b'))
    .innerJoin('posts as p', 'p.ID', 'b.id')
    .select(columns)
    .orderBy('b.key', direction)
    .orderBy('b.id', direction),
);

interface PageOptions {
  readonly filter: PostFilter;
  readonly columns: Fragment<PostSelection>;
  readonly page: Page;
  readonly isLong: boolean;
}

/** The rows of one page of the merged parts. */
export async function branchRows(session: Session, branches: Branches, options: PageOptions): Promise<Post[]> {
  const { columns, page, isLong } = options;
  const { direction } = branches.order;
  if (page.limit <= 0) return [];
  const rows = session.dialect.can.listTable
    ? await serverPage(session, branches, options)
    : merged(branches, direction, page);
  return rows ? session.select(mergedPage, { columns, merged: rows, direction: choice(direction) }, isLong) : [];
}

/** The sort key and the id of a row of a part. */
export interface PartColumns {
  readonly key: SqlFragment;
  readonly id: SqlFragment;
}

/** Conditions on the rows of a part, of which no row meets two. */
export type Which = (columns: PartColumns) => readonly SqlCondition[];

/** The first rows of the parts that meet one of these conditions, in ascending order. */
export const firstRows = (session: Session, branches: Branches, which: Which, limit: number): SqlFragment<MergedRow> =>
  rowsWhich(session, branches, which, { direction: 'asc', page: { limit, offset: 0 } });

/** A page of the rows of the parts that meet one of these conditions. */
export function rowsWhich(
  { dialect }: Session,
  branches: Branches,
  which: Which,
  { direction, page }: { readonly direction: Direction; readonly page: Page },
): SqlFragment<MergedRow> {
  const ofTerms = { key: column('tp.post_date'), id: column('tp.post_id') };
  const ofPosts = { key: branches.key, id: column('p.ID') };
  const parts = branches.parts.flatMap((part) =>
    which(part.from === 'terms' ? ofTerms : ofPosts).map((condition) => ({
      ...part,
      condition: all([part.condition, condition]),
    })),
  );
  const chosen = { ...branches, parts };
  return dialect.can.listTable ? limitedUnion(chosen, direction, page) : merged(chosen, direction, page);
}

/** A page on a server; one deep in a list is found with counts. Null where it is known to be empty. */
async function serverPage(
  session: Session,
  branches: Branches,
  { filter, page }: PageOptions,
): Promise<SqlFragment<MergedRow> | null> {
  const { parts, order, source } = branches;
  const [part, ...more] = parts;
  const plain = () => limitedUnion(branches, order.direction, page);
  if (page.offset < deepOffset || source === 'posts' || !part || more.length > 0) return plain();
  if (part.from === 'posts' && order.by === 'date' && part.whole?.status === 'publish') {
    const start = await monthStart(session, part.whole.type, { direction: order.direction, offset: page.offset });
    if (!start) return plain();
    const later = { ...part, condition: all([part.condition, start.condition]) };
    return limitedUnion({ ...branches, parts: [later] }, order.direction, { ...page, offset: start.offset });
  }
  const total = await countFromSummary(session, filter);
  const back = total === null ? null : fromOtherEnd(page, total);
  if (!back) return plain();
  return back.limit === 0 ? null : limitedUnion(branches, order.direction === 'asc' ? 'desc' : 'asc', back);
}
