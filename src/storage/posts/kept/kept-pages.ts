import { type RawBuilder, sql } from 'kysely';
import { above, always, atLeast, type BuiltCondition, never, type SqlCondition } from '../../query/condition.ts';
import { fragment, type SqlFragment } from '../../query/fragment.ts';
import { Session } from '../../query/session.ts';
import { statement } from '../../query/statement.ts';
import type { Page } from '../../store/list.ts';
import type { ColumnOrder, PostFilter, PostOrder } from '../../store/posts.ts';
import { deepOffset } from '../page-start.ts';
import { type Branches, firstRows, listBranches, type MergedRow, type Which } from '../post-branches.ts';
import { postCondition } from '../post-condition.ts';
import { inherits } from '../post-notes.ts';
import { postListOrder } from '../post-order.ts';
import type { KeptList } from './kept-lists.ts';
import { largestId, type OrderedIds } from './ordered-ids.ts';

/** Ids that are read with one statement. */
const chunk = 10_000;
/** A list of fewer rows than this is kept only for its total. Its rows can be few among many, so that looking for the next one is slow. */
const fewRows = 2_000;
/** Few rows are kept where counting them took longer than reading a page takes. */
const longMs = 4;

type By = Exclude<ColumnOrder['by'], 'relevance' | 'include' | 'includeSlugs'>;

/** A list that can be kept: all rows of a filter, of which a range in the order of the list is shown. */
interface Listed {
  readonly filter: PostFilter;
  readonly by: By;
  readonly range: { readonly after?: string | undefined; readonly before?: string | undefined };
}

/** The ids of a page deep in a list, from what is kept of its order; null where it is not kept. */
export async function keptPage(
  session: Session,
  filter: PostFilter,
  order: PostOrder,
  { limit, offset }: Page,
): Promise<number[] | null> {
  if (offset < deepOffset || limit <= 0 || !isKept(order.by)) return null;
  const found = await keptRange(session, listedBy(filter, order.by));
  if (!found) return null;
  const { ids, from, to } = found;
  if (order.direction === 'asc') return ids.slice(Math.min(from + offset, to), Math.min(from + offset + limit, to));
  return ids.slice(Math.max(to - offset - limit, from), Math.max(to - offset, from)).reverse();
}

/** How many rows a filter has, from what is kept of one of its orders; null where nothing is. */
export async function keptCount(session: Session, filter: PostFilter): Promise<number | null> {
  const found = await keptRange(session, countedBy(filter), 'ask nobody');
  return found && Math.max(0, found.to - found.from);
}

/** Counts the rows of a filter, and keeps them where that costs much. */
export async function countedToKeep(
  session: Session,
  filter: PostFilter,
  count: () => Promise<number>,
): Promise<number> {
  const begun = performance.now();
  const total = await count();
  if (total >= fewRows || performance.now() - begun >= longMs) await keptRange(session, countedBy(filter));
  return total;
}

const isKept = (by: PostOrder['by']): by is By =>
  by !== 'meta' && by !== 'relevance' && by !== 'include' && by !== 'includeSlugs';

/** A range of dates is one of the list in the order of these dates, so that one list serves all ranges. */
function listedBy(filter: PostFilter, by: By): Listed {
  if (by === 'date') {
    const { after, before, ...rest } = filter;
    return { filter: rest, by, range: { after, before } };
  }
  if (by === 'modified') {
    const { modifiedAfter: after, modifiedBefore: before, ...rest } = filter;
    return { filter: rest, by, range: { after, before } };
  }
  return { filter, by, range: {} };
}

function countedBy(filter: PostFilter): Listed {
  const isDated = (filter.after ?? filter.before) !== undefined;
  const isChanged = (filter.modifiedAfter ?? filter.modifiedBefore) !== undefined;
  return listedBy(filter, isDated ? 'date' : isChanged ? 'modified' : 'id');
}

interface Range {
  readonly ids: OrderedIds;
  readonly from: number;
  readonly to: number;
}

async function keptRange(session: Session, listed: Listed, ask?: 'ask nobody'): Promise<Range | null> {
  const { filter, by, range } = listed;
  const { search, notSearch, where, among, beyond, ids: named, slugs } = filter;
  // What is kept lacks what this transaction wrote.
  if (search ?? notSearch ?? where ?? among ?? beyond ?? named ?? slugs) return null;
  if (session.inTransaction || session.readsReplica || filter.types.includes('revision')) return null;
  await session.catchUp();
  const { keptLists, lists } = session.site;
  const stamp = await lists.stamp();
  if (stamp === null) return null;
  const name = JSON.stringify([by, filter]);
  const kept = keptLists.get(name, stamp);
  if (!kept) {
    if (!ask && keptLists.isWanted(name)) readInBackground(session, listed, name);
    return null;
  }
  const isSmall = kept.ids.length < fewRows;
  if (isSmall && (range.after ?? range.before) !== undefined) return null;
  if (isSmall && kept.changed.size > 0) {
    keptLists.drop(name);
    return null;
  }
  if (kept.changed.size > 0 && !(await renewed(session, kept, listed, () => keptLists.drop(name)))) return null;
  const branches = range.after === undefined && range.before === undefined ? null : await partsOf(session, listed);
  const from = range.after === undefined ? 0 : await position(session, kept, branches, afterwards(by, range.after));
  const to =
    range.before === undefined ? kept.ids.length : await position(session, kept, branches, since(by, range.before));
  return from === null || to === null ? null : { ids: kept.ids, from, to };
}

const dates = { date: 'p.post_date', modified: 'p.post_modified' } as const;
const dateOf = (by: By): string => (by === 'modified' ? dates.modified : dates.date);
const afterwards = (by: By, date: string) => above(dateOf(by), date);
const since = (by: By, date: string) => atLeast(dateOf(by), date);

