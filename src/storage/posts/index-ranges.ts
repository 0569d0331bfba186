import type { RawBuilder } from 'kysely';
import { all, always, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import {
  choice,
  column,
  type Fragment,
  fragment,
  joined,
  type SqlFragment,
  tableRef,
  verbatimSql,
} from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { Post } from '../rows.ts';
import type { Direction, Page } from '../store/list.ts';
import type { ColumnOrder } from '../store/posts.ts';
import { walkedHoldsTerm } from './expression-condition.ts';
import type { IndexRange, RangesPlan } from './list-plan.ts';
import { orderKey, otherConditions } from './post-condition.ts';
import type { PostSelection } from './post-statements.ts';
import { kindCondition } from './visibility.ts';

/** One row of a merged page: its sort key and its id. */
export interface MergedRow {
  readonly key: unknown;
  readonly id: number;
}

/** The sort key and the id of a row of a range. */
interface RangeColumns {
  readonly key: SqlFragment;
  readonly id: SqlFragment;
}

/** Conditions on the rows of a range, of which no row meets two. */
export type RowPredicates = (columns: RangeColumns) => readonly SqlCondition[];

interface RangePage {
  readonly direction: Direction;
  readonly page: Page;
  /** All rows where it is left out. */
  readonly only?: RowPredicates;
}

/** The sort key of a plan's rows. */
export const keyOf = (plan: RangesPlan, dialect: Dialect): SqlFragment =>
  // The planner has chosen an order that has one.
  orderKey(dialect, plan.order.by) ?? column('p.ID');

/** A page of the keys and ids of merged ranges, in order. */
export function pageOfRanges(
  plan: RangesPlan,
  dialect: Dialect,
  { direction, page, only = () => [always] }: RangePage,
): SqlFragment<MergedRow> {
  const key = keyOf(plan, dialect);
  const isOfTerms = plan.ranges[0]?.term !== undefined;
  const columns = isOfTerms ? ofTerms : { key, id: column('p.ID') };
  const others = otherConditionsOf(plan, dialect);
  const predicates = only(columns);
  const selects = plan.ranges.flatMap((range) =>
    predicates.map((predicate) =>
      isOfTerms
        ? termSelect(range, [...others, predicate], dialect)
        : postSelect(plan, range, key, all([kindCondition(range), authorOf(range), ...others, predicate])),
    ),
  );
  // A post can have two of the terms, but is never in two ranges by type, status and author.
  const union = isOfTerms ? ' union ' : ' union all ';
  const sorted = direction === 'asc' ? fragment`1 asc, 2 asc` : fragment`1 desc, 2 desc`;
  const limit = dialect.limit(page.limit);
  const merged = (parts: readonly SqlFragment[]): SqlFragment<MergedRow> =>
    fragment`(${joined(parts, union)} order by ${sorted} limit ${limit} offset ${page.offset})`;
  if (dialect.can.mergedUnions || selects.length === 1) return merged(selects);
  // A server sorts a union: each part ends where the page ends, so there is little to sort.
  return merged(selects.map((select) => fragment`(${select} order by ${sorted} limit ${page.limit + page.offset})`));
}

const ofTerms: RangeColumns = { key: column('tp.post_date'), id: column('tp.post_id') };

/** What rows must meet besides the range. Where posts of a term are walked, the other groups are looked up for each. */
function otherConditionsOf({ ranges, rest, order }: RangesPlan, dialect: Dialect): SqlCondition[] {
  const [first] = ranges;
  if (!first?.term) return otherConditions(rest, dialect, first?.authorId === undefined ? order : undefined);
  const { withTerms = [], ...others } = rest;
  return [...otherConditions(others, dialect), ...withTerms.map(walkedHoldsTerm)];
}

const authorOf = ({ authorId }: IndexRange): SqlCondition =>
  authorId === undefined ? always : oneOf('p.post_author', [authorId]);

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

/** In the table of lists the index is named, so that every site gets the same plan. */
function postSelect(
  { table, order }: RangesPlan,
  { authorId }: IndexRange,
  key: SqlFragment,
  condition: SqlCondition,
): SqlFragment {
  const index = authorId === undefined ? listIndexes[order.by] : order.by === 'date' && 'of_author';
  const named = verbatimSql(table === 'platen_list' && index ? `force index (${index})` : '');
  return fragment`select ${key} as "key", p.ID as id from ${tableRef(table)} as p ${named} where ${condition}`;
}

/** From the table of posts by term in date order, which comes first in a join. */
function termSelect(range: IndexRange, others: readonly SqlCondition[], dialect: Dialect): SqlFragment {
  const { term, type, status, limits } = range;
  const listed: SqlCondition = fragment`tp.term_taxonomy_id = (select x.term_taxonomy_id from ${tableRef('term_taxonomy')} as x where x.term_id = ${term?.id ?? 0} and x.taxonomy = ${term?.taxonomy ?? ''}) and tp.post_type = ${type} and tp.post_status = ${status}`;
  const select = fragment`select tp.post_date as "key", tp.post_id as id from ${tableRef('platen_term_posts')} as tp`;
  const table = tableRef(dialect.can.listTable ? 'platen_list' : 'posts');
  if (limits.length === 0 && all(others) === always) return fragment`${select} where ${listed}`;
  return fragment`${select} ${dialect.fixedJoin} ${table} as p on p.ID = tp.post_id where ${all([listed, kindCondition(range), ...others])}`;
}

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

interface RowsOptions {
  readonly columns: Fragment<PostSelection>;
  readonly page: Page;
  readonly isLong: boolean;
  /** Only rows that meet it are shown. */
  readonly among?: SqlCondition;
}

/** The rows of one page of merged ranges. */
export async function rowsOfRanges(
  session: Session,
  plan: RangesPlan,
  { columns, page, isLong, among = always }: RowsOptions,
): Promise<Post[]> {
  const { direction } = plan.order;
  const merged = pageOfRanges(plan, session.dialect, { direction, page, only: () => [among] });
  return session.select(mergedPage, { columns, merged, direction: choice(direction) }, isLong);
}
