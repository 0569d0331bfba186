import type { RawBuilder } from 'kysely';
import { all, never, oneOf, type SqlCondition } from '../../query/condition.ts';
import type { SearchedPart } from '../../query/dialect.ts';
import { choice, type Fragment, fragment, joined, type SqlFragment } from '../../query/fragment.ts';
import { byList } from '../../query/list-order.ts';
import type { Session } from '../../query/session.ts';
import { column, tableRef } from '../../query/sql-names.ts';
import { literal } from '../../query/sql-values.ts';
import { statement } from '../../query/statement.ts';
import type { Post } from '../../rows.ts';
import type { Direction, Page } from '../../store/list.ts';
import type { ColumnOrder, PostFilter, PostOrder } from '../../store/posts.ts';
import { type MergedRow, mergedPage } from '../post-branches.ts';
import type { PostSelection } from '../post-columns.ts';
import { isLargeSite } from '../post-counts.ts';
import { orderKey } from '../post-order.ts';
import { listedPosts } from '../post-statements.ts';
import { expectMany, fewFound } from './few-found.ts';
import { indexedRows, restOf, restOfMany } from './indexed-rows.ts';
import { relevantFound } from './relevant-found.ts';

/** So many of the newest posts are read for words that many posts have, before the index is asked for all. */
const newestRead = [100, 500, 2_000] as const;
/** A later page of a word that nearly all posts have ends soon after as many posts. */
const mostRead = 25_000;
const readsFor = (last: number): readonly number[] => {
  const most = Math.ceil(last * 1.25);
  return last > 1_500 && most <= mostRead ? [most] : newestRead.filter((read) => read >= last);
};

const narrowOrders: ReadonlySet<ColumnOrder['by'] | 'meta'> = new Set(['date', 'id', 'author', 'parent']);

interface SearchedPage {
  readonly order: PostOrder;
  readonly page: Page;
  readonly columns: Fragment<PostSelection>;
}

/** One page of a search by the index; null where it cannot filter or order the rows. */
export async function findSearched(session: Session, filter: PostFilter, list: SearchedPage): Promise<Post[] | null> {
  const { order, page, columns } = list;
  const found = indexedRows(session, filter);
  if (!found && order.by === 'relevance' && page.limit > 0) return relevantFound(session, filter, { page, columns });
  if (!found || order.by === 'meta') return null;
  if (order.by === 'relevance') return findRelevant(session, filter, list);
  const key = narrowOrders.has(order.by) ? orderKey(session.dialect, order.by) : null;
  if (!key) return null;
  const rest = restOf(session, filter);
  if (rest === never || page.limit <= 0) return [];
  const isLong = await isLargeSite(session);
  const read = (merged: SqlFragment<MergedRow>) =>
    session.select(mergedPage, { columns, merged, direction: choice(order.direction) }, isLong);
  const words = filter.search ?? [];
  const readNewest = (most: number) => {
    const texts = session.dialect.searchRow(words);
    return read(newestPage(session, filter, { direction: order.direction, page, most, texts }));
  };
  const reads = isLong && order.by === 'date' ? readsFor(page.offset + page.limit) : [];
  const isFirst = reads[0] === newestRead[0];
  if (isFirst) {
    const rows = await expectMany(session, words, async () => {
      const newest = await readNewest(newestRead[0]);
      // A whole page of the newest is the page of all.
      return newest.length === page.limit ? newest : null;
    });
    if (rows) return rows;
  }
  const few = isLong ? await fewFound(session, words) : null;
  if (!few) {
    for (const most of reads.slice(isFirst ? 1 : 0)) {
      const rows = await readNewest(most);
      if (rows.length === page.limit) return rows;
    }
  }
  const condition = few ? rest : restOfMany(session, filter);
  return read(pageOf(few ? found.listed(few) : found.parts, { key, condition, direction: order.direction, page }));
}

interface PartsPage {
  readonly key: SqlFragment;
  readonly condition: SqlCondition;
  readonly direction: Direction;
  readonly page: Page;
}

