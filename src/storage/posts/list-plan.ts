import type { RawBuilder } from 'kysely';
import { never, oneOf } from '../query/condition.ts';
import type { Dialect, SearchedRows, TextIndex } from '../query/dialect.ts';
import { fragment, joined, literal, type SqlFragment, tableRef } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { Page } from '../store/list.ts';
import type { ColumnOrder, MetaOrder, PostFilter, PostOrder } from '../store/posts.ts';
import { areCountable, isLargeSite, presentStatuses } from './counters.ts';
import { isListed, orderKey } from './post-condition.ts';
import { cutTitle } from './post-statements.ts';
import { foundPosts } from './search/found-posts.ts';
import { indexedRows } from './search/indexed-rows.ts';
import { type VisibleKind, visibleKinds } from './visibility.ts';

/** What a plan depends on besides the request. */
export interface ListFacts {
  readonly dialect: Dialect;
  /** Whether the database maintains tables with the posts in the order of lists, and with their counts. */
  readonly hasLists: boolean;
  /** Whether ids and totals in memory may be used: they lack what a transaction has written. */
  readonly mayUseMemory: boolean;
  /** Whether statements that visit every post take long. */
  readonly isLargeSite: boolean;
  /** How many posts have the words of the filter, where they were looked up; null where the statement asks an index. */
  readonly matches: 'few' | 'many' | null;
  /** The statuses that posts have, where the filter leaves them open. */
  readonly statuses?: readonly string[];
  /** How many posts each group of terms has, where there are several. */
  readonly postsOfGroups?: readonly number[];
  /** Whether the table of lists has only the beginning of a title. */
  readonly hasCutTitles: boolean;
}

/** One sorted range of an index: the posts of a type and status, of an author or a term where it has one. */
export interface IndexRange extends VisibleKind {
  readonly authorId?: number;
  readonly term?: { readonly taxonomy: string; readonly id: number };
}

/** Sorted ranges that the database merges: the cost of a page depends on the size of the page and not of the site. */
export interface RangesPlan {
  readonly kind: 'ranges';
  readonly table: 'posts' | 'platen_list';
  readonly ranges: readonly IndexRange[];
  readonly order: ColumnOrder;
  /** What rows of all ranges must meet besides. */
  readonly rest: PostFilter;
  /** Whether only posts with the words of the filter are shown. */
  readonly onlyMatches: boolean;
  readonly isLong: boolean;
}

/** All rows of a filter in an order, of which a range of dates is shown: one list in memory serves all ranges. */
export interface OrderedListPlan {
  readonly filter: PostFilter;
  readonly by: WalkedBy;
  readonly range: { readonly after?: string | undefined; readonly before?: string | undefined };
}

/** How a page of a list is read. */
export type ListPlan =
  | { readonly kind: 'empty' }
  /** In the order of an index of meta values. */
  | { readonly kind: 'metaIndex'; readonly order: MetaOrder }
  /** By relevance, of posts that were looked up. */
  | { readonly kind: 'ranks' }
  /** By an index of texts that can filter and order. */
  | { readonly kind: 'search'; readonly found: SearchedRows; readonly key: SqlFragment }
  /** By an index of texts, best rows first; by another plan where it cannot tell the ranks apart. */
  | { readonly kind: 'relevance'; readonly index: TextIndex; readonly otherwise: ListPlan }
  /** By its number in the ordered ids, once these are in memory. */
  | { readonly kind: 'orderedIds'; readonly list: OrderedListPlan; readonly otherwise: ListPlan }
  | RangesPlan
  /** With one plain statement; `idsFirst` sorts only ids, for searches that match many rows. */
  | { readonly kind: 'rows'; readonly idsFirst: boolean; readonly isLong: boolean };

