import { defineCache } from '../cache/cache-registry.ts';
import { anyTag, tagsOfKinds } from '../cache/tag-cache.ts';
import { never } from '../query/condition.ts';
import { choice } from '../query/fragment.ts';
import { countRows } from '../query/list-query.ts';
import type { Session } from '../query/session.ts';
import type { Page } from '../store/list.ts';
import type { CountedFilter, PostFilter, PostPeriod } from '../store/posts.ts';
import { groupsOfCounters, isLargeSite, termsOfCounters, totalOfCounters } from './counters.ts';
import { listFacts, planTotal, type TotalPlan } from './list-plan.ts';
import { countedList, orderedTotal } from './ordered-lists.ts';
import { postCondition } from './post-condition.ts';
import { countedListRows, countedPosts, postsByColumn, postsByPeriod, postsByTerm } from './post-statements.ts';
import { countSearched } from './search/count-searched.ts';
import { withFewFound } from './search/few-found.ts';
import { foundPosts, shownPosts } from './search/found-posts.ts';
import { preparedSearch } from './search/prepared-search.ts';
import { narrowedVisibility } from './visibility.ts';

/** Totals until any post changes: the pages of a list all show its total. */
const totalCache = defineCache<number>({ concerns: tagsOfKinds('posts'), most: 2_000 });

/** How many rows a filter has. */
export async function countPosts(session: Session, filter: PostFilter): Promise<number> {
  const count = async () => {
    const prepared = await preparedSearch(session, filter);
    return runTotal(prepared, planTotal(filter, await listFacts(prepared, filter)), filter);
  };
  const name = await cachedName(session, filter);
  if (name === null) return count();
  await session.refresh();
  const cache = session.site.caches.of(totalCache);
  if (session.readsReplica) return cache.get(name) ?? count();
  return cache.read(name, ['posts'], count);
}

async function runTotal(session: Session, plan: TotalPlan, filter: PostFilter): Promise<number> {
  switch (plan.kind) {
    case 'counters':
      return totalOfCounters(session, filter);
    case 'matches': {
      const found = foundPosts(session, filter);
      return found ? (await shownPosts(session, found)).size : 0;
    }
    case 'search':
      return countSearched(session, filter, plan.found);
    case 'orderedIds': {
      const known = await orderedTotal(session, plan.list);
      if (known !== null) return known;
      const total = await runTotal(session, plan.otherwise, filter);
      await countedList(session, plan.list, total);
      return total;
    }
    case 'count': {
      const counting = plan.table === 'platen_list' ? countedListRows : countedPosts;
      const counted = await withFewFound(session, filter);
      return countRows(counted, counting, postCondition(filter, counted.dialect), plan.isLong);
    }
  }
}

/** The name under which a total is cached; null where the change log does not tell of all that it depends on. */
async function cachedName(session: Session, filter: PostFilter): Promise<string | null> {
  const { search, where, among, beyond } = filter;
  // What is cached lacks what this transaction wrote.
  if (session.inTransaction || (where ?? among ?? beyond)) return null;
  const { sharedWithOthers } = session.dialect.facts;
  if (search) return sharedWithOthers ? null : JSON.stringify(filter);
  // Counters are read as soon as the state of the tables.
  if (sharedWithOthers && session.hasLists) return null;
  const contentVersion = await session.site.lists.contentVersion();
  return contentVersion === null ? null : contentVersion + JSON.stringify(filter);
}

/** Whether a statement that counts the rows of a filter in groups takes long. */
const isLong = async (session: Session, filter: PostFilter): Promise<boolean> =>
  filter.where !== undefined || isLargeSite(session);

export async function countPostsBy(
  session: Session,
  filter: CountedFilter,
  by: 'status' | 'type',
): Promise<Map<string, number>> {
  const counted = await groupsOfCounters(session, filter, by);
  if (counted) return counted;
  const prepared = await preparedSearch(session, filter);
  const counts = new Map((by === 'status' ? filter.statuses : filter.types).map((value) => [value, 0]));
  const condition = postCondition(filter, prepared.dialect);
  if (condition === never) return counts;
  const column = choice(by === 'status' ? 'post_status' : 'post_type');
  const rows = await prepared.select(postsByColumn, { condition, by: column }, await isLong(prepared, filter));
  for (const { value, n } of rows) counts.set(value, n);
  return counts;
}

export async function countPostsByTerm(
  session: Session,
  filter: CountedFilter,
  taxonomy: string,
): Promise<Map<number, number>> {
  const counted = await termsOfCounters(session, filter, taxonomy);
  if (counted) return counted;
  const prepared = await preparedSearch(session, filter);
  const condition = postCondition(filter, prepared.dialect);
  if (condition === never) return new Map();
  const rows = await prepared.select(postsByTerm, { condition, taxonomy }, await isLong(prepared, filter));
  return new Map(rows.map(({ termId, n }) => [termId, n]));
}

/** How many rows each day has, newest first, until a month gets another number of rows. */
const dayCache = defineCache<readonly PostPeriod[]>({ concerns: tagsOfKinds('month'), most: 10 });

/** How much of a date names a period. */
const lengths = { year: 4, month: 7, day: 10 } as const;
const allDays: Page = { limit: 1_000_000, offset: 0 };

export async function countPostsByPeriod(
  session: Session,
  filter: PostFilter,
  unit: 'year' | 'month' | 'day',
  page: Page,
): Promise<PostPeriod[]> {
  const read = async (reader: Session, length: number, { limit, offset }: Page): Promise<PostPeriod[]> => {
    const prepared = await preparedSearch(reader, filter);
    const condition = postCondition(filter, prepared.dialect);
    if (condition === never) return [];
    return prepared.select(postsByPeriod, { condition, length, limit, offset }, await isLargeSite(prepared));
  };
  const name = nameOfWhole(filter);
  if (name === null || session.inTransaction) return read(session, lengths[unit], page);
  await session.refresh();
  const reader = session.pastReplica();
  const days = await session.site.caches.of(dayCache).read(name, [anyTag], () => read(reader, lengths.day, allDays));
  return inPeriods(days, lengths[unit]).slice(page.offset, page.offset + page.limit);
}

/** The name of all rows of some types and states that any reader sees: the tags of months tell when they change. */
function nameOfWhole({ types, statuses, visibility, ...others }: PostFilter): string | null {
  if (!statuses || Object.values(others).some((part) => part !== undefined)) return null;
  const seen = narrowedVisibility(visibility, types, statuses).anyOf;
  const isWhole = seen.some(
    (clause) =>
      clause.authorId === undefined &&
      clause.parent === undefined &&
      types.every((type) => clause.types?.includes(type) ?? true) &&
      statuses.every((status) => clause.statuses === 'any' || clause.statuses.includes(status)),
  );
  return isWhole ? JSON.stringify([types, statuses]) : null;
}

/** Days put together by year, month or day. */
function inPeriods(days: readonly PostPeriod[], length: number): PostPeriod[] {
  const found = new Map<string, number>();
  for (const { period, count } of days) {
    const name = period.slice(0, length);
    found.set(name, (found.get(name) ?? 0) + count);
  }
  return [...found].map(([period, count]) => ({ period, count }));
}
