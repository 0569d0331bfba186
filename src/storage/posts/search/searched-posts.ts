import type { RawBuilder } from 'kysely';
import { all, never, type SqlCondition } from '../../query/condition.ts';
import type { SearchedRows } from '../../query/dialect.ts';
import { choice, type Fragment, fragment, joined, type SqlFragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { tableRef } from '../../query/sql-names.ts';
import { literal } from '../../query/sql-values.ts';
import { statement } from '../../query/statement.ts';
import type { Post } from '../../rows.ts';
import type { Page } from '../../store/list.ts';
import type { ColumnOrder, PostFilter, PostOrder } from '../../store/posts.ts';
import { type MergedRow, mergedPage } from '../post-branches.ts';
import type { PostSelection } from '../post-columns.ts';
import { postCondition } from '../post-condition.ts';
import { isLargeSite } from '../post-counts.ts';
import { orderKey } from '../post-order.ts';

/** Words that stand in more posts than this are likely to stand in some of the newest. */
const manyPosts = 20_000;
/** So many of the newest posts are read for such words, before the index is asked for all. */
const mostRead = 2_000;

/** The members of a filter that need no other columns than an index of texts has. */
const narrow: ReadonlySet<string> = new Set<keyof PostFilter>([
  'beyond',
  'types',
  'visibility',
  'statuses',
  'notIds',
  'authorIds',
  'notAuthorIds',
  'parentIds',
  'notParentIds',
  'after',
  'before',
  'search',
  'notSearch',
  'withoutPassword',
  'withTerms',
  'withoutTerms',
]);
const narrowOrders: ReadonlySet<ColumnOrder['by'] | 'meta'> = new Set(['date', 'id', 'author', 'parent']);

/** The rows of a search from the index of texts; null where it cannot filter them. */
function indexedRows(session: Session, filter: PostFilter): SearchedRows | null {
  const { search, beyond } = filter;
  if (!search || (beyond && beyond.by !== 'date' && beyond.by !== 'id')) return null;
  const isNarrow = Object.entries(filter).every(([name, value]) => value === undefined || narrow.has(name));
  return isNarrow ? session.dialect.searchedRows(search) : null;
}

const withoutWords = ({ search: _words, ...rest }: PostFilter): PostFilter => rest;

const total = statement(({ db }, { n }: { readonly n: RawBuilder<number> }) => db.selectNoFrom(n.as('n')));

/** How many rows a search has, by the index alone; null where it cannot say. */
export async function countSearched(session: Session, filter: PostFilter): Promise<number | null> {
  const found = indexedRows(session, filter);
  if (!found) return null;
  const rest = postCondition(withoutWords(filter), session.dialect);
  if (rest === never) return 0;
  const [indexed, waiting] = found.parts.map((part) => counted(part.from, all([part.matches, rest])));
  if (!indexed || !waiting) return null;
  const [row] = await session.select(
    total,
    { n: fragment<number>`${indexed} + ${waiting}` },
    await isLargeSite(session),
  );
  return row?.n ?? 0;
}

const counted = (from: SqlFragment, condition: SqlCondition): SqlFragment =>
  fragment`(select count(*) from ${from} where ${condition})`;

/** One page of a search by the index; null where it cannot filter or order the rows. */
export async function findSearched(
  session: Session,
  filter: PostFilter,
  { order, page, columns }: { order: PostOrder; page: Page; columns: Fragment<PostSelection> },
): Promise<Post[] | null> {
  const found = indexedRows(session, filter);
  if (!found || order.by === 'meta' || !narrowOrders.has(order.by)) return null;
  const key = orderKey(session.dialect, order.by);
  const rest = postCondition(withoutWords(filter), session.dialect);
  if (!key) return null;
  if (rest === never || page.limit <= 0) return [];
  const sorted = order.direction === 'asc' ? fragment`1 asc, 2 asc` : fragment`1 desc, 2 desc`;
  const isLong = await isLargeSite(session);
  const read = (merged: SqlFragment<MergedRow>) =>
    session.select(mergedPage, { columns, merged, direction: choice(order.direction) }, isLong);
  const some = (from: SqlFragment, condition: SqlCondition, limit: SqlFragment): SqlFragment =>
    fragment`select * from (select ${key} as "key", p.ID as id from ${from} where ${condition} order by ${sorted} limit ${limit})`;

  if (isLong && order.by === 'date' && (await hasMany(session, found.ids))) {
    const newest = some(fragment`${tableRef('posts')} as p`, rest, literal(mostRead));
    const texts = session.dialect.searchRow(filter.search ?? []);
    const rows = await read(
      fragment`(select n."key", n.id from (${newest}) as n cross join ${tableRef('posts')} as p on p.ID = n.id where ${texts} order by ${sorted} limit (${page.limit} + 0) offset ${page.offset})`,
    );
    // A whole page of the newest is the page of all.
    if (rows.length === page.limit) return rows;
  }
  const last = fragment`(${page.limit + page.offset} + 0)`;
  const parts = found.parts.map((part) => some(part.from, all([part.matches, rest]), last));
  return read(
    fragment`(${joined(parts, ' union all ')} order by ${sorted} limit (${page.limit} + 0) offset ${page.offset})`,
  );
}

const probe = statement(({ db }, { rows }: { readonly rows: RawBuilder<{ id: number }> }) =>
  db.selectFrom(rows.as('c')).select(({ fn }) => fn.countAll<number>().as('n')),
);

/** Whether the index has many rows for the words. */
async function hasMany(session: Session, ids: SqlFragment): Promise<boolean> {
  const rows = fragment<{ id: number }>`(${ids} limit ${literal(manyPosts + 1)})`;
  const [row] = await session.select(probe, { rows }, true);
  return (row?.n ?? 0) > manyPosts;
}