/** How a total is found. */
export type TotalPlan =
  | { readonly kind: 'counters' }
  /** As the posts with the words of a search, which were looked up, among those that the rest of the filter shows. */
  | { readonly kind: 'matches' }
  /** By an index of texts. */
  | { readonly kind: 'search'; readonly found: SearchedRows }
  /** As the length of the ordered ids, where these are in memory. */
  | { readonly kind: 'orderedIds'; readonly list: OrderedListPlan; readonly otherwise: TotalPlan }
  | { readonly kind: 'count'; readonly table: 'posts' | 'platen_list'; readonly isLong: boolean };

/** Pages that begin later than this are found by the ids of the list; up to here, walking costs less. */
const deepOffset = 500;

export function planList(filter: PostFilter, order: PostOrder, page: Page, facts: ListFacts): ListPlan {
  if (page.limit <= 0) return { kind: 'empty' };
  if (order.by === 'meta' && isMetaWalk(filter, order)) return { kind: 'metaIndex', order };
  const plain = planPlain(filter, order, facts);
  if (filter.search) return planSearch(filter, order, facts, plain);
  const isWalkedFar = page.offset >= deepOffset || isSorted(order, facts);
  const list = isWalkedFar && facts.mayUseMemory ? orderedList(filter, order.by) : null;
  return list ? { kind: 'orderedIds', list, otherwise: plain } : plain;
}

/** The orders of which an index of texts has the column. */
const narrowOrders: ReadonlySet<PostOrder['by']> = new Set(['date', 'id', 'author', 'parent']);

function planSearch(filter: PostFilter, order: PostOrder, { dialect, matches }: ListFacts, plain: ListPlan): ListPlan {
  if (matches) return order.by === 'relevance' ? { kind: 'ranks' } : plain;
  const found = indexedRows(dialect, filter);
  if (!found || order.by === 'meta') return plain;
  if (order.by === 'relevance')
    return dialect.textIndex && !filter.beyond
      ? { kind: 'relevance', index: dialect.textIndex, otherwise: plain }
      : plain;
  const key = narrowOrders.has(order.by) ? orderKey(dialect, order.by) : null;
  return key ? { kind: 'search', found, key } : plain;
}

/** Whether every page of a list sorts all of its rows: existing sites have no index of other orders than these. */
const isSorted = ({ by }: PostOrder, { dialect, hasLists }: ListFacts): boolean =>
  dialect.can.listTable && !hasLists && by !== 'date' && by !== 'id';

export function planPlain(filter: PostFilter, order: PostOrder, facts: ListFacts): ListPlan {
  const isLong = mayTakeLong(filter, facts);
  const { can } = facts.dialect;
  if (facts.matches === 'many') {
    const { search: _words, withoutPassword: _open, ...rest } = filter;
    const ranges = planRanges(rest, order, facts);
    if (ranges?.table === 'platen_list') return { ...ranges, onlyMatches: true, isLong };
  }
  const ranges = planRanges(filter, order, facts);
  // One range is what a plain statement reads, unless a narrower table has it.
  const isPlain = !can.listTable && ranges?.ranges.length === 1 && !ranges.ranges[0]?.term;
  if (ranges && !isPlain) return { ...ranges, isLong };
  return { kind: 'rows', idsFirst: filter.search !== undefined && can.summaryTables, isLong };
}

/** Above this many ranges, merging costs more than it saves. */
const mostRanges = 24;

/** The ranges of a list, be it a single one; null where no index has them in order. */
export function planRanges(filter: PostFilter, order: PostOrder, facts: ListFacts): RangesPlan | null {
  if (!isColumnOrder(order) || isNarrow(filter)) return null;
  const { listTable } = facts.dialect.can;
  const hasTable = listTable && facts.hasLists && isListed(filter, facts.dialect);
  const table = hasTable && !(order.by === 'title' && facts.hasCutTitles) ? 'platen_list' : 'posts';
  const hasOrders = !listTable || table === 'platen_list';
  const statuses = filter.statuses ?? (hasOrders ? facts.statuses : undefined);
  const kinds = visibleKinds(filter.visibility, filter.types, statuses);
  if (!kinds) return null;
  const byTerm = order.by === 'date' && hasOrders && filter.withTerms?.length;
  const found = byTerm ? rangesOfTerms(filter, kinds, facts.postsOfGroups) : rangesOfAuthors(filter, kinds);
  if (found.ranges.length === 0 || found.ranges.length > mostRanges) return null;
  return { kind: 'ranges', table, order, ...found, onlyMatches: false, isLong: false };
}

