import { type ColumnMap, type ColumnParams, selection } from '../query/column-map.ts';
import type { BuiltCondition } from '../query/condition.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import type { Param } from '../query/param.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import type { Comment } from '../rows.ts';
import type { CommentChanges, InsertableComment } from '../store/comments.ts';

export const commentColumns = {
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
} as const satisfies ColumnMap<Comment, 'comments'>;
const allColumns = selection('c', commentColumns);

interface Where {
  readonly condition: BuiltCondition;
}

export const listedComments = statement(({ db }, list: ListInputs) =>
  pageOf(db.selectFrom('comments as c').select(allColumns), list),
);

export const countedComments = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('comments as c')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

const commentRows = ({ db }: StatementContext, { condition }: Where) =>
  db.selectFrom('comments as c').select(allColumns).where(condition);

export const commentsWhere = statement(commentRows);

export const lockedCommentsWhere = statement((context, where: Where) => commentRows(context, where).forUpdate());

export const parentsWhere = statement(({ db }, { condition }: Where) =>
  db.selectFrom('comments as c').select('c.comment_parent as id').distinct().where(condition),
);

export const insertCommentRow = statement(
  ({ db }, { columns }: { columns: ColumnParams<typeof commentColumns, InsertableComment> }) =>
    db.insertInto('comments').values(columns),
);

export const updateCommentRow = statement(
  ({ db }, { columns, id }: { columns: ColumnParams<typeof commentColumns, CommentChanges>; id: Param<number> }) =>
    db.updateTable('comments').set(columns).where('comment_ID', '=', id),
);

export const lockPost = statement(({ db }, { postId }: { postId: Param<number> }) =>
  db.selectFrom('posts').select('ID').where('ID', '=', postId).forUpdate(),
);

export const setCommentCount = statement(({ db }, { postId }: { postId: Param<number> }) =>
  db
    .updateTable('posts')
    .set(({ selectFrom, fn }) => ({
      comment_count: selectFrom('comments as c')
        .select(fn.countAll<number>().as('n'))
        .where('c.comment_post_ID', '=', postId)
        .where('c.comment_approved', '=', '1'),
    }))
    .where('ID', '=', postId),
);
