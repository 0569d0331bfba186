import { type Compared, column } from './condition.ts';
import type { Dialect } from './dialect.ts';
import { byColumns, byList, byRank, type ListOrder } from './list-order.ts';
import { relevance } from './post-condition.ts';
import type { PostFilter, PostOrder } from './store.ts';
import { foldedColumn } from './text-condition.ts';

const id = column('p.ID');
const plain = {
  date: 'p.post_date',
  modified: 'p.post_modified',
  author: 'p.post_author',
  parent: 'p.post_parent',
  menuOrder: 'p.menu_order',
} as const;
const folded = { title: 'p.post_title', slug: 'p.post_name' } as const;

/** The column that an order goes by before ties are broken; null where it is not a column. */
export function orderKey(dialect: Dialect, by: PostOrder['by']): Compared | null {
  if (by === 'id') return id;
  if (by in plain) return column(plain[by as keyof typeof plain]);
  if (by in folded) return foldedColumn(dialect, folded[by as keyof typeof folded]);
  return null;
}

/** The order of a list on the posts row `p`. */
export function postOrder(dialect: Dialect, filter: PostFilter, { by, direction }: PostOrder): ListOrder {
  const key = orderKey(dialect, by);
  if (key) return key === id ? byColumns([id, direction]) : byColumns([key, direction], [id, direction]);
  if (by === 'include') return byList(id, filter.ids ?? [], 'asc');
  if (by === 'includeSlugs') {
    return byList(foldedColumn(dialect, 'p.post_name'), (filter.slugs ?? []).map(dialect.fold), 'asc');
  }
  const newest = byColumns([column('p.post_date'), 'desc'], [id, 'desc']);
  return filter.search?.length ? byRank(relevance(filter.search, dialect), newest) : newest;
}
