import type { Visibility } from '../../rules/visibility.ts';
import { noteCommentsOf } from '../comments/comment-notes.ts';
import { all, type BuiltCondition, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import type { PostChanges, PostFilter } from '../store/posts.ts';
import { monthTag } from './day-counts.ts';

interface Which {
  readonly which: BuiltCondition;
}

const factsQuery = ({ db }: StatementContext, { which }: Which) =>
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
    .where(which);

const postFacts = statement(factsQuery);
/** Locks the rows, so that they are what they are until they are changed. */
const lockedFacts = statement((context, inputs: Which) => factsQuery(context, inputs).forUpdate());

type Facts = Required<Pick<PostChanges, 'type' | 'status' | 'authorId' | 'parentId' | 'password' | 'date'>> & {
  readonly id: number;
};

/** What decides who sees a row. */
const deciding = ['type', 'status', 'authorId', 'parentId', 'password'] as const;

/** What decides which rows a day has. */
const counted = ['type', 'status', 'date'] as const;

/**
 * Notes what a list depends on: if the filter names its rows, on these alone; else on all. Rows that others decide about,
 * by what they inherit or by the terms they have, are not told apart.
 */
export function noteListed(session: Session, filter: PostFilter): void {
  const { ids, types, visibility, where, among, withTerms, withoutTerms } = filter;
  const isDecidedElsewhere = where ?? among ?? withTerms ?? withoutTerms;
  if (ids && !isDecidedElsewhere && !inherits(visibility, types)) session.noteEach('post', ids);
  else session.note('posts');
}

export const inherits = ({ anyOf }: Visibility, types: readonly string[]): boolean =>
  anyOf.some((clause) => clause.parent !== undefined && (clause.types ?? types).some((type) => types.includes(type)));

/**
 * Notes for the feed what a row was before a change that may hide it from somebody, or show it, and touches the months
 * in which another number of rows is to be seen. Returns whether the row gets another type or state.
 */
export async function noteUpdate(session: Session, id: number, changes: PostChanges): Promise<boolean> {
  const isMade = session.hasMade(`post:${id}`);
  if (changes.authorId !== undefined) session.touch(`author:${changes.authorId}`);
  if (changes.parentId !== undefined) session.touch(`revisions:${changes.parentId}`);
  const looked = isMade ? counted : [...deciding, ...counted];
  if (looked.every((name) => changes[name] === undefined)) return false;
  const facts = session.dialect.can.manyWriters ? lockedFacts : postFacts;
  const [before] = await session.select(facts, { which: oneOf('ID', [id]) });
  if (!before) return false;
  touchMonths(session, before, changes);
  touchOwners(session, before, changes);
  const isCountedOtherwise = isChanged(before, changes, 'type') || isChanged(before, changes, 'status');
  if (isMade || !deciding.some((name) => isChanged(before, changes, name))) return isCountedOtherwise;
  const { type, status, authorId } = before;
  const { status: next = status } = changes;
  session.noteItem(`post:${id}`, {
    facts: { type, status, authorId },
    ...(next === 'trash' && status !== 'trash' ? { change: 'trash' } : {}),
    ...(next !== 'trash' && status === 'trash' ? { change: 'restore' } : {}),
  });
  await noteDependants(session, before);
  if (changes.authorId) session.noteItem(`user:${changes.authorId}`, {});
  return isCountedOtherwise;
}

const isChanged = (before: Facts, changes: PostChanges, name: Exclude<keyof Facts, 'id'>): boolean =>
  changes[name] !== undefined && changes[name] !== before[name];

function touchMonths(session: Session, before: Facts, changes: PostChanges): void {
  if (!counted.some((name) => isChanged(before, changes, name))) return;
  if (before.type === 'revision' && (changes.type ?? 'revision') === 'revision') return;
  session.touch(monthTag(before.date), monthTag(changes.date ?? before.date));
}

/** The authors who have a row of a type and state, and the posts that have a revision. */
function touchOwners(session: Session, before: Facts, changes: PostChanges): void {
  const changesAny = (...names: Exclude<keyof Facts, 'id'>[]) => names.some((name) => isChanged(before, changes, name));
  if (changesAny('type', 'status', 'authorId')) session.touch(`author:${before.authorId}`);
  if (changesAny('type', 'parentId')) session.touch(`revisions:${before.parentId}`);
}

/** Notes a row that was inserted. A first published one makes its author visible. */
export function noteInserted(
  session: Session,
  id: number,
  { type, authorId, parentId, date }: Pick<Facts, 'type' | 'authorId' | 'parentId' | 'date'>,
): void {
  session.touch('posts', `post:${id}`);
  session.made(`post:${id}`);
  if (type === 'revision') {
    session.touch(`revisions:${parentId}`);
    return;
  }
  session.touch(monthTag(date), `author:${authorId}`);
  if (authorId !== 0) session.noteItem(`user:${authorId}`, {});
  noteTexts(session, [id]);
}

/** Notes for the feed what rows were that are about to be removed. */
export async function noteRemoval(session: Session, ids: readonly number[]): Promise<void> {
  for (const before of await factsWhere(session, oneOf('ID', ids))) {
    const { id, type, status, authorId } = before;
    session.noteItem(`post:${id}`, { change: 'delete', facts: { type, status, authorId } });
    if (type === 'revision') {
      session.touch(`revisions:${before.parentId}`);
      continue;
    }
    session.touch(monthTag(before.date), `author:${authorId}`);
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

/** What the index of texts has of a post. */
const indexed = ['title', 'excerpt', 'content', 'type', 'password'] as const;

export function noteChangedTexts(session: Session, id: number, changes: PostChanges): void {
  if (indexed.some((name) => changes[name] !== undefined)) noteTexts(session, [id]);
}

/** Leaves it to the end of the transaction to note that the texts of posts have to be indexed again. */
export function noteTexts(session: Session, ids: readonly number[]): void {
  const { note } = session.site.searchIndex;
  if (note) session.defer(note, ids);
}
