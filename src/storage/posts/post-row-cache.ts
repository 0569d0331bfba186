import { andThen, type MaybePromise } from '../../lib/maybe-promise.ts';
import { defineCache } from '../cache/cache-registry.ts';
import { tagsOfKinds } from '../cache/tag-cache.ts';
import { all, never, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import type { Post } from '../rows.ts';
import type { RevisionFacts } from '../store/posts.ts';
import { postsWhere, revisionsByPost } from './post-statements.ts';
import { readPart } from './prefetch.ts';

/** One kind of what is read of posts, and how any session reads it. */
export interface PostPart<Value> {
  readonly name: string;
  /** About the memory of a value, in bytes. */
  readonly bytes: (value: Value) => number;
  /** The tags that a value depends on besides those of its post. */
  readonly tags?: (value: Value) => readonly string[];
  read(session: Session, ids: readonly number[]): Promise<ReadonlyMap<number, Value>>;
}

interface CachedPart {
  /** Null where there is nothing of this part. */
  readonly value: unknown;
  readonly bytes: number;
  readonly tags: readonly string[];
}

/** What was read of one post, by the names of the parts. */
type CachedPost = ReadonlyMap<string, CachedPart>;

const partBytes = 200;

/**
 * What was read of posts: most responses show the same posts, and reading them costs more than showing them. A value
 * depends on the tags that its read records.
 */
const postRowCache = defineCache<CachedPost, number>({
  concerns: tagsOfKinds('post', 'revisions', 'held-term'),
  most: 16_000_000,
  largest: 500_000,
  sizeOf: (parts) => [...parts.values()].reduce((sum, { bytes }) => sum + bytes, 0),
});

type PostRowCache = ReturnType<typeof postRowCache.create>;
const cacheOf = ({ site }: Session): PostRowCache => site.caches.of(postRowCache);

/** Undefined for what is not cached, null for what is known not to be there. */
function cached<Value>(cache: PostRowCache, id: number, part: PostPart<Value>): Value | null | undefined {
  // Only the same part is stored under this name.
  return cache.get(id)?.get(part.name)?.value as Value | null | undefined;
}

function store<Value>(
  cache: PostRowCache,
  since: number,
  id: number,
  part: PostPart<Value>,
  value: Value | null,
): void {
  const bytes = partBytes + (value === null ? 0 : part.bytes(value));
  const own = (value !== null && part.tags?.(value)) || [];
  const parts = new Map(cache.get(id)).set(part.name, { value: Object.freeze(value), bytes, tags: own });
  const tags = [`post:${id}`, `revisions:${id}`, ...[...parts.values()].flatMap((one) => one.tags)];
  cache.set(id, parts, { since, tags });
}

/**
 * Whether what was read of posts may be taken from memory: in the session of a request, which knows what has changed,
 * and from a file, which tells of the writes of other programs at once.
 */
export const mayReuseRows = (session: Session): boolean => session.isRequest && session.site.readSync !== null;

/** A part of posts by their ids, from memory where nothing of the post has changed, else read. */
export function partOfPosts<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: PostPart<Value>,
): MaybePromise<Map<number, Value>> {
  if (!mayReuseRows(session)) return readInterned(session, ids, part);
  return andThen(session.refresh(), () => {
    const cache = cacheOf(session);
    const found = new Map<number, Value>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = cached(cache, id, part);
      if (known) found.set(id, known);
      else if (known === undefined) missing.push(id);
    }
    return missing.length === 0 ? found : addMissing(session, missing, part, found);
  });
}

async function addMissing<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: PostPart<Value>,
  found: Map<number, Value>,
): Promise<Map<number, Value>> {
  const cache = cacheOf(session);
  const { version } = cache;
  const values = await part.read(session, ids);
  for (const id of ids) {
    const value = values.get(id) ?? null;
    if (value) found.set(id, value);
    store(cache, version, id, part, value);
  }
  return found;
}

async function readInterned<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: PostPart<Value>,
): Promise<Map<number, Value>> {
  const read = await readPart(session, ids, part);
  return new Map([...read].map(([id, value]) => [id, interned(session, id, part, value)]));
}

/** What was read of a post, as the object that was read before where it is equal: what is made of it can be reused. */
function interned<Value extends object>(session: Session, id: number, part: PostPart<Value>, value: Value): Value {
  if (!session.isRequest || session.site.readSync) return value;
  const cache = cacheOf(session);
  const known = cached(cache, id, part);
  if (known && isEqual(known, value)) return known;
  store(cache, cache.version, id, part, value);
  return value;
}

export const internRow = (session: Session, row: Post): Post => interned(session, row.id, postRow, row);

/** Whether two values of one kind, rows or lists of rows, are equal. */
function isEqual(one: object, other: object): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((row, at) => isEqual(row, other[at]));
  // Rows are plain records.
  const [row, same] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  for (const name in row) if (row[name] !== same[name]) return false;
  return true;
}

export const postRow: PostPart<Post> = {
  name: 'row',
  bytes: ({ content, excerpt, title }) => 1_000 + 2 * (content.length + excerpt.length + title.length),
  async read(session, ids) {
    const condition = oneOf('p.ID', ids);
    const rows = condition === never ? [] : await session.select(postsWhere, { condition });
    return new Map(rows.map((row) => [row.id, row]));
  },
};

export const revisionFacts: PostPart<RevisionFacts> = {
  name: 'revisions',
  bytes: () => 0,
  async read(session, ids) {
    const condition = all([oneOf('p.post_parent', ids), oneOf('p.post_type', ['revision'])]);
    if (condition === never) return new Map();
    const rows = await session.select(revisionsByPost, { condition });
    return new Map(rows.map(({ postId, count, latestId }) => [postId, { count, latestId }]));
  },
};

/** What decides who sees a row, and when it was changed. */
const comparedColumns = ['id', 'type', 'status', 'password', 'authorId', 'parentId', 'date', 'modifiedGmt'] as const;
type Columns = typeof comparedColumns;

/** Reads a page of a list: whole rows, or some columns of them. */
interface ReadPage {
  (columns: Columns): Promise<Pick<Post, Columns[number]>[]>;
  (columns: undefined): Promise<Post[]>;
}

/** The pages whose rows were stored when they were last read. */
const storedPages = defineCache<true>({ concerns: tagsOfKinds(), most: 1_000 });

/**
 * A page whose rows are in memory, if they are what the list says; else it is read with its rows. A row may have changed
 * since this request began: what decides who sees it is compared. `name` tells the page from all others.
 */
export async function pageOfRows(session: Session, name: string, read: ReadPage): Promise<Post[]> {
  await session.refresh();
  const pages = session.site.caches.of(storedPages);
  const cache = cacheOf(session);
  if (pages.get(name)) {
    const listed = await read(comparedColumns);
    const known = listed.flatMap((row) => {
      const stored = cached(cache, row.id, postRow);
      return stored && comparedColumns.every((column) => stored[column] === row[column]) ? [stored] : [];
    });
    if (known.length === listed.length) return known;
  }
  const { version } = cache;
  const rows = await read(undefined);
  for (const row of rows) store(cache, version, row.id, postRow, row);
  pages.set(name, true, { since: pages.version, tags: [] });
  return rows;
}
