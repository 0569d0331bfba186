import type { InnerRead, Reader } from '../api/answer.ts';
import type { Context } from '../api/resource/context.ts';
import { ApiError } from '../lib/errors.ts';
import type { FeedChange, FeedRow, Store } from '../storage/store.ts';
import type { Collection } from './collections.ts';
import type { CursorRow } from './feed-cursor.ts';
import { refuseReset } from './feed-cursor.ts';

/** A page ends before a reset, so no entry is one. */
type ItemChange = Exclude<FeedChange, 'reset'>;

/** One entry of the feed: an item as the caller sees it now, or null if the caller does not see it any more. */
export interface FeedEntry {
  readonly row: FeedRow;
  readonly type: string;
  readonly id: number;
  readonly change: ItemChange;
  readonly item: unknown;
}

export interface ChangePage {
  readonly changes: readonly FeedEntry[];
  /** Where the next page begins. */
  readonly end: CursorRow;
  /** Whether there may be more already. */
  readonly isFull: boolean;
}

/** What a page is read with. */
export interface FeedReading {
  readonly reader: Reader;
  readonly read: InnerRead;
  /** Those that the caller wants. */
  readonly collections: ReadonlyMap<string, Collection>;
  readonly withSettings: boolean;
  readonly context: Context;
}

/** All rows of one item on a page. */
export interface Story {
  readonly rows: FeedRow[];
  /** Empty where it is not known any more. */
  type: string;
  collection: Collection | null;
}

/** The changes after a position that the caller may know of. An item that changed several times comes once, at the last. */
export async function changePage(after: CursorRow, limit: number, source: FeedReading): Promise<ChangePage> {
  const { store } = source.reader;
  const rows = await store.feed.read(after, limit);
  refuseReset(rows);
  const stories = await storiesOf(rows, source, store);
  const items = await shownItems(stories, source);
  const settings = source.withSettings && rows.some((row) => row.kind === 'settings') ? await settingsOf(source) : null;
  const changes: FeedEntry[] = [];
  for (const row of rows) {
    if (row.kind === 'settings') {
      if (settings && rows.findLast((one) => one.kind === 'settings') === row)
        changes.push({ row, type: 'settings', id: 0, change: 'update', item: settings });
      continue;
    }
    const story = stories.get(feedKey(row));
    if (!story?.collection || story.rows.at(-1) !== row) continue;
    const { collection } = story;
    const item = items.get(feedKey(row)) ?? null;
    const at = { row, type: collection.type, id: row.id };
    if (item !== null) changes.push({ ...at, change: changeOf(story.rows), item });
    else if (story.rows.some((one) => collection.saw(source.reader.caller, one)))
      changes.push({ ...at, change: 'delete', item: null });
  }
  return { changes, end: rows.at(-1) ?? after, isFull: rows.length === limit };
}

export const feedKey = ({ kind, id }: Pick<FeedRow, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The first row of a new item says so; else the last that says more than that it changed. */
function changeOf(rows: readonly FeedRow[]): ItemChange {
  if (rows[0]?.change === 'create') return 'create';
  const change = rows.findLast((row) => row.change !== 'update')?.change;
  return change === undefined || change === 'reset' ? 'update' : change;
}

export async function storiesOf(
  rows: readonly FeedRow[],
  source: FeedReading,
  store: Store,
): Promise<Map<string, Story>> {
  const stories = new Map<string, Story>();
  for (const row of rows) {
    const story = stories.get(feedKey(row)) ?? { rows: [], type: '', collection: null };
    story.rows.push(row);
    stories.set(feedKey(row), story);
  }
  const named = (kind: FeedRow['kind']): number[] =>
    [...stories.values()].flatMap(({ rows: [first] }) => (first?.kind === kind ? [first.id] : []));
  const types = new Map<string, string>();
  for (const { id, type } of await store.posts.byIds(named('post'))) types.set(feedKey({ kind: 'post', id }), type);
  for (const { id, taxonomy } of await store.terms.byIds(named('term')))
    types.set(feedKey({ kind: 'term', id }), taxonomy);
  for (const [key, story] of stories) {
    const [{ kind } = { kind: 'site' }] = story.rows;
    const noted = story.rows.findLast((row) => row.type !== '')?.type;
    story.type = types.get(key) ?? noted ?? (kind === 'user' || kind === 'comment' ? kind : '');
    story.collection = source.collections.get(story.type) ?? null;
  }
  return stories;
}

/** The items as their lists show them, in one read for each type. */
export async function shownItems(
  stories: ReadonlyMap<string, Story>,
  source: FeedReading,
): Promise<Map<string, unknown>> {
  const wanted = new Map<Collection, number[]>();
  for (const { collection, rows } of stories.values()) {
    const [first] = rows;
    if (collection && first) wanted.set(collection, [...(wanted.get(collection) ?? []), first.id]);
  }
  const items = new Map<string, unknown>();
  for (const [collection, ids] of wanted) {
    for (const item of await listed(collection, ids, source))
      if (hasId(item)) items.set(feedKey({ kind: collection.kind, id: item.id }), item);
  }
  return items;
}

const hasId = (item: unknown): item is { readonly id: number } =>
  typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'number';

/** What the caller may not list at all is not shown. */
async function listed(collection: Collection, ids: readonly number[], source: FeedReading): Promise<unknown[]> {
  const { reader, read, context } = source;
  const query = { ...collection.all(reader.caller), context, include: ids.join(','), per_page: '100', orderby: 'id' };
  try {
    const { body } = await read(reader, collection.path, query);
    return Array.isArray(body) ? body : [];
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}

async function settingsOf({ reader, read }: FeedReading): Promise<unknown> {
  if (!reader.caller.can('manage_options')) return null;
  return (await read(reader, '/wp/v2/settings', {})).body;
}
