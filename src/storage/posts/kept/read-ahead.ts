import type { Ready } from '../../../ready.ts';
import type { Session } from '../../query/session.ts';
import type { VisitReads } from '../../query/visit-reads.ts';
import type { KnownPosts, PostPart } from './known-posts.ts';

/** A part of posts, and how any session reads it. */
export interface ReadPart<Value> extends PostPart<Value> {
  read(session: Session, ids: readonly number[]): Promise<ReadonlyMap<number, Value>>;
}

/** What visits read of some rows after the rows themselves. */
interface Followed {
  readonly ids: readonly number[];
  readonly parts: Map<string, ReadPart<unknown>>;
}

const mostFollowed = 1_000;
const followedReads = new WeakMap<KnownPosts, Map<string, Followed>>();

/**
 * Rows of posts, with what other visits have read of the same rows, in one group: most of the cost of a small read is its
 * way there and back. `nameOf` tells the read from all others.
 * If the rows are others than before, what was asked for with them is not used.
 */
export function readAlong<Row extends { readonly id: number }>(
  session: Session,
  nameOf: () => string,
  read: () => Ready<Row[]>,
): Ready<Row[]> {
  const { visit } = session;
  return visit ? readInGroup(session, visit, nameOf(), read) : read();
}

async function readInGroup<Row extends { readonly id: number }>(
  session: Session,
  { rows: known, ahead }: VisitReads,
  name: string,
  read: () => Ready<Row[]>,
): Promise<Row[]> {
  const followed = followedOf(session);
  const before = followed.get(name);
  const reading = read();
  for (const part of before?.parts.values() ?? []) {
    const found = part.read(session, before?.ids ?? []);
    // Whoever needs it gets the error.
    found.catch(() => {});
    ahead.set(partKey(before?.ids ?? [], part), found);
  }
  const rows = await reading;
  const ids = rows.map(({ id }) => id);
  known.set(ids.join(), name);
  if (before?.ids.join() !== ids.join()) follow(followed, name, { ids, parts: new Map(before?.parts) });
  return rows;
}

/** A part of posts: as it was asked for with their rows, or read now. */
export function readPart<Value>(
  session: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
): Promise<ReadonlyMap<number, Value>> {
  const { visit } = session;
  const name = visit?.rows.get(ids.join());
  if (!visit || name === undefined) return part.read(session, ids);
  const ahead = visit.ahead.get(partKey(ids, part));
  // Only the part of this name is stored under its key.
  if (ahead) return ahead as Promise<ReadonlyMap<number, Value>>;
  // It is only asked to read, and the values go to who asks for the same part.
  const followed = part as ReadPart<unknown>;
  followedOf(session).get(name)?.parts.set(part.name, followed);
  return part.read(session, ids);
}

const partKey = (ids: readonly number[], { name }: { readonly name: string }): string => `${ids.join()} ${name}`;

function followedOf({ site }: Session): Map<string, Followed> {
  const known = followedReads.get(site.posts);
  if (known) return known;
  const followed = new Map<string, Followed>();
  followedReads.set(site.posts, followed);
  return followed;
}

function follow(followed: Map<string, Followed>, name: string, reads: Followed): void {
  followed.delete(name);
  followed.set(name, reads);
  const [oldest] = followed.size > mostFollowed ? followed.keys() : [];
  if (oldest !== undefined) followed.delete(oldest);
}
