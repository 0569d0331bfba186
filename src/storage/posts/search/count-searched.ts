import type { RawBuilder } from 'kysely';
import { all, never, noneOf, not, oneOf, type SqlCondition } from '../../query/condition.ts';
import type { IdRange, SearchedPart, SearchedRows } from '../../query/dialect.ts';
import { fragment, joined, type SqlFragment } from '../../query/fragment.ts';
import type { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import type { PostFilter } from '../../store/posts.ts';
import { isLargeSite, scopes, sumOfKinds } from '../counters.ts';
import { narrowedVisibility, visibilityCondition } from '../visibility.ts';
import { fewFound } from './few-found.ts';
import { indexedRows, restOf, restOfMany } from './indexed-rows.ts';

const total = statement(({ db }, { n }: { readonly n: RawBuilder<number> }) => db.selectNoFrom(n.as('n')));

/** How many of the rows that the index finds a search has. */
export async function countSearched(session: Session, filter: PostFilter, found: SearchedRows): Promise<number> {
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
    const found = indexedRows(session.dialect, filter, ids);
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

/** Up to so many hidden posts are listed to leave them out: above that, looking up each found post may cost less. */
const mostHidden = 200_000;

/** What type, status, password and words decide. */
const decided: ReadonlySet<string> = new Set<keyof PostFilter>([
  'types',
  'statuses',
  'visibility',
  'search',
  'withoutPassword',
]);

/**
 * The types and statuses that a search does not show, as a condition on a row `c` of the counts, where few posts have
 * them: then the posts with common words are counted without reading a row of each. Null elsewhere, and where more than
 * type and status decides.
 */
async function hiddenKinds(session: Session, filter: PostFilter): Promise<SqlCondition | null> {
  if (!Object.entries(filter).every(([name, value]) => value === undefined || decided.has(name))) return null;
  const visibility = narrowedVisibility(filter.visibility, filter.types, filter.statuses);
  if (visibility.anyOf.some(({ authorId, parent }) => authorId !== undefined || parent !== undefined)) return null;
  const hidden = all([
    oneOf('c.scope', [scopes.all]),
    oneOf('c.owner', [0]),
    // Revisions are not indexed.
    noneOf('c.post_type', ['revision']),
    not(visibilityCondition(visibility, 'c')),
  ]);
  return (await sumOfKinds(session, hidden)) <= mostHidden ? hidden : null;
}
