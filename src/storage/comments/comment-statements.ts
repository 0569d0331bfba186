import type { CommentVisibility } from '../../rules/visibility.ts';
import { everything } from '../../rules/visibility.ts';
import { postExists } from '../posts/visibility.ts';
import { type ColumnParams, selection } from '../query/column-map.ts';
import {
  above,
  all,
  any,
  type BuiltCondition,
  below,
  beyondRow,
  byColumns,
  byList,
  type ListOrder,
  noneOf,
  not,
  oneOf,
  type SqlCondition,
} from '../query/condition.ts';
import { anyContains, type Dialect, foldedColumn } from '../query/dialect.ts';
import { column, type Param } from '../query/fragment.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import { type StatementContext, statement } from '../query/statement.ts';
import { commentColumns } from '../rows.ts';
import type { CommentChanges, CommentFilter, CommentOrder, InsertableComment } from '../store/comments.ts';

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

export const updateCommentRows = statement(
  (
    { db },
    { columns, which }: { columns: ColumnParams<typeof commentColumns, CommentChanges>; which: BuiltCondition },
  ) => db.updateTable('comments').set(columns).where(which),
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
        .where('c.comment_approved', '=', '1')
        .where('c.comment_type', '!=', 'note'),
    }))
    .where('ID', '=', postId),
);

/** A filter as one condition on the comments row `c`. */
export function commentCondition(filter: CommentFilter, dialect: Dialect): SqlCondition {
  const parts: SqlCondition[] = [];
  if (filter.beyond) parts.push(beyondRow('c.comment_ID', filter.beyond));
  if (filter.ids) parts.push(oneOf('c.comment_ID', filter.ids));
  if (filter.notIds) parts.push(noneOf('c.comment_ID', filter.notIds));
  if (filter.approved) parts.push(oneOf('c.comment_approved', filter.approved));
  if (filter.types) parts.push(oneOf('c.comment_type', filter.types));
  if (filter.postIds) parts.push(oneOf('c.comment_post_ID', filter.postIds));
  if (filter.parentIds) parts.push(oneOf('c.comment_parent', filter.parentIds));
  if (filter.notParentIds) parts.push(noneOf('c.comment_parent', filter.notParentIds));
  if (filter.userIds) parts.push(oneOf('c.user_id', filter.userIds));
  if (filter.notUserIds) parts.push(noneOf('c.user_id', filter.notUserIds));
  if (filter.authorIp !== undefined) parts.push(oneOf('c.comment_author_IP', [filter.authorIp]));
  if (filter.after !== undefined) parts.push(above('c.comment_date_gmt', filter.after));
  if (filter.before !== undefined) parts.push(below('c.comment_date_gmt', filter.before));
  parts.push(...textConditions(filter, dialect), commentVisibilityCondition(filter.visibility));
  return all(parts);
}

const shown = ['c.comment_author', 'c.comment_author_url', 'c.comment_content'];
const details = ['c.comment_author_email', 'c.comment_author_IP'];

function textConditions(filter: CommentFilter, dialect: Dialect): SqlCondition[] {
  const parts: SqlCondition[] = [];
  const equal = (name: string, text: string | undefined): void => {
    if (text !== undefined) parts.push(oneOf(foldedColumn(dialect, name), [dialect.fold(text)]));
  };
  equal('c.comment_author_email', filter.authorEmail);
  equal('c.comment_author', filter.authorName);
  if (filter.content !== undefined) parts.push(oneOf('c.comment_content', [filter.content]));
  if (filter.search) {
    const columns = filter.search.details ? [...shown, ...details] : shown;
    parts.push(anyContains(dialect, columns, filter.search.text));
  }
  return parts;
}

/** A comment visibility as a condition on the comments row `c`. */
function commentVisibilityCondition(visibility: CommentVisibility): SqlCondition {
  return any(visibility.anyOf.map(clauseCondition));
}

function clauseCondition(clause: CommentVisibility['anyOf'][number]): SqlCondition {
  const parts: SqlCondition[] = [];
  if (clause.approved !== 'any') parts.push(oneOf('c.comment_approved', clause.approved));
  if (clause.types) parts.push(oneOf('c.comment_type', clause.types));
  if (clause.notTypes) parts.push(noneOf('c.comment_type', clause.notTypes));
  if (clause.userId !== undefined) parts.push(oneOf('c.user_id', [clause.userId]));
  if (clause.post === 'none') parts.push(not(postExists(everything, 'c.comment_post_ID')));
  else if (clause.post) parts.push(postExists(clause.post, 'c.comment_post_ID'));
  if (clause.unprotected) parts.push(onOpenPost(clause.unprotected.exceptPostIds));
  return all(parts);
}

/** On a post without a password, or on one of the exceptions; a comment without a post row is not protected. */
function onOpenPost(exceptPostIds: readonly number[]): SqlCondition {
  const behindPassword = postExists(everything, 'c.comment_post_ID', (post) => noneOf(`${post}.post_password`, ['']));
  return any([oneOf('c.comment_post_ID', exceptPostIds), not(behindPassword)]);
}

const id = column('c.comment_ID');
const plainOrders = {
  date: 'c.comment_date',
  dateGmt: 'c.comment_date_gmt',
  post: 'c.comment_post_ID',
  parent: 'c.comment_parent',
  type: 'c.comment_type',
} as const;

/** The order of a list on the comments row `c`. Ties are ordered newest first in both directions. */
export function commentListOrder(filter: CommentFilter, { by, direction }: CommentOrder): ListOrder {
  if (by === 'id') return byColumns([id, direction]);
  if (by === 'include') return byList(id, filter.ids ?? [], direction);
  return byColumns([column(plainOrders[by]), direction], [id, 'desc']);
}
