import { type RawBuilder, sql } from 'kysely';
import { above, atLeast, type BuiltCondition, never, type SqlCondition } from '../query/condition.ts';
import { fragment, type SqlFragment } from '../query/fragment.ts';
import { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { Direction, Page } from '../store/list.ts';
import { keyOf, type MergedRow, pageOfRanges, type RowPredicates } from './index-ranges.ts';
import { listFacts, type OrderedListPlan, planRanges, type RangesPlan } from './list-plan.ts';
import { largestId, type OrderedIds, type OrderedList, orderedIdCache, type ReadList } from './ordered-ids.ts';
import { postCondition, postListOrder } from './post-condition.ts';
import { changedPostIds } from './post-tags.ts';
import { inherits } from './visibility.ts';

/** Ids that are read with one statement. */
const chunk = 50_000;
/** The rows of a shorter list can be few among many, so that looking for the next one is slow: it is read again. */
const shortList = 2_000;

/** The ids of a page of a list in memory; null where it is not there, and is perhaps read in the background. */
export async function orderedPage(
  session: Session,
  list: OrderedListPlan,
  { limit, offset }: Page,
  direction: Direction,
): Promise<number[] | null> {
  const found = await orderedRange(session, list, 'fill');
  if (!found) return null;
  const { ids, from, to } = found;
  if (direction === 'asc') return ids.slice(Math.min(from + offset, to), Math.min(from + offset + limit, to));
  return ids.slice(Math.max(to - offset - limit, from), Math.max(to - offset, from)).reverse();
}

/** How many rows a list in memory has; null where it is not there. */
export async function orderedTotal(session: Session, list: OrderedListPlan): Promise<number | null> {
  const found = await orderedRange(session, list);
  return found && Math.max(0, found.to - found.from);
}

/** Tells that a list was counted; one that is long is read into memory when that happens again. */
export async function countedList(session: Session, list: OrderedListPlan, total: number): Promise<void> {
  if (total >= shortList) await orderedRange(session, list, 'fill');
}

interface Range {
  readonly ids: OrderedIds;
  readonly from: number;
  readonly to: number;
}

async function orderedRange(session: Session, list: OrderedListPlan, fill?: 'fill'): Promise<Range | null> {
  const { filter, by, range } = list;
  await session.refresh();
  const contentVersion = await session.site.lists.contentVersion();
  if (contentVersion === null) return null;
  const cache = session.site.caches.of(orderedIdCache);
  const name = JSON.stringify([by, filter]);
  const stored = cache.get(name, contentVersion);
  if (!stored) {
    if (fill && cache.isWanted(name)) fillInBackground(session, list, name);
    return null;
  }
  const { value, changed } = stored;
  const drop = () => cache.lists.delete(name);
  const isDated = (range.after ?? range.before) !== undefined;
  if (value.ids.length < shortList && (isDated || changed.size > 0)) {
    if (changed.size > 0) drop();
    return null;
  }
  if (changed.size > 0 && !(await renewed(session, { value, changed, drop }, list))) return null;
  const ranges = isDated ? await rangesOf(session, list) : null;
  const from = range.after === undefined ? 0 : await position(session, value, ranges, above(dateOf(list), range.after));
  const to =
    range.before === undefined
      ? value.ids.length
      : await position(session, value, ranges, atLeast(dateOf(list), range.before));
  return from === null || to === null ? null : { ids: value.ids, from, to };
}

const dateOf = ({ by }: OrderedListPlan): string => (by === 'modified' ? 'p.post_modified' : 'p.post_date');

async function rangesOf(session: Session, { filter, by }: OrderedListPlan): Promise<RangesPlan | null> {
  const order = { by, direction: 'asc' } as const;
  return planRanges(filter, order, await listFacts(session, filter, order));
}

const mergedRows = statement(({ db }, { rows }: { readonly rows: RawBuilder<MergedRow> }) =>
  db.selectFrom(rows.as('b')).select(['b.key as key', 'b.id as id']).orderBy('b.key').orderBy('b.id'),
);

/** The first rows of merged ranges that meet one of some conditions, in ascending order. */
const firstRows = (session: Session, plan: RangesPlan, limit: number, only?: RowPredicates): SqlFragment<MergedRow> =>
  pageOfRanges(plan, session.dialect, { direction: 'asc', page: { limit, offset: 0 }, ...(only && { only }) });

async function firstRow(session: Session, plan: RangesPlan, only: RowPredicates): Promise<number | null> {
  const [first] = await session.select(mergedRows, { rows: firstRows(session, plan, 1, only) });
  return first ? Number(first.id) : null;
}

/** The rows after another one: those with the same key, and those with a later one. Each is a range of an index. */
const beyond =
  (value: unknown, id: number): RowPredicates =>
  (columns) => {
    // Keys are what the database returned for a column: a text or a number.
    const key = value as string | number;
    return [fragment`${columns.key} = ${key} and ${columns.id} > ${id}`, fragment`${columns.key} > ${key}`];
  };

/** Where the first row of a list stands that meets a condition which all later ones meet too. */
async function position(
  session: Session,
  { ids }: OrderedList,
  ranges: RangesPlan | null,
  condition: SqlCondition,
): Promise<number | null> {
  if (!ranges) return null;
  const first = await firstRow(session, ranges, () => [condition]);
  if (first === null) return ids.length;
  const at = ids.indexOf(first);
  return at < 0 ? null : at;
}

/** A list, the tags of the posts that have changed since it was read, and how it is dropped. */
interface StoredList {
  readonly value: OrderedList;
  readonly changed: Set<string>;
  readonly drop: () => void;
}

/** Brings a list up to date, once for all who wait for it; false where it cannot be done now. */
async function renewed(session: Session, stored: StoredList, list: OrderedListPlan): Promise<boolean> {
  const { value, changed, drop } = stored;
  if (value.contentVersion !== '') {
    drop();
    return false;
  }
  value.renewing ??= placeChanged(session, stored, list).finally(() => {
    value.renewing = null;
  });
  return (await value.renewing) && changed.size === 0;
}

async function placeChanged(session: Session, stored: StoredList, list: OrderedListPlan): Promise<boolean> {
  const { value, changed, drop } = stored;
  const { feed, caches } = session.site;
  await feed.refresh();
  const { lists } = caches.of(orderedIdCache);
  const { version } = lists;
  const tags = [...changed];
  const ids = changedPostIds(tags);
  const ranges = await rangesOf(session, list);
  if (!ranges) return false;
  const places: { readonly id: number; readonly next: number | null }[] = [];
  // From the end, so that the row after each one has its place already.
  for (const { key, id } of (await rowsAmong(session, list, ranges, ids)).reverse())
    places.push({ id: Number(id), next: await firstRow(session, ranges, beyond(key, Number(id))) });
  await feed.refresh();
  // What was read may be of two states if anything changed meanwhile.
  if (lists.version !== version) return false;
  const isPlaced = place(value, ids, places);
  if (isPlaced) for (const tag of tags) changed.delete(tag);
  else drop();
  return isPlaced;
}

/** False where the list lacks a row that the database has: then it is not what it seems to be. */
function place(
  { ids }: OrderedList,
  changed: readonly number[],
  places: readonly { readonly id: number; readonly next: number | null }[],
): boolean {
  for (const id of changed) ids.remove(id);
  for (const { id, next } of places) {
    const at = next === null ? ids.length : ids.indexOf(next);
    if (at < 0) return false;
    ids.insert(id, at);
  }
  return true;
}

interface Among {
  readonly condition: BuiltCondition;
  readonly key: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}
const orderedAmong = statement(({ db }, { condition, key, order }: Among) =>
  db
    .selectFrom('posts as p')
    .select([key.as('key'), 'p.ID as id'])
    .where(condition)
    .orderBy(order),
);

/** Those of a few rows that are in a list, in its order: found by their ids, not in the index of the list. */
async function rowsAmong(session: Session, { filter, by }: OrderedListPlan, plan: RangesPlan, ids: readonly number[]) {
  const { dialect } = session;
  const condition = postCondition({ ...filter, ids }, dialect);
  const order = postListOrder(dialect, filter, { by, direction: 'asc' });
  return condition === never ? [] : session.select(orderedAmong, { condition, key: keyOf(plan, dialect), order });
}

/** Nobody waits for a list that is being read; what fails is tried again when it is asked for. */
function fillInBackground({ site, db }: Session, list: OrderedListPlan, name: string): void {
  const session = Session.open(site, db);
  const cache = site.caches.of(orderedIdCache);
  void site.jobs.of('list orders').run(() => cache.fill(name, () => readList(session, list)));
}

async function readList(session: Session, list: OrderedListPlan): Promise<ReadList | null> {
  const { feed, lists } = session.site;
  await feed.refresh();
  const contentVersion = await lists.contentVersion();
  const ranges = await rangesOf(session, list);
  if (!ranges || contentVersion === null) return null;
  const chunks: number[][] = [];
  for (let rest: RowPredicates | undefined, isLast = false; !isLast; ) {
    const read: Chunk | null = await readChunk(session, firstRows(session, ranges, chunk, rest));
    if (!read) return null;
    chunks.push(read.ids);
    const last = read.ids.at(-1);
    isLast = read.ids.length < chunk || last === undefined;
    rest = beyond(read.lastKey, last ?? 0);
  }
  await feed.refresh();
  if ((await lists.contentVersion()) !== contentVersion) return null;
  const { visibility, types } = list.filter;
  return { ids: Uint32Array.from(chunks.flat()), inherits: inherits(visibility, types), contentVersion };
}

/** Many ids as one text, which is read sooner than many rows. */
const joinedIds = statement(({ db }, { rows }: { readonly rows: RawBuilder<MergedRow> }) =>
  db
    .selectFrom(rows.as('b'))
    .select(({ fn, ref }) => [
      sql<string | null>`group_concat(${ref('b.id')} order by ${ref('b.key')}, ${ref('b.id')})`.as('ids'),
      fn.max('b.key').as('lastKey'),
      fn.countAll<number>().as('n'),
    ]),
);

interface Chunk {
  readonly ids: number[];
  readonly lastKey: unknown;
}

/** Null where the ids cannot be stored, or where the server has cut the text. */
async function readChunk(session: Session, rows: SqlFragment<MergedRow>): Promise<Chunk | null> {
  const [read] = await session.select(joinedIds, { rows }, true);
  const ids = read?.ids ? read.ids.split(',').map(Number) : [];
  if (ids.length !== Number(read?.n ?? 0) || ids.some((id) => id > largestId)) return null;
  return { ids, lastKey: read?.lastKey };
}
