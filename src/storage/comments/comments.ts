import { columnValues } from '../query/column-map.ts';
import { all, type BuiltCondition, never, oneOf, type SqlCondition } from '../query/condition.ts';
import { countRows, listRows } from '../query/list-query.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import { type Comment, commentColumns } from '../rows.ts';
import type { CommentChanges, CommentFilter, CommentOrder, Comments, InsertableComment } from '../store/comments.ts';
import type { Page } from '../store/list.ts';
import { countCommentsByKind } from './comment-counts.ts';
import {
  commentCondition,
  commentListOrder,
  commentsWhere,
  countedComments,
  insertCommentRow,
  listedComments,
  lockedCommentsWhere,
  lockPost,
  parentsWhere,
  setCommentCount,
  updateCommentRow,
  updateCommentRows,
} from './comment-statements.ts';

export class CommentsTable implements Comments {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(filter: CommentFilter, order: CommentOrder, page: Page): Promise<Comment[]> {
    const session = this.#session;
    this.#noteList();
    const condition = commentCondition(filter, session.dialect);
    return listRows(session, listedComments, { condition, order: commentListOrder(filter, order), page });
  }

  async count(filter: CommentFilter): Promise<number> {
    const session = this.#session;
    this.#noteList();
    const total = await countCommentsByKind(session, filter);
    return total ?? countRows(session, countedComments, commentCondition(filter, session.dialect));
  }

  async byId(id: number): Promise<Comment | null> {
    const [comment] = await this.byIds([id]);
    return comment ?? null;
  }

  async byIds(ids: readonly number[]): Promise<Comment[]> {
    this.#session.dependOnEach('comment', ids);
    return this.#where(oneOf('c.comment_ID', ids));
  }

  async lockedById(id: number): Promise<Comment | null> {
    const session = this.#session;
    session.dependOn(`comment:${id}`);
    const rows = session.dialect.can.manyWriters ? lockedCommentsWhere : commentsWhere;
    const [comment] = await session.select(rows, { condition: oneOf('c.comment_ID', [id]) });
    return comment ?? null;
  }

  async withChildren(ids: readonly number[], children: CommentFilter): Promise<Set<number>> {
    const session = this.#session;
    this.#noteList();
    const condition = commentCondition({ ...children, parentIds: ids }, session.dialect);
    if (condition === never) return new Set();
    const rows = await session.select(parentsWhere, { condition });
    return new Set(rows.map((row) => row.id));
  }

  async insert(row: InsertableComment): Promise<number> {
    return this.#session.transaction(async (session) => {
      const { id } = await session.change(insertCommentRow, { columns: columnValues(commentColumns, row) });
      session.touch('comments', `comment:${id}`);
      session.markInserted(`comment:${id}`);
      return id;
    });
  }

  async update(id: number, changes: CommentChanges): Promise<void> {
    const columns = columnValues(commentColumns, changes);
    if (columns.values.length === 0) return;
    await this.#session.transaction(async (session) => {
      if (changes.approved !== undefined || changes.postId !== undefined)
        await recordComments(session, [id], changes.approved);
      await session.change(updateCommentRow, { columns, id });
      session.touch('comments', `comment:${id}`);
    });
  }

  async updateMany(ids: readonly number[], changes: Omit<CommentChanges, 'approved' | 'postId'>): Promise<void> {
    const columns = columnValues(commentColumns, changes);
    const which = oneOf('comment_ID', ids);
    if (columns.values.length === 0 || which === never) return;
    await this.#session.transaction(async (session) => {
      // Whoever wrote them may have seen them before they were public.
      if (changes.userId !== undefined) await recordComments(session, ids);
      await session.change(updateCommentRows, { columns, which });
      session.touch('comments', ...ids.map((id) => `comment:${id}`));
    });
  }

  async updateWhere(
    where: { postId?: number; parentId?: number; userId?: number },
    changes: CommentChanges,
  ): Promise<number> {
    return this.#session.transaction(async (session) => {
      const comments = new CommentsTable(session);
      const rows = await comments.#where(rowsOf(where));
      for (const { id } of rows) await comments.update(id, changes);
      return rows.length;
    });
  }

  async remove(id: number): Promise<void> {
    await this.#session.transaction(async (session) => {
      await recordComments(session, [id]);
      session.recordChange(`comment:${id}`, { change: 'delete' });
      await session.execute(session.db.deleteFrom('commentmeta').where('comment_id', '=', id));
      await session.execute(session.db.deleteFrom('comments').where('comment_ID', '=', id));
      session.touch('comments', `comment:${id}`);
    });
  }

  async removeOfPost(postId: number): Promise<void> {
    await this.#session.transaction(async (session) => {
      const comments = new CommentsTable(session);
      for (const { id } of await comments.#where(rowsOf({ postId }))) await comments.remove(id);
    });
  }

  async recount(postId: number): Promise<void> {
    await this.#session.transaction(async (session) => {
      if (session.dialect.can.manyWriters) await session.changeLater(lockPost, { postId });
      await session.change(setCommentCount, { postId });
      session.touch('posts', `post:${postId}`);
    });
  }

  /** A list also depends on the posts of its comments. */
  #noteList(): void {
    this.#session.dependOn('comments');
    this.#session.dependOn('posts');
  }

  async #where(condition: SqlCondition): Promise<Comment[]> {
    return condition === never ? [] : this.#session.select(commentsWhere, { condition });
  }
}

function rowsOf(where: { postId?: number; parentId?: number; userId?: number }): SqlCondition {
  const parts: SqlCondition[] = [];
  if (where.postId !== undefined) parts.push(oneOf('c.comment_post_ID', [where.postId]));
  if (where.parentId !== undefined) parts.push(oneOf('c.comment_parent', [where.parentId]));
  if (where.userId !== undefined) parts.push(oneOf('c.user_id', [where.userId]));
  return all(parts);
}

const commentFacts = statement(({ db }, { which }: { readonly which: BuiltCondition }) =>
  db
    .selectFrom('comments')
    .select(['comment_ID as id', 'comment_approved as approved', 'user_id as userId'])
    .where(which),
);

/** Notes for the feed what comments were before they change. `approved` is their new status, where it is another. */
async function recordComments(session: Session, ids: readonly number[], approved?: string): Promise<void> {
  await noteWhere(session, oneOf('comment_ID', ids), approved);
}

/** The comments of a post are as visible as the post: where that changes, they count as changed. */
export async function recordCommentsOf(session: Session, postIds: readonly number[]): Promise<void> {
  if (postIds.length > 0) await noteWhere(session, oneOf('comment_post_ID', postIds));
}

async function noteWhere(session: Session, which: ReturnType<typeof oneOf>, approved?: string): Promise<void> {
  const rows = await session.select(commentFacts, { which });
  for (const { id, approved: before, userId } of rows) {
    const facts = { type: 'comment', status: before, authorId: userId };
    session.recordChange(`comment:${id}`, { facts, ...changeTo(approved, before) });
  }
}

function changeTo(approved: string | undefined, before: string): { change?: 'trash' | 'restore' } {
  if (approved === undefined || approved === before) return {};
  if (approved === 'trash') return { change: 'trash' };
  return before === 'trash' ? { change: 'restore' } : {};
}
