import type { RawBuilder } from 'kysely';
import type { Visibility } from '../../rules/visibility.ts';
import { all, never, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { choice, type Fragment, fragment, joined, type SqlFragment } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { tableRef } from '../query/sql-names.ts';
import { statement } from '../query/statement.ts';
import type { Post } from '../rows.ts';
import type { Direction, Page } from '../store/list.ts';
import type { PostFilter, PostOrder } from '../store/posts.ts';
import type { PostSelection } from './post-columns.ts';
import { otherConditions } from './post-condition.ts';
import { presentStatuses } from './post-counts.ts';
import { orderKey } from './post-order.ts';
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
  readonly direction: Direction;
}

/** The parts of a list; null where there is only one, or where no index has them in order. */
export async function postBranches(session: Session, filter: PostFilter, order: PostOrder): Promise<Branches | null> {
  const { dialect } = session;
  if (!dialect.can.mergedUnions || order.by === 'meta' || isOnePart(filter) || isNarrow(filter)) return null;
  const key = orderKey(dialect, order.by);
  if (!key) return null;
  const statuses =
    filter.statuses ?? (opensAll(filter.visibility) ? await presentStatuses(session, filter.types) : undefined);
  const kinds = visibilityKinds(filter.visibility, filter.types, statuses);
  if (!kinds || kinds.length === 0) return null;
  const parts = byTerm(kinds, filter, order, dialect) ?? byAuthor(kinds, filter, dialect);
  const open = parts?.filter((part) => part.condition !== never) ?? [];
  return open.length === 0 || open.length > branchLimit ? null : { parts: open, key, direction: order.direction };
}

/** True for the usual list: one type and one status, so one index range. */
const isOnePart = ({ types, statuses, withTerms, authorIds }: PostFilter): boolean =>
  types.length === 1 && statuses?.length === 1 && !withTerms?.length && (authorIds?.length ?? 1) === 1;

/** True where few rows can match, so they are found first and sorted then. Rows without a parent are many. */
const isNarrow = ({ ids, slugs, search, parentIds, where }: PostFilter): boolean =>
  Boolean(ids ?? slugs ?? search ?? where) || (parentIds !== undefined && !parentIds.includes(0));

const opensAll = (visibility: Visibility): boolean => visibility.anyOf.some((clause) => clause.statuses === 'any');

interface Part {
  readonly from: 'posts' | 'terms';
  readonly condition: SqlCondition;
}

/** One part per type, status and author; null for a single one, since a plain query is as fast. */
function byAuthor(kinds: readonly VisibilityKind[], filter: PostFilter, dialect: Dialect): Part[] | null {
  const { authorIds, ...rest } = filter;
  const others = otherConditions(rest, dialect);
  const authors = authorIds ? [...new Set(authorIds)].map((id) => [oneOf('p.post_author', [id])]) : [[]];
  const parts = kinds.flatMap((kind) =>
    authors.map((author): Part => ({ from: 'posts', condition: all([kind.condition, ...author, ...others]) })),
  );
  return parts.length > 1 ? parts : null;
}

/** One part per type, status and term, from the table of posts by term in date order. */
function byTerm(
  kinds: readonly VisibilityKind[],
  filter: PostFilter,
  order: PostOrder,
  dialect: Dialect,
): Part[] | null {
  const { withTerms, ...rest } = filter;
  const [group, ...moreGroups] = withTerms ?? [];
  if (!dialect.can.summaryTables || !group || order.by !== 'date') return null;
  const others = otherConditions({ ...rest, withTerms: moreGroups }, dialect);
  return [...new Set(group.termIds)].flatMap((termId) =>
    kinds.map((kind): Part => {
      const listed: SqlCondition = fragment`tp.term_taxonomy_id = (select x.term_taxonomy_id from ${tableRef('term_taxonomy')} as x where x.term_id = ${termId} and x.taxonomy = ${group.taxonomy}) and tp.post_type = ${kind.type} and tp.post_status = ${kind.status}`;
      return { from: 'terms', condition: all([listed, kind.condition, ...others]) };
    }),
  );
}

/** A page of the merged parts, in order. */
function merged({ parts, key, direction }: Branches, page: Page): SqlFragment<MergedRow> {
  // A post can have two of the terms, but is never in two parts by type, status and author.
  const union = parts[0]?.from === 'terms' ? ' union ' : ' union all ';
  const selects = joined(
    parts.map((part) => (part.from === 'terms' ? termSelect(part.condition) : postSelect(part.condition, key))),
    union,
  );
  const order = direction === 'asc' ? fragment`1 asc, 2 asc` : fragment`1 desc, 2 desc`;
  // With a bare parameter as the limit, SQLite would recompile the statement at every run.
  return fragment`(${selects} order by ${order} limit (${page.limit} + 0) offset ${page.offset})`;
}

const postSelect = (condition: SqlCondition, key: SqlFragment): SqlFragment =>
  fragment`select ${key} as "key", p.ID as id from ${tableRef('posts')} as p where ${condition}`;

/** `cross join` fixes the join order: the table in date order comes first. */
const termSelect = (condition: SqlCondition): SqlFragment =>
  fragment`select tp.post_date as "key", tp.post_id as id from ${tableRef('platen_term_posts')} as tp cross join ${tableRef('posts')} as p on p.ID = tp.post_id where ${condition}`;

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

/** The rows of one page of the merged parts. */
export function branchRows(
  session: Session,
  branches: Branches,
  { columns, page, isLong }: { columns: Fragment<PostSelection>; page: Page; isLong: boolean },
): Promise<Post[]> {
  const direction = choice(branches.direction);
  return session.select(mergedPage, { columns, merged: merged(branches, page), direction }, isLong);
}