const partsOf = (session: Session, { filter, by }: Listed): Promise<Branches | null> =>
  listBranches(session, filter, { by, direction: 'asc' });

const mergedRows = statement(({ db }, { rows }: { readonly rows: RawBuilder<MergedRow> }) =>
  db.selectFrom(rows.as('b')).select(['b.key as key', 'b.id as id']).orderBy('b.key').orderBy('b.id'),
);

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

/** The rows after another one: those with the same key, and those with a later one. Each is a range of an index. */
const beyond =
  (value: unknown, id: number): Which =>
  (columns) => {
    // Keys are what the database returned for a column: a text or a number.
    const key = value as string | number;
    return [fragment`${columns.key} = ${key} and ${columns.id} > ${id}`, fragment`${columns.key} > ${key}`];
  };

interface Among {
  readonly condition: BuiltCondition;
  readonly key: RawBuilder<unknown>;
  readonly order: RawBuilder<unknown>;
}
const rowsAmong = statement(({ db }, { condition, key, order }: Among) =>
  db
    .selectFrom('posts as p')
    .select([key.as('key'), 'p.ID as id'])
    .where(condition)
    .orderBy(order),
);

/** Those of a few rows that are in a list, in its order: found by their ids, not in the index of the list. */
async function listedAmong(session: Session, { filter, by }: Listed, key: SqlFragment, ids: readonly number[]) {
  const condition = postCondition({ ...filter, ids }, session.dialect);
  const order = postListOrder(session.dialect, filter, { by, direction: 'asc' });
  return condition === never ? [] : session.select(rowsAmong, { condition, key, order });
}

/** Where the first row of a kept list stands that meets a condition which all later ones meet too. */
async function position(
  session: Session,
  { ids }: KeptList,
  branches: Branches | null,
  condition: SqlCondition,
): Promise<number | null> {
  if (!branches) return null;
  const [first] = await session.select(mergedRows, { rows: firstRows(session, branches, () => [condition], 1) });
  if (!first) return ids.length;
  const at = ids.indexOf(Number(first.id));
  return at < 0 ? null : at;
}

/** Brings a list up to date, once for all who wait for it; false where it cannot be done now. */
async function renewed(session: Session, kept: KeptList, listed: Listed, drop: () => void): Promise<boolean> {
  if (kept.stamp !== '') {
    drop();
    return false;
  }
  kept.renewing ??= placeChanged(session, kept, listed, drop).finally(() => {
    kept.renewing = null;
  });
  return (await kept.renewing) && kept.changed.size === 0;
}

async function placeChanged(session: Session, kept: KeptList, listed: Listed, drop: () => void): Promise<boolean> {
  const { site } = session;
  await site.feed.refresh();
  const { generation } = site.keptLists;
  const changed = [...kept.changed];
  const branches = await partsOf(session, listed);
  if (!branches) return false;
  const rows = await listedAmong(session, listed, branches.key, changed);
  const places: { readonly id: number; readonly next: number | null }[] = [];
  // From the end, so that the row after each one has its place already.
  for (const { key, id } of rows.reverse()) {
    const after = firstRows(session, branches, beyond(key, Number(id)), 1);
    const [next] = await session.select(mergedRows, { rows: after });
    places.push({ id: Number(id), next: next ? Number(next.id) : null });
  }
  await site.feed.refresh();
  // What was read may be of two states if anything changed meanwhile.
  if (site.keptLists.generation !== generation) return false;
  const isPlaced = place(kept, changed, places);
  if (!isPlaced) drop();
  return isPlaced;
}

/** False where the list lacks a row that the database has: then it is not what it seems to be. */
function place(
  { ids, changed: pending }: KeptList,
  changed: readonly number[],
  places: readonly { readonly id: number; readonly next: number | null }[],
): boolean {
  for (const id of changed) ids.remove(id);
  for (const { id, next } of places) {
    const at = next === null ? ids.length : ids.indexOf(next);
    if (at < 0) return false;
    ids.insert(id, at);
  }
  for (const id of changed) pending.delete(id);
  return true;
}

/** Nobody waits for a list that is being read; what fails is tried again when it is asked for. */
function readInBackground({ site, db }: Session, listed: Listed, name: string): void {
  const session = new Session(site, db, null, null);
  site.keptLists.keep(name, () => readList(session, listed)).catch(() => {});
}

async function readList(session: Session, listed: Listed) {
  const { feed, lists } = session.site;
  await feed.refresh();
  const stamp = await lists.stamp();
  const branches = await partsOf(session, listed);
  if (!branches || stamp === null) return null;
  const chunks: number[][] = [];
  for (let rest: Which | null = () => [always]; rest !== null; ) {
    const read: Chunk | null = await readChunk(session, firstRows(session, branches, rest, chunk));
    if (!read) return null;
    chunks.push(read.ids);
    const last = read.ids.at(-1);
    rest = read.ids.length < chunk || last === undefined ? null : beyond(read.lastKey, last);
  }
  await feed.refresh();
  if ((await lists.stamp()) !== stamp) return null;
  const { filter } = listed;
  return { ids: Uint32Array.from(chunks.flat()), inherits: inherits(filter.visibility, filter.types), stamp };
}

interface Chunk {
  readonly ids: number[];
  readonly lastKey: unknown;
}

/** Null where the ids cannot be kept, or where the server has cut the text. */
async function readChunk(session: Session, rows: SqlFragment<MergedRow>): Promise<Chunk | null> {
  const [read] = await session.select(joinedIds, { rows }, true);
  const ids = read?.ids ? read.ids.split(',').map(Number) : [];
  if (ids.length !== Number(read?.n ?? 0) || ids.some((id) => id > largestId)) return null;
  return { ids, lastKey: read?.lastKey };
}
