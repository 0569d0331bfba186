import type { RawBuilder } from 'kysely';
import { all, never, type SqlCondition } from '../../query/condition.ts';
import type { IdRange, SearchedPart } from '../../query/dialect.ts';
import { fragment, joined, type SqlFragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isLargeSite } from '../post-counts.ts';
import { fewFound } from './few-found.ts';
import { hiddenKinds } from './hidden-kinds.ts';
import { indexedRows, restOf, restOfMany } from './indexed-rows.ts';

const total = statement(({ db }, { n }: { readonly n: RawBuilder<number> }) => db.selectNoFrom(n.as('n')));

/** How many rows a search has, by the index alone; null where it cannot say. */
export async function countSearched(session: Session, filter: PostFilter): Promise<number | null> {
  const found = indexedRows(session, filter);
  if (!found) return null;
  const isLong = await isLargeSite(session);
  const few = isLong ? await fewFound(session, filter.search ?? []) : null;
  const rest = few ? restOf(session, filter) : restOfMany(session, filter);
  if (rest === never || few?.length === 0) return 0;
  if (isLong && !few) return countCommon(session, filter, rest);
  const parts = few ? found.listed(few) : found.parts;
  return sumOf(
    session,
    parts.map((part) => counted(part, rest)),
    isLong,
  );
}

/**
 * Counts the posts with words that very many have, those with ids of one range beside those of another. Each range is
 * counted as it is at some moment of the request.
 */
async function countCommon(session: Session, filter: PostFilter, rest: SqlCondition): Promise<number> {
  const hidden = await hiddenKinds(session, filter);
  const counting = (await idRanges(session)).map((ids) => {
    const found = indexedRows(session, filter, ids);
    if (!found) return 0;
    const counts = hidden
      ? [found.indexedBut(hidden, filter.withoutPassword === true), counted(found.waiting, rest)]
      : found.parts.map((part) => counted(part, rest));
    return sumOf(session, counts, true);
  });
  return (await Promise.all(counting)).reduce((sum, n) => sum + n, 0);
}

const counted = ({ from, matches }: SearchedPart, condition: SqlCondition): SqlFragment =>
  fragment`(select count(*) from ${from} where ${all([matches, condition])})`;

async function sumOf(session: Session, counts: readonly SqlFragment[], isLong: boolean): Promise<number> {
  const [row] = await session.select(total, { n: fragment<number>`${joined(counts, ' + ')}` }, isLong);
  return row?.n ?? 0;
}

const lastPost = statement(({ db }) => db.selectFrom('posts as p').select(({ fn }) => fn.max('p.ID').as('id')));

/** As many ranges of all ids as are read at the same time. */
async function idRanges(session: Session): Promise<IdRange[]> {
  const ranges = session.inTransaction ? 1 : (session.site.background?.atOnce ?? 1);
  const [last] = await session.select(lastPost, {});
  const step = Math.ceil((last?.id ?? 0) / ranges) + 1;
  return Array.from({ length: ranges }, (_, at) => ({
    from: at * step,
    below: at + 1 < ranges ? (at + 1) * step : Number.MAX_SAFE_INTEGER,
  }));
}
