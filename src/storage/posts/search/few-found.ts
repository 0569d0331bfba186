import type { RawBuilder } from 'kysely';
import { defineCache } from '../../cache/cache-registry.ts';
import { tagsOfKinds } from '../../cache/tag-cache.ts';
import { fragment, literal } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isLargeSite } from '../counters.ts';

/** Words that stand in more posts than this are likely to stand in some of the newest. */
const manyPosts = 20_000;

/** The ids of the posts with some words, by these; null where they are many. */
const matchIds = defineCache<readonly number[] | null>({ concerns: tagsOfKinds('posts'), most: 20 });

const matching = statement(({ db }, { rows }: { readonly rows: RawBuilder<{ id: number }> }) =>
  db.selectFrom(rows.as('c')).select('c.id'),
);

/**
 * The ids of the posts with all of the words, if they are few: asked of the index once, for the page and for its total.
 * Null where they are many, or where there is no index.
 */
export async function fewFound(session: Session, words: readonly string[]): Promise<readonly number[] | null> {
  const found = session.dialect.textIndex?.rows(words);
  if (!found) return null;
  const read = async (from: Session): Promise<readonly number[] | null> => {
    const rows = fragment<{ id: number }>`(${found.ids} limit ${literal(manyPosts + 1)})`;
    const ids = (await from.select(matching, { rows }, true)).map(({ id }) => id);
    return ids.length > manyPosts ? null : ids;
  };
  // What is kept lacks what this transaction wrote.
  if (session.inTransaction) return read(session);
  await session.refresh();
  const reader = session.pastReplica();
  return session.site.caches.of(matchIds).read(JSON.stringify(words), ['posts'], () => read(reader));
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
  await session.refresh();
  const cache = session.site.caches.of(matchIds);
  const { version } = cache;
  const name = JSON.stringify(words);
  if (cache.get(name)) return null;
  const rows = await find();
  if (rows) cache.set(name, null, { since: version, tags: ['posts'] });
  return rows;
}

/** The session with the posts of the filter's words as a list, where they are few on a large site. */
export async function withFewFound(session: Session, { search, ids }: PostFilter): Promise<Session> {
  if (!search || ids || !(await isLargeSite(session))) return session;
  const few = await fewFound(session, search);
  const { dialect } = session;
  const only = few && dialect.textIndex?.onlyPosts(few);
  if (!only) return session;
  return session.withDialect({
    ...dialect,
    searchPosts: (words, column) => (words === search && !column ? only : dialect.searchPosts(words, column)),
  });
}
