import { byColumns, byList, type ListOrder } from '../query/list-order.ts';
import { column } from '../query/sql-names.ts';
import type { CommentFilter, CommentOrder } from '../store/comments.ts';

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