/** A page of the rows of all parts. */
function pageOf(
  parts: readonly SearchedPart[],
  { key, condition, direction, page }: PartsPage,
): SqlFragment<MergedRow> {
  const sorted = sortedBy(direction);
  const last = fragment`(${page.limit + page.offset} + 0)`;
  const rows = parts.map(
    ({ from, matches }) =>
      fragment`select * from (select ${key} as "key", p.ID as id from ${from} where ${all([matches, condition])} order by ${sorted} limit ${last})`,
  );
  return fragment`(${joined(rows, ' union all ')} order by ${sorted} limit (${page.limit} + 0) offset ${page.offset})`;
}

const sortedBy = (direction: Direction): SqlFragment =>
  direction === 'asc' ? fragment`1 asc, 2 asc` : fragment`1 desc, 2 desc`;

interface NewestPage {
  readonly direction: Direction;
  readonly page: Page;
  readonly most: number;
  readonly texts: SqlCondition;
}

/** A page of those whose texts meet a condition among the first rows of the list without the words. */
function newestPage(
  session: Session,
  filter: PostFilter,
  { direction, page, most, texts }: NewestPage,
): SqlFragment<MergedRow> {
  const sorted = sortedBy(direction);
  const first = fragment`select p.post_date as "key", p.ID as id from ${tableRef('posts')} as p where ${restOf(session, filter)} order by ${sorted} limit ${literal(most)}`;
  return fragment`(select n."key", n.id from (${first}) as n cross join ${tableRef('posts')} as p on p.ID = n.id where ${texts} order by ${sorted} limit (${page.limit} + 0) offset ${page.offset})`;
}

const merged = statement(({ db }, { rows }: { readonly rows: RawBuilder<MergedRow> }) =>
  db.selectFrom(rows.as('b')).select('b.id'),
);

/** The best rows of a search: each rank is asked for what the ranks before it have left of the page. */
async function findRelevant(
  session: Session,
  filter: PostFilter,
  { page, columns }: SearchedPage,
): Promise<Post[] | null> {
  const { search = [], beyond } = filter;
  const isLong = await isLargeSite(session);
  const whole = session.dialect.searchedRanks(search)?.map(({ parts }) => parts);
  // Few posts are read themselves.
  const ranks = whole ?? (isLong && !(await fewFound(session, search)) ? session.dialect.rankedTitles(search) : null);
  if (!ranks || beyond) return null;
  const condition = restOfMany(session, filter);
  if (condition === never || page.limit <= 0) return [];
  const key = column('p.post_date');
  const ids: number[] = [];
  const last = page.offset + page.limit;
  if (!whole) {
    // Of words that very many posts have, the first rank alone fills most pages.
    const texts = session.dialect.searchRow([search.join(' ')], 'title');
    for (const most of readsFor(last)) {
      const rows = newestPage(session, filter, { direction: 'desc', page, most, texts });
      const newest = await session.select(merged, { rows }, isLong);
      if (newest.length === page.limit)
        return rowsInOrder(
          session,
          newest.map(({ id }) => id),
          columns,
        );
    }
  }
  for (const parts of ranks) {
    if (ids.length >= last) break;
    const open = { limit: last - ids.length, offset: 0 };
    const rows = pageOf(parts, { key, condition, direction: 'desc', page: open });
    for (const { id } of await session.select(merged, { rows }, isLong)) ids.push(id);
  }
  if (!whole && ids.length < last) return null;
  return rowsInOrder(session, ids.slice(page.offset, last), columns);
}

/** The rows of these ids, in this order. */
function rowsInOrder(session: Session, ids: readonly number[], columns: Fragment<PostSelection>): Promise<Post[]> {
  if (ids.length === 0) return Promise.resolve([]);
  const inputs = {
    columns,
    condition: oneOf('p.ID', ids),
    order: byList(column('p.ID'), ids, 'asc'),
    limit: ids.length,
    offset: 0,
    findsIdsFirst: choice(false),
  };
  return session.select(listedPosts, inputs);
}
