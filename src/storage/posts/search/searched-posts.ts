import type { RawBuilder } from 'kysely';
import { all, never, type SqlCondition } from '../../query/condition.ts';
import type { SearchedPart, SearchedRows, TextIndex } from '../../query/dialect.ts';
import {
  choice,
  column,
  type Fragment,
  fragment,
  joined,
  literal,
  type SqlFragment,
  tableRef,
} from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import type { Post } from '../../rows.ts';
import type { Direction, Page } from '../../store/list.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isLargeSite } from '../counters.ts';
import { type MergedRow, mergedPage } from '../index-ranges.ts';
import type { PostSelection } from '../post-statements.ts';
import { expectMany, fewFound } from './few-found.ts';
import { restOf, restOfMany } from './indexed-rows.ts';

/** So many of the newest posts are read for words that many posts have, before the index is asked for all. */
const newestRead = [100, 500, 2_000] as const;
/** A later page of a word that nearly all posts have ends soon after as many posts. */
const mostRead = 25_000;
const readsFor = (last: number): readonly number[] => {
  const most = Math.ceil(last * 1.25);
  return last > 1_500 && most <= mostRead ? [most] : newestRead.filter((read) => read >= last);
};

interface SearchedPage {
  readonly filter: PostFilter;
  readonly page: Page;
  readonly columns: Fragment<PostSelection>;
}

/** The rows that the index finds, and the column of the index that they are ordered by. */
interface SearchedOrder {
  readonly found: SearchedRows;
  readonly key: SqlFragment;
  readonly isByDate: boolean;
  readonly direction: Direction;
}

/** One page of a search by the index, in the order of one of its columns. */
export async function findSearched(
  session: Session,
  { filter, page, columns }: SearchedPage,
  { found, key, isByDate, direction }: SearchedOrder,
): Promise<Post[]> {
  const rest = restOf(session, filter);
  if (rest === never) return [];
  const isLong = await isLargeSite(session);
  const read = (merged: SqlFragment<MergedRow>) =>
    session.select(mergedPage, { columns, merged, direction: choice(direction) }, isLong);
  const words = filter.search ?? [];
  const readNewest = (most: number) => {
    const texts = session.dialect.searchRow(words);
    return read(newestPage(session, filter, { direction, page, most, texts }));
  };
  const reads = isLong && isByDate ? readsFor(page.offset + page.limit) : [];
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
  return read(pageOf(few ? found.listed(few) : found.parts, { key, condition, direction, page }));
}

interface PartsPage {
  readonly key: SqlFragment;
  readonly condition: SqlCondition;
  readonly direction: Direction;
  readonly page: Page;
}

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

/**
 * The ids of the best rows of a search: each rank is asked for what the ranks before it have left of the page. Null where the index
 * cannot tell the ranks apart.
 */
export async function findRelevant(
  session: Session,
  { filter, page }: Pick<SearchedPage, 'filter' | 'page'>,
  { ranks: ranksOf, rankedTitles }: TextIndex,
): Promise<number[] | null> {
  const { search = [] } = filter;
  const isLong = await isLargeSite(session);
  const whole = ranksOf(search)?.map(({ parts }) => parts);
  // Few posts are read themselves.
  const ranks = whole ?? (isLong && !(await fewFound(session, search)) ? rankedTitles(search) : null);
  if (!ranks) return null;
  const condition = restOfMany(session, filter);
  if (condition === never) return [];
  const key = column('p.post_date');
  const ids: number[] = [];
  const last = page.offset + page.limit;
  if (!whole) {
    // Of words that very many posts have, the first rank alone fills most pages.
    const texts = session.dialect.searchRow([search.join(' ')], 'title');
    for (const most of readsFor(last)) {
      const rows = newestPage(session, filter, { direction: 'desc', page, most, texts });
      const newest = await session.select(merged, { rows }, isLong);
      if (newest.length === page.limit) return newest.map(({ id }) => id);
    }
  }
  for (const parts of ranks) {
    if (ids.length >= last) break;
    const open = { limit: last - ids.length, offset: 0 };
    const rows = pageOf(parts, { key, condition, direction: 'desc', page: open });
    for (const { id } of await session.select(merged, { rows }, isLong)) ids.push(id);
  }
  if (!whole && ids.length < last) return null;
  return ids.slice(page.offset, last);
}
