import type { Dialect } from '../query/dialect.ts';
import { byColumns, byList, type ListOrder } from '../query/list-order.ts';
import { column } from '../query/sql-names.ts';
import { foldedColumn } from '../query/text-condition.ts';
import type { Direction } from '../store/list.ts';
import type { TermFilter, TermOrder } from '../store/terms.ts';

const id = column('t.term_id');
const plainOrders = { group: 't.term_group', count: 'x.count' } as const;
const foldedOrders = { name: 't.name', slug: 't.slug', description: 'x.description' } as const;

/** The order of a list of terms on the rows `t` and `x`. */
export function termListOrder(dialect: Dialect, filter: TermFilter, { by, direction }: TermOrder): ListOrder {
  switch (by) {
    case 'id':
      return byColumns([id, direction]);
    case 'include':
      return byList(id, filter.ids ?? [], direction);
    case 'includeSlugs':
      return byList(foldedColumn(dialect, 't.slug'), (filter.slugs ?? []).map(dialect.fold), direction);
    case 'group':
    case 'count':
      return byColumns([column(plainOrders[by]), direction], [id, direction]);
    default:
      return byColumns([foldedColumn(dialect, foldedOrders[by]), direction], [id, direction]);
  }
}

/** The orders by name on the row `n` of the table of sorted names. */
export const summaryNameOrders: Readonly<Record<Direction, ListOrder>> = {
  asc: byColumns([column('n.name'), 'asc'], [column('n.term_id'), 'asc']),
  desc: byColumns([column('n.name'), 'desc'], [column('n.term_id'), 'desc']),
};
