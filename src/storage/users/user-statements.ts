import { type ColumnParams, selection } from '../query/column-map.ts';
import {
  all,
  any,
  type BuiltCondition,
  beyondRow,
  byColumns,
  byList,
  type ListOrder,
  never,
  noneOf,
  oneOf,
  type SqlCondition,
} from '../query/condition.ts';
import { anyContains, type Dialect, foldedColumn } from '../query/dialect.ts';
import { column, fragment, type Param, tableRef } from '../query/fragment.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import { userColumns } from '../rows.ts';
import type { InsertableUser, UserChanges, UserFilter, UserOrder } from '../store/users.ts';
import { capabilitiesKey } from './capabilities.ts';

const allColumns = selection('u', userColumns);

interface Where {
  readonly condition: BuiltCondition;
}

export const listedUsers = statement(({ db }, list: ListInputs) =>
  pageOf(db.selectFrom('users as u').select(allColumns), list),
);

export const countedUsers = statement(({ db }, { condition }: Where) =>
  db
    .selectFrom('users as u')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

export const usersWhere = statement(({ db }, { condition }: Where) =>
  db.selectFrom('users as u').select(allColumns).where(condition),
);

/** The users of each stored combination of capabilities; rows of users who are gone do not count. */
export const storedCapabilities = statement(({ db }, { key }: { key: Param<string> }) =>
  db
    .selectFrom('usermeta as m')
    .innerJoin('users as u', 'u.ID', 'm.user_id')
    .select(({ fn }) => ['m.meta_value as value', fn.countAll<number>().as('n')])
    .where('m.meta_key', '=', key)
    .groupBy('m.meta_value'),
);

export const insertUserRow = statement(
  ({ db }, { columns }: { columns: ColumnParams<typeof userColumns, InsertableUser> }) =>
    db.insertInto('users').values(columns),
);

export const updateUserRow = statement(
  ({ db }, { columns, id }: { columns: ColumnParams<typeof userColumns, UserChanges>; id: Param<number> }) =>
    db.updateTable('users').set(columns).where('ID', '=', id),
);

/** A filter as one condition on the users row `u`. */
export function userCondition(session: Session, filter: UserFilter): SqlCondition {
  const { dialect } = session;
  const parts: SqlCondition[] = [];
  if (filter.beyond) parts.push(beyondRow('u.ID', filter.beyond));
  if (filter.ids) parts.push(oneOf('u.ID', filter.ids));
  if (filter.notIds) parts.push(noneOf('u.ID', filter.notIds));
  if (filter.slugs) parts.push(oneOf(foldedColumn(dialect, 'u.user_nicename'), filter.slugs.map(dialect.fold)));
  if (filter.roles) parts.push(any(filter.roles.map((role) => hasRole(session, role))));
  if (filter.search) parts.push(searchCondition(filter.search, dialect));
  if (filter.withPublished) parts.push(hasPublished(filter.withPublished, publishedSource(session)));
  return all(parts);
}

const searched = {
  username: 'u.user_login',
  url: 'u.user_url',
  slug: 'u.user_nicename',
  name: 'u.display_name',
  email: 'u.user_email',
} as const;

function searchCondition({ text, columns }: NonNullable<UserFilter['search']>, dialect: Dialect): SqlCondition {
  const names = columns.flatMap((one) => (one === 'id' ? [] : searched[one]));
  const byId = columns.includes('id') && /^\d{1,15}$/.test(text) ? [oneOf('u.ID', [Number(text)])] : [];
  return any([...(names.length > 0 ? [anyContains(dialect, names, text)] : []), ...byId]);
}

/** Roles are quoted keys in the serialised value. */
function hasRole(session: Session, role: string): SqlCondition {
  const holds = session.dialect.contains(column('m.meta_value'), `"${role}"`);
  return fragment`exists (select 1 from ${tableRef('usermeta')} as m where m.user_id = u.ID and m.meta_key = ${capabilitiesKey(session.site.prefix)} and ${holds})`;
}

type PublishedSource = 'platen_counts' | 'platen_list' | 'posts';

/** Where counts come in parts, the list tells sooner whether there is one. */
function publishedSource(session: Session): PublishedSource {
  if (!session.hasLists) return 'posts';
  return session.dialect.can.listTable ? 'platen_list' : 'platen_counts';
}

function hasPublished(types: readonly string[], source: PublishedSource): SqlCondition {
  const which = oneOf(source === 'platen_counts' ? 'k.post_type' : 'p.post_type', types);
  if (which === never) return never;
  switch (source) {
    case 'platen_counts':
      return fragment`exists (select 1 from ${tableRef(source)} as k where k.scope = 1 and k.owner = u.ID and k.post_status = 'publish' and k.n > 0 and ${which})`;
    case 'platen_list':
      // Compared with `exists`, a server would gather the authors of all posts first.
      return fragment`1 = (select 1 from ${tableRef(source)} as p force index (of_author) where p.post_author = u.ID and p.post_status = 'publish' and ${which} limit 1)`;
    case 'posts':
      return fragment`exists (select 1 from ${tableRef(source)} as p where p.post_author = u.ID and p.post_status = 'publish' and ${which})`;
  }
}

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