type FoundRanges = Pick<RangesPlan, 'ranges' | 'rest'>;

function rangesOfAuthors(filter: PostFilter, kinds: readonly VisibleKind[]): FoundRanges {
  const { authorIds, ...rest } = filter;
  if (!authorIds) return { ranges: kinds, rest };
  return { ranges: kinds.flatMap((kind) => [...new Set(authorIds)].map((authorId) => ({ ...kind, authorId }))), rest };
}

/** Of the group of terms that has the fewest posts: a list walks these, and looks the others up. */
function rangesOfTerms(filter: PostFilter, kinds: readonly VisibleKind[], posts: readonly number[] = []): FoundRanges {
  const { withTerms = [], ...rest } = filter;
  const smallest = Math.max(0, posts.indexOf(Math.min(...posts)));
  const group = withTerms[smallest];
  const { taxonomy = '', termIds = [] } = group ?? {};
  const others = withTerms.filter((one) => one !== group);
  return {
    ranges: [...new Set(termIds)].flatMap((id) => kinds.map((kind) => ({ ...kind, term: { taxonomy, id } }))),
    rest: others.length > 0 ? { ...rest, withTerms: others } : rest,
  };
}

/** The orders by a column, which an index has. */
type WalkedBy = Exclude<ColumnOrder['by'], 'relevance' | 'include' | 'includeSlugs'>;

const notWalked: ReadonlySet<string> = new Set(['meta', 'relevance', 'include', 'includeSlugs']);
const isColumnOrder = (order: PostOrder): order is ColumnOrder & { readonly by: WalkedBy } => !notWalked.has(order.by);

/** True where few rows can match, so they are found first and sorted then. Rows without a parent are many. */
const isNarrow = ({ ids, slugs, search, parentIds, where }: PostFilter): boolean =>
  Boolean(ids ?? slugs ?? search ?? where) || (parentIds !== undefined && !parentIds.includes(0));

/** Whether a list is read in the order of an index of values, which ends with the page. */
export function isMetaWalk({ where, among }: PostFilter, order: PostOrder): order is MetaOrder {
  if (order.by !== 'meta' || !order.key.isIndexed || among || where?.kind !== 'meta') return false;
  return where.compared.is === 'stored' && where.key.name === order.key.name;
}

/** The list whose ids have a page or total; null where they are not held in memory. */
function orderedList(filter: PostFilter, by: PostOrder['by']): OrderedListPlan | null {
  const { search, notSearch, where, among, beyond, ids, slugs } = filter;
  if (search ?? notSearch ?? where ?? among ?? beyond ?? ids ?? slugs) return null;
  if (filter.types.includes('revision')) return null;
  switch (by) {
    case 'meta':
    case 'relevance':
    case 'include':
    case 'includeSlugs':
      return null;
    case 'date': {
      const { after, before, ...rest } = filter;
      return { filter: rest, by, range: { after, before } };
    }
    case 'modified': {
      const { modifiedAfter: after, modifiedBefore: before, ...rest } = filter;
      return { filter: rest, by, range: { after, before } };
    }
    default:
      return { filter, by, range: {} };
  }
}

/** Each group of terms is looked up for every post of the list. */
const fewGroups = 2;

/** Whether a query with this filter may take so long that it blocks other requests. */
function mayTakeLong(filter: PostFilter, { isLargeSite }: ListFacts): boolean {
  if (filter.where || (filter.withTerms?.length ?? 0) + (filter.withoutTerms?.length ?? 0) > fewGroups) return true;
  return (filter.search || filter.notSearch) !== undefined && isLargeSite;
}

