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
  if (!mayKnowPosts(session)) return readAnyway(session, ids, part);
  return whenReady(session.catchUp(), () => {
    const found = new Map<number, Value>();
    const missing: number[] = [];
    for (const id of ids) {
      const known = session.site.posts.get(id, part);
      if (known) found.set(id, known);
      else if (known === undefined) missing.push(id);
    }
    return missing.length === 0 ? found : addMissing(session, missing, part, found);
  });
}

async function addMissing<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
  found: Map<number, Value>,
): Promise<Map<number, Value>> {
  const { posts } = session.site;
  const { generation } = posts;
  const values = await part.read(session, ids);
  for (const id of ids) {
    const value = values.get(id) ?? null;
    if (value) found.set(id, value);
    posts.keep(generation, id, part, value);
  }
  return found;
}

/** For sessions that may not take what is in memory. */
async function readAnyway<Value extends object>(
  session: Session,
  ids: readonly number[],
  part: ReadPart<Value>,
): Promise<Map<number, Value>> {
  const read = await readPart(session, ids, part);
  return new Map([...read].map(([id, value]) => [id, sameAgain(session, id, part, value)]));
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
