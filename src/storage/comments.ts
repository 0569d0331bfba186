import type { CommentSight } from '../content/comment-sight.ts';
import { type ColumnMap, columnsOf, selection } from './column-map.ts';
import { commentCondition, commentSight } from './comment-condition.ts';
import { readyCommentCount } from './comment-counts.ts';
import { all, type Condition, column, never, oneOf } from './condition.ts';
import { byColumns, byList, type ListOrder } from './list-order.ts';
import { countRows, listRows } from './list-query.ts';
import type { Comment } from './rows.ts';
import type { Session } from './session.ts';
import type { CommentFilter, CommentOrder, Comments, Page } from './store.ts';

const commentColumns: ColumnMap<Comment> = {
  id: 'comment_ID',
  postId: 'comment_post_ID',
  authorName: 'comment_author',
  authorEmail: 'comment_author_email',
  authorUrl: 'comment_author_url',
  authorIp: 'comment_author_IP',
  date: 'comment_date',
  dateGmt: 'comment_date_gmt',
  content: 'comment_content',
  karma: 'comment_karma',
  approved: 'comment_approved',
  userAgent: 'comment_agent',
  type: 'comment_type',
  parentId: 'comment_parent',
  userId: 'user_id',
};
const commentNames = Object.keys(commentColumns) as (keyof Comment)[];
const allColumns = { key: '*', list: selection('c', commentColumns, commentNames) };

export class CommentsTable implements Comments {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  async find(filter: CommentFilter, order: CommentOrder, page: Page): Promise<Comment[]> {
    const session = this.#session;
    this.#noteList();
    return listRows<Comment>(session, {
      table: 'comments',
      alias: 'c',
      columns: allColumns,
      condition: commentCondition(filter, session.dialect),
      order: listOrder(filter, order),
      page,
    });
  }

  async count(filter: CommentFilter): Promise<number> {
    const session = this.#session;
    this.#noteList();
    const ready = await readyCommentCount(session, filter);
    return ready ?? countRows(session, 'comments', 'c', commentCondition(filter, session.dialect));
  }

  async byId(id: number): Promise<Comment | null> {
    const [comment] = await this.byIds([id]);
    return comment ?? null;
  }

  async byIds(ids: readonly number[]): Promise<Comment[]> {
    this.#session.noteEach('comment', ids);
    return this.#where(oneOf('c.comment_ID', ids));
  }

  async withChildren(ids: readonly number[], sight: CommentSight): Promise<Set<number>> {
    const session = this.#session;
    this.#noteList();
    const condition = all([oneOf('c.comment_parent', ids), commentSight(sight)]);
    if (condition === never) return new Set();
    const rows = await session.select<{ id: number }>(
      `comments.parents ${condition.shape}`,
      condition.values,
      (slots) =>
        session.db
          .selectFrom('comments as c')
          .select('c.comment_parent as id')
          .distinct()
          .where(condition.build(slots)),
    );
    return new Set(rows.map((row) => row.id));
  }

  async insert(row: Omit<Comment, 'id'> & { id?: number }): Promise<number> {
    return this.#session.transaction(async (session) => {
      const { id } = await session.execute(
        session.db.insertInto('comments').values(columnsOf<Comment>(commentColumns, row) as never),
      );
      session.touch('comments', `comment:${id}`);
      return id;
    });
  }

  async update(id: number, changes: Partial<Omit<Comment, 'id'>>): Promise<void> {
    const columns = columnsOf<Comment>(commentColumns, changes);
    if (Object.keys(columns).length === 0) return;
    await this.#session.transaction(async (session) => {
      await session.execute(session.db.updateTable('comments').set(columns).where('comment_ID', '=', id));
      session.touch('comments', `comment:${id}`);
    });
  }

  async updateWhere(
    where: { postId?: number; parentId?: number; userId?: number },
    changes: Partial<Omit<Comment, 'id'>>,
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
      if (session.dialect.can.manyWriters) {
        await session.select('posts.lock', [postId], ([id]) =>
          session.db
            .selectFrom('posts')
            .select('ID')
            .where('ID', '=', id as number)
            .forUpdate(),
        );
      }
      await session.change('comments.recount', [postId, postId], ([counted, changed]) =>
        session.db
          .updateTable('posts')
          .set(({ selectFrom, fn }) => ({
            comment_count: selectFrom('comments as c')
              .select(fn.countAll<number>().as('n'))
              .where('c.comment_post_ID', '=', counted as number)
              .where('c.comment_approved', '=', '1'),
          }))
          .where('ID', '=', changed as number),
      );
      session.touch('posts', `post:${postId}`);
    });
  }

  /** A list also depends on the posts that its comments stand under. */
  #noteList(): void {
    this.#session.note('comments');
    this.#session.note('posts');
  }

  async #where(condition: Condition): Promise<Comment[]> {
    if (condition === never) return [];
    const session = this.#session;
    return session.select<Comment>(`comments.where ${condition.shape}`, condition.values, (slots) =>
      session.db.selectFrom('comments as c').select(allColumns.list).where(condition.build(slots)),
    );
  }
}

function rowsOf(where: { postId?: number; parentId?: number; userId?: number }): Condition {
  const parts: Condition[] = [];
  if (where.postId !== undefined) parts.push(oneOf('c.comment_post_ID', [where.postId]));
  if (where.parentId !== undefined) parts.push(oneOf('c.comment_parent', [where.parentId]));
  if (where.userId !== undefined) parts.push(oneOf('c.user_id', [where.userId]));
  return all(parts);
}

const id = column('c.comment_ID');
const plainOrders = {
  date: 'c.comment_date',
  dateGmt: 'c.comment_date_gmt',
  post: 'c.comment_post_ID',
  parent: 'c.comment_parent',
  type: 'c.comment_type',
} as const;

/** Ties stand newest first, whatever the direction. */
function listOrder(filter: CommentFilter, { by, direction }: CommentOrder): ListOrder {
  if (by === 'id') return byColumns([id, direction]);
  if (by === 'include') return byList(id, filter.ids ?? [], direction);
  return byColumns([column(plainOrders[by]), direction], [id, 'desc']);
}