/**
 * How a total is found: by the index of texts where the filter has words; by the counters that the database maintains, where
 * they cover the filter; else as the length of the ordered ids in memory; else by counting.
 */
export function planTotal(filter: PostFilter, facts: ListFacts): TotalPlan {
  if (facts.matches) return { kind: 'matches' };
  const found = indexedRows(facts.dialect, filter);
  if (found) return { kind: 'search', found };
  if (facts.hasLists && areCountable(filter, facts.dialect)) return { kind: 'counters' };
  const table = facts.hasLists && isListed(filter, facts.dialect) ? 'platen_list' : 'posts';
  const count: TotalPlan = { kind: 'count', table, isLong: mayTakeLong(filter, facts) };
  if (filter.search) return count;
  const isDated = (filter.after ?? filter.before) !== undefined;
  const isChanged = (filter.modifiedAfter ?? filter.modifiedBefore) !== undefined;
  const list = facts.mayUseMemory ? orderedList(filter, isDated ? 'date' : isChanged ? 'modified' : 'id') : null;
  return list ? { kind: 'orderedIds', list, otherwise: count } : count;
}

/** What the plan of a list or a total depends on; what no plan of this filter asks for is not read. */
export async function listFacts(session: Session, filter: PostFilter, order?: PostOrder): Promise<ListFacts> {
  const { dialect, hasLists } = session;
  const found = foundPosts(session, filter);
  const visitsAll = (filter.search ?? filter.notSearch) !== undefined;
  const hasOpenStatuses = !filter.statuses && filter.visibility.anyOf.some(({ statuses }) => statuses === 'any');
  const statuses = order && hasLists && hasOpenStatuses ? await presentStatuses(session, filter.types) : null;
  const postsOfGroups = order?.by === 'date' && hasLists ? await sizesOfGroups(session, filter) : null;
  return {
    dialect,
    hasLists,
    mayUseMemory: !session.inTransaction && !session.readsReplica,
    isLargeSite: visitsAll && (await isLargeSite(session)),
    matches: found && (found.areMany ? 'many' : 'few'),
    ...(statuses && { statuses }),
    ...(postsOfGroups && { postsOfGroups }),
    hasCutTitles:
      order?.by === 'title' && hasLists && isListed(filter, dialect) && (await hasCutTitles(session, filter)),
  };
}

async function hasCutTitles(session: Session, { types }: PostFilter): Promise<boolean> {
  const condition = oneOf('p.post_type', types);
  return condition !== never && (await session.select(cutTitle, { condition })).length > 0;
}

interface TermSize {
  /** Which of the groups has the term. */
  readonly group: number;
  readonly posts: number;
}

const termSizes = statement(({ db }, { rows }: { readonly rows: RawBuilder<TermSize> }) =>
  db.selectFrom(rows.as('s')).select(['s.group', 's.posts']),
);

/** Of more terms than this, the sizes are not looked up. */
const mostTerms = 24;

async function sizesOfGroups(session: Session, { withTerms = [] }: PostFilter): Promise<number[] | null> {
  const count = withTerms.flatMap(({ termIds }) => termIds).length;
  if (withTerms.length < 2 || count === 0 || count > mostTerms) return null;
  const terms = withTerms.flatMap(({ taxonomy, termIds }, group) =>
    termIds.map(
      (id) =>
        fragment`select ${literal(group)} as "group", x.count as posts from ${tableRef('term_taxonomy')} as x where x.term_id = ${id} and x.taxonomy = ${taxonomy}`,
    ),
  );
  const sizes = await session.select(termSizes, { rows: fragment<TermSize>`(${joined(terms, ' union all ')})` });
  const posts = withTerms.map(() => 0);
  for (const { group, posts: n } of sizes) posts[Number(group)] = (posts[Number(group)] ?? 0) + Number(n);
  return posts;
}
