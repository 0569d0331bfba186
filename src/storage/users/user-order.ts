import type { Dialect } from '../query/dialect.ts';
import { byColumns, byList, type ListOrder } from '../query/list-order.ts';
import { column } from '../query/sql-names.ts';
import { foldedColumn } from '../query/text-condition.ts';
import type { UserFilter, UserOrder } from '../store/users.ts';

const id = column('u.ID');
const foldedOrders = {
  name: 'u.display_name',
  slug: 'u.user_nicename',
  email: 'u.user_email',
  url: 'u.user_url',
} as const;

/** The order of a list on the users row `u`. */
export function userListOrder(dialect: Dialect, filter: UserFilter, { by, direction }: UserOrder): ListOrder {
  switch (by) {
    case 'id':
      return byColumns([id, direction]);
    case 'registered':
      return byColumns([column('u.user_registered'), direction], [id, direction]);
    case 'include':
      return byList(id, filter.ids ?? [], direction);
    case 'includeSlugs':
      return byList(foldedColumn(dialect, 'u.user_nicename'), (filter.slugs ?? []).map(dialect.fold), direction);
    default:
      return byColumns([foldedColumn(dialect, foldedOrders[by]), direction], [id, direction]);
  }
}
