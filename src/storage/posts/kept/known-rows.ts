import { type Ready, whenReady } from '../../../ready.ts';
import type { Session } from '../../query/session.ts';
import type { Post } from '../../rows.ts';
import { isEqual, type PostPart } from './known-posts.ts';
import { type ReadPart, readPart } from './read-ahead.ts';

export const knownRow: PostPart<Post> = {
  name: 'row',
  bytes: ({ content, excerpt, title }) => 1_000 + 2 * (content.length + excerpt.length + title.length),
};

/** What decides who sees a row, and when it was changed. */
const comparedColumns = ['id', 'type', 'status', 'password', 'authorId', 'parentId', 'date', 'modifiedGmt'] as const;

/**
 * Whether what was read of posts may be taken from memory: in the session of a request, which knows what has changed,
 * and from a file, which tells of the writes of other programs at once.
 */
export const mayKnowPosts = (session: Session): boolean => session.isRequest && session.site.readSync !== null;

/** A part of posts by their ids, from memory where nothing of the post has changed, else read. */
export function knownOfPosts<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
): Ready<Map<number, Value>> {
  if (!mayKnowPosts(session)) return readAgain(session, ids, part);
  return whenReady(session.catchUp(), () => allKnown(session, ids, part) ?? readMissing(session, ids, part));
}

/** Null if one of them is not known. */
function allKnown<Value extends object>(
  { site: { posts } }: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
): Map<number, Value> | null {
  const found = new Map<number, Value>();
  for (const id of ids) {
    const known = posts.get(id, part);
    if (known === undefined) return null;
    if (known !== null) found.set(id, known);
  }
  return found;
}

async function readMissing<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
): Promise<Map<number, Value>> {
  const { posts } = session.site;
  const known = ids.map((id) => posts.get(id, part));
  const missing = ids.filter((_id, at) => known[at] === undefined);
  const { generation } = posts;
  const values = await part.read(session, missing);
  const found = new Map<number, Value>();
  for (const [at, id] of ids.entries()) {
    const value = known[at] === undefined ? (values.get(id) ?? null) : known[at];
    if (value !== null) found.set(id, value);
    if (known[at] === undefined) posts.keep(generation, id, part, value);
  }
  return found;
}

async function readAgain<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
): Promise<Map<number, Value>> {
  const found = new Map<number, Value>();
  for (const [id, value] of await readPart(session, ids, part)) found.set(id, sameAgain(session, id, part, value));
  return found;
}

/** What was read of a post, as the object that was read before where it is equal: what is made of it can be kept. */
export function sameAgain<Value extends object>(
  session: Session,
  id: number,
  part: PostPart<Value>,
  value: Value,
): Value {
  const { posts, readSync } = session.site;
  if (!session.isRequest || readSync) return value;
  const known = posts.get(id, part);
  if (known && isEqual(known, value)) return known;
  posts.keep(posts.generation, id, part, value);
  return value;
}

type Columns = typeof comparedColumns;

/** Reads a page of a list: whole rows, or some columns of them. */
interface ReadPage {
  (columns: Columns): Promise<Pick<Post, Columns[number]>[]>;
  (columns: undefined): Promise<Post[]>;
}

/**
 * A page whose rows are in memory, if they are what the list says; else it is read with its rows. A row may have changed
 * since this request began: what decides who sees it is compared. `name` tells the page from all others.
 */
export async function knownPage(session: Session, name: string, read: ReadPage): Promise<Post[]> {
  await session.catchUp();
  const { posts } = session.site;
  if (posts.hasPage(name)) {
    const listed = await read(comparedColumns);
    const known = listed.flatMap((row) => {
      const kept = posts.get(row.id, knownRow);
      return kept && comparedColumns.every((column) => kept[column] === row[column]) ? [kept] : [];
    });
    if (known.length === listed.length) return known;
  }
  const { generation } = posts;
  const rows = await read(undefined);
  for (const row of rows) posts.keep(generation, row.id, knownRow, row);
  posts.keepPage(name);
  return rows;
}
