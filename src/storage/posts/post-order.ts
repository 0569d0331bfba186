import type { Dialect } from '../query/dialect.ts';
import type { SqlFragment } from '../query/fragment.ts';
import { byColumns, byList, byRank, type ListOrder } from '../query/list-order.ts';
import { column } from '../query/sql-names.ts';
import { foldedColumn } from '../query/text-condition.ts';
import type { ColumnOrder, PostFilter, PostOrder } from '../store/posts.ts';
import { shownMetaValue } from './meta-value.ts';
import { relevance } from './post-condition.ts';

const id = column('p.ID');

/** The columns to order by; `isText` where case and accents do not count. */
const columns: Readonly<Partial<Record<ColumnOrder['by'], { readonly name: string; readonly isText?: boolean }>>> = {
  date: { name: 'p.post_date' },
  modified: { name: 'p.post_modified' },
  author: { name: 'p.post_author' },
  parent: { name: 'p.post_parent' },
  menuOrder: { name: 'p.menu_order' },
  title: { name: 'p.post_title', isText: true },
  slug: { name: 'p.post_name', isText: true },
};

/** The column that an order goes by before ties are broken; null where it is not a column. */
export function orderKey(dialect: Dialect, by: ColumnOrder['by']): SqlFragment | null {
  if (by === 'id') return id;
  const key = columns[by];
  if (!key) return null;
  return key.isText ? foldedColumn(dialect, key.name) : column(key.name);
}

/** The order of a list on the posts row `p`. */
export function postListOrder(dialect: Dialect, filter: PostFilter, order: PostOrder): ListOrder {
  const { direction } = order;
  if (order.by === 'meta') return byColumns([shownMetaValue(order.key, dialect), direction], [id, direction]);
  const { by } = order;
  const key = orderKey(dialect, by);
  if (key) return key === id ? byColumns([id, direction]) : byColumns([key, direction], [id, direction]);
  if (by === 'include') return byList(id, filter.ids ?? [], 'asc');
  if (by === 'includeSlugs') {
    return byList(foldedColumn(dialect, 'p.post_name'), (filter.slugs ?? []).map(dialect.fold), 'asc');
  }
  const newest = byColumns([column('p.post_date'), 'desc'], [id, 'desc']);
  return filter.search?.length ? byRank(relevance(filter, dialect), newest) : newest;
}
