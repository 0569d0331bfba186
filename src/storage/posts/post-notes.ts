import { noteCommentsOf } from '../comments/comment-notes.ts';
import { all, type BuiltCondition, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { PostChanges } from '../store/posts.ts';
import { monthTag } from './day-counts.ts';

const postFacts = statement(({ db }, { which }: { readonly which: BuiltCondition }) =>
  db
    .selectFrom('posts')
    .select([
      'ID as id',
      'post_type as type',
      'post_status as status',
      'post_author as authorId',
      'post_parent as parentId',
      'post_password as password',
      'post_date as date',
    ])
    .where(which),
);

type Facts = Required<Pick<PostChanges, 'type' | 'status' | 'authorId' | 'parentId' | 'password' | 'date'>> & {
  readonly id: number;
};

/** What decides who sees a row. */
const deciding = ['type', 'status', 'authorId', 'parentId', 'password'] as const;

/** What decides which rows a day has. */
const counted = ['type', 'status', 'date'] as const;

/**
 * Notes for the feed what a row was before a change that may hide it from somebody, or show it, and touches the months
 * in which another number of rows is to be seen.
 */
export async function noteUpdate(session: Session, id: number, changes: PostChanges): Promise<void> {
  const isMade = session.hasMade(`post:${id}`);
  const looked = isMade ? counted : [...deciding, ...counted];
  if (looked.every((name) => changes[name] === undefined)) return;
  const [before] = await factsWhere(session, oneOf('ID', [id]));
  if (before) touchMonths(session, before, changes);
  if (isMade) return;
  if (!before || deciding.every((name) => changes[name] === undefined || changes[name] === before[name])) return;
  const { type, status, authorId } = before;
  const { status: next = status } = changes;
  session.noteItem(`post:${id}`, {
    facts: { type, status, authorId },
    ...(next === 'trash' && status !== 'trash' ? { change: 'trash' } : {}),
    ...(next !== 'trash' && status === 'trash' ? { change: 'restore' } : {}),
  });
  await noteDependants(session, before);
  if (changes.authorId) session.noteItem(`user:${changes.authorId}`, {});
}

function touchMonths(session: Session, before: Facts, changes: PostChanges): void {
  if (counted.every((name) => changes[name] === undefined || changes[name] === before[name])) return;
  if (before.type === 'revision' && (changes.type ?? 'revision') === 'revision') return;
  session.touch(monthTag(before.date), monthTag(changes.date ?? before.date));
}

/** A first published row makes its author visible. */
export function noteCreation(session: Session, { type, authorId }: Pick<Facts, 'type' | 'authorId'>): void {
  if (authorId !== 0 && type !== 'revision') session.noteItem(`user:${authorId}`, {});
}

/** Notes for the feed what rows were that are about to be removed. */
export async function noteRemoval(session: Session, ids: readonly number[]): Promise<void> {
  for (const before of await factsWhere(session, oneOf('ID', ids))) {
    const { id, type, status, authorId } = before;
    session.noteItem(`post:${id}`, { change: 'delete', facts: { type, status, authorId } });
    if (type === 'revision') continue;
    session.touch(monthTag(before.date));
    await noteDependants(session, before);
  }
}

/** Files, comments and the author of a row are as visible as the row: where that changes, they count as changed. */
export async function noteDependants(
  session: Session,
  { id, authorId }: Pick<Facts, 'id' | 'authorId'>,
): Promise<void> {
  const files = all([oneOf('post_parent', [id]), oneOf('post_type', ['attachment'])]);
  for (const file of await factsWhere(session, files)) {
    const { type, status } = file;
    session.noteItem(`post:${file.id}`, { facts: { type, status, authorId: file.authorId } });
  }
  await noteCommentsOf(session, id);
  if (authorId === 0) return;
  session.noteItem(`user:${authorId}`, { facts: { type: 'user', status: 'shown', authorId } });
}

function factsWhere(session: Session, which: SqlCondition): Promise<Facts[]> {
  return session.select(postFacts, { which });
}

/** Leaves it to the end of the transaction to note that the texts of posts have to be indexed again. */
export function noteTexts(session: Session, ids: readonly number[]): void {
  const { note } = session.site.searchIndex;
  if (note) session.defer(note, ids);
}
