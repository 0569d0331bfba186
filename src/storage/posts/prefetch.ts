import type { MaybePromise } from '../../lib/maybe-promise.ts';
import { defineCache } from '../cache/cache-registry.ts';
import { tagsOfKinds } from '../cache/tag-cache.ts';
import type { RequestPrefetch, Session } from '../query/session.ts';

/** A part of posts, and how any session reads it. */
interface ReadPart<Value> {
  readonly name: string;
  read(session: Session, ids: readonly number[]): Promise<ReadonlyMap<number, Value>>;
}

/** What requests read of some rows after the rows themselves. */
interface FollowingReads {
  readonly ids: readonly number[];
  readonly parts: Map<string, ReadPart<unknown>>;
}

const followingReads = defineCache<FollowingReads>({ concerns: tagsOfKinds(), most: 1_000 });

/**
 * Rows of posts, with what other requests have read of the same rows, in one group: most of the cost of a small read is its
 * way there and back. `nameOf` tells the read from all others.
 * If the rows are others than before, what was asked for with them is not used.
 */
export function prefetchWith<Row extends { readonly id: number }>(
  session: Session,
  nameOf: () => string,
  read: () => MaybePromise<Row[]>,
): MaybePromise<Row[]> {
  const { prefetch } = session;
  return prefetch ? readInGroup(session, prefetch, nameOf(), read) : read();
}

async function readInGroup<Row extends { readonly id: number }>(
  session: Session,
  { rows: known, ahead }: RequestPrefetch,
  name: string,
  read: () => MaybePromise<Row[]>,
): Promise<Row[]> {
  const following = session.site.caches.of(followingReads);
  const before = following.get(name);
  const reading = read();
  for (const part of before?.parts.values() ?? []) {
    const found = part.read(session, before?.ids ?? []);
    // The request fails only if it needs this part.
    found.catch(session.site.jobs.of('prefetch').report);
    ahead.set(partKey(before?.ids ?? [], part), found);
  }
  const rows = await reading;
  const ids = rows.map(({ id }) => id);
  known.set(ids.join(), name);
  if (before?.ids.join() !== ids.join())
    following.set(name, { ids, parts: new Map(before?.parts) }, { since: following.version, tags: [] });
  return rows;
}

/** A part of posts: as it was asked for with their rows, or read now. */
export function readPart<Value>(
  session: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
): Promise<ReadonlyMap<number, Value>> {
  const { prefetch } = session;
  const name = prefetch?.rows.get(ids.join());
  if (!prefetch || name === undefined) return part.read(session, ids);
  const ahead = prefetch.ahead.get(partKey(ids, part));
  // Only the part of this name is stored under its key.
  if (ahead) return ahead as Promise<ReadonlyMap<number, Value>>;
  const following = session.site.caches.of(followingReads).get(name);
  // It is only asked to read, and the values go to who asks for the same part.
  following?.parts.set(part.name, part as ReadPart<unknown>);
  return part.read(session, ids);
}

const partKey = (ids: readonly number[], { name }: { readonly name: string }): string => `${ids.join()} ${name}`;
