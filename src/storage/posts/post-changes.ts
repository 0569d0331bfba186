import { recordCommentsOf } from '../comments/comments.ts';
import { all, type BuiltCondition, never, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Param } from '../query/fragment.ts';
import type { Session } from '../query/session.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import type { PostChanges, PostFilter } from '../store/posts.ts';
import { recountTermsOf } from '../terms/term-counts.ts';
import { monthTag } from './post-tags.ts';
import { inherits } from './visibility.ts';

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
export function dependOnList(session: Session, filter: PostFilter): void {
  const { ids, types, visibility, where, among, withTerms, withoutTerms } = filter;
  const isDecidedElsewhere = where ?? among ?? withTerms ?? withoutTerms;
  if (ids && !isDecidedElsewhere && !inherits(visibility, types)) session.dependOnEach('post', ids);
  else session.dependOn('posts');
}

/**
 * Notes for the feed what a row was before a change that may hide it from somebody, or show it, and touches the months
 * in which another number of rows is to be seen. Returns whether the row gets another type or state.
 */
export async function recordUpdate(session: Session, id: number, changes: PostChanges): Promise<boolean> {
  const isMade = session.hasInserted(`post:${id}`);
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
  session.recordChange(`post:${id}`, {
    facts: { type, status, authorId },
    ...(next === 'trash' && status !== 'trash' ? { change: 'trash' } : {}),
    ...(next !== 'trash' && status === 'trash' ? { change: 'restore' } : {}),
  });
  await recordDependants(session, before);
  if (changes.authorId) session.recordChange(`user:${changes.authorId}`, {});
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
export function recordInserted(
  session: Session,
  id: number,
  { type, authorId, parentId, date }: Pick<Facts, 'type' | 'authorId' | 'parentId' | 'date'>,
): void {
  session.touch('posts', `post:${id}`);
  session.markInserted(`post:${id}`);
  if (type === 'revision') {
    session.touch(`revisions:${parentId}`);
    return;
  }
  session.touch(monthTag(date), `author:${authorId}`);
  if (authorId !== 0) session.recordChange(`user:${authorId}`, {});
  indexLater(session, [id]);
}

/** Notes for the feed what rows were that are about to be removed. */
async function recordRemoval(session: Session, ids: readonly number[]): Promise<void> {
  for (const before of await factsWhere(session, oneOf('ID', ids))) {
    const { id, type, status, authorId } = before;
    session.recordChange(`post:${id}`, { change: 'delete', facts: { type, status, authorId } });
    if (type === 'revision') {
      session.touch(`revisions:${before.parentId}`);
      continue;
    }
    session.touch(monthTag(before.date), `author:${authorId}`);
    await recordDependants(session, before);
  }
}

/** Files, comments and the author of a row are as visible as the row: where that changes, they count as changed. */
export async function recordDependants(
  session: Session,
  { id, authorId }: Pick<Facts, 'id' | 'authorId'>,
): Promise<void> {
  const files = all([oneOf('post_parent', [id]), oneOf('post_type', ['attachment'])]);
  for (const file of await factsWhere(session, files)) {
    const { type, status } = file;
    session.recordChange(`post:${file.id}`, { facts: { type, status, authorId: file.authorId } });
  }
  await recordCommentsOf(session, [id]);
  if (authorId === 0) return;
  session.recordChange(`user:${authorId}`, { facts: { type: 'user', status: 'shown', authorId } });
}

function factsWhere(session: Session, which: SqlCondition): Promise<Facts[]> {
  return session.select(postFacts, { which });
}

/** What the index of texts has of a post. */
const indexed = ['title', 'excerpt', 'content', 'type', 'password'] as const;

export function indexChanged(session: Session, id: number, changes: PostChanges): void {
  if (indexed.some((name) => changes[name] !== undefined)) indexLater(session, [id]);
}

/** Leaves it to the end of the transaction to note that the texts of posts have to be indexed again. */
function indexLater(session: Session, ids: readonly number[]): void {
  const { note } = session.site.searchIndex;
  if (note) session.defer(note, ids);
}

/** Ids per statement. */
const batch = 1000;

const removeRows = statement(({ db }, { which }: Which) => db.deleteFrom('posts').where(which));
const removeMeta = statement(({ db }, { which }: Which) => db.deleteFrom('postmeta').where(which));
const removeTerms = statement(({ db }, { which }: Which) => db.deleteFrom('term_relationships').where(which));

/** Removes these rows with their meta and relationships, in a few statements for any number of rows. */
export async function removePosts(session: Session, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await removeBatch(session, ids.slice(from, from + batch));
}

async function removeBatch(session: Session, ids: readonly number[]): Promise<void> {
  await recordRemoval(session, ids);
  await session.change(removeMeta, { which: oneOf('post_id', ids) });
  await session.change(removeRows, { which: oneOf('ID', ids) });
  // Counted before the relationships are gone.
  await recountTermsOf(session, ids);
  await session.change(removeTerms, { which: oneOf('object_id', ids) });
  const { note } = session.site.metaIndex;
  if (note) session.defer(note, ids);
  indexLater(session, ids);
  session.touch('posts', ...ids.map((id) => `post:${id}`));
}

const setAuthor = statement(({ db }, { which, authorId }: Which & { readonly authorId: Param<number> }) =>
  db.updateTable('posts').set({ post_author: authorId }).where(which),
);

/** Gives these rows another author. Only who sees a row that is not public changes with its author. */
export async function reassignPosts(session: Session, ids: readonly number[], authorId: number): Promise<void> {
  const which = oneOf('ID', ids);
  if (which === never) return;
  const facts = session.dialect.can.manyWriters ? lockedFacts : postFacts;
  const rows = await session.select(facts, { which });
  const moved = rows.filter((row) => row.authorId !== authorId);
  for (const { id, type, status, authorId: before } of moved)
    session.recordChange(`post:${id}`, { facts: { type, status, authorId: before } });
  const hidden = moved.filter(({ type, status }) => type !== 'revision' && status !== 'publish').map(({ id }) => id);
  const files = all([oneOf('post_parent', hidden), oneOf('post_type', ['attachment'])]);
  for (const { id, type, status, authorId: owner } of files === never ? [] : await factsWhere(session, files))
    session.recordChange(`post:${id}`, { facts: { type, status, authorId: owner } });
  await recordCommentsOf(session, hidden);
  await session.change(setAuthor, { which, authorId });
  const authors = new Set([authorId, ...moved.map((row) => row.authorId)]);
  for (const id of authors) if (id !== 0) session.recordChange(`user:${id}`, {});
  session.touch('posts', ...ids.map((id) => `post:${id}`), ...[...authors].map((id) => `author:${id}`));
}
