import type { RawBuilder } from 'kysely';
import { fragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { literal } from '../../query/sql-values.ts';
import { statement } from '../../query/statement.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isLargeSite } from '../post-counts.ts';

/** Words that stand in more posts than this are likely to stand in some of the newest. */
const manyPosts = 20_000;

const matching = statement(({ db }, { rows }: { readonly rows: RawBuilder<{ id: number }> }) =>
  db.selectFrom(rows.as('c')).select('c.id'),
);

/**
 * The ids of the posts with all of the words, if they are few: asked of the index once, for the page and for its total.
 * Null where they are many, or where there is no index.
 */
export async function fewFound(session: Session, words: readonly string[]): Promise<readonly number[] | null> {
  const found = session.dialect.searchedRows(words);
  if (!found) return null;
  const read = async (from: Session): Promise<readonly number[] | null> => {
    const rows = fragment<{ id: number }>`(${found.ids} limit ${literal(manyPosts + 1)})`;
    const ids = (await from.select(matching, { rows }, true)).map(({ id }) => id);
    return ids.length > manyPosts ? null : ids;
  };
  // What is kept lacks what this transaction wrote.
  if (session.inTransaction) return read(session);
  await session.catchUp();
  const { searchTotals } = session.site;
  const { generation } = searchTotals;
  const name = JSON.stringify(words);
  const known = searchTotals.idsOf(name);
  if (known !== undefined) return known;
  const ids = await read(session.pastReplica());
  searchTotals.keepIds(name, generation, ids);
  return ids;
}

/**
 * A page that is found without the ids of all posts with the words; null where it is not, or where they are known to be few.
 * If it is, the words count as words of many posts, so that these are not looked for.
 */
export async function expectMany<Row>(
  session: Session,
  words: readonly string[],
  find: () => Promise<Row[] | null>,
): Promise<Row[] | null> {
  if (session.inTransaction) return find();
  await session.catchUp();
  const { searchTotals } = session.site;
  const { generation } = searchTotals;
  const name = JSON.stringify(words);
  if (searchTotals.idsOf(name)) return null;
  const rows = await find();
  if (rows) searchTotals.keepIds(name, generation, null);
  return rows;
}

/** The session with the posts of the filter's words as a list, where they are few on a large site. */
export async function withFewFound(session: Session, { search, ids }: PostFilter): Promise<Session> {
  if (!search || ids || !(await isLargeSite(session))) return session;
  const few = await fewFound(session, search);
  if (!few) return session;
  const { dialect } = session;
  return session.withDialect({
    ...dialect,
    searchPosts: (words, column) =>
      words === search && !column ? dialect.onlyPosts(few) : dialect.searchPosts(words, column),
  });
}
