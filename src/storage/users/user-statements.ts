import { type ColumnMap, type ColumnParams, selection } from '../query/column-map.ts';
import type { BuiltCondition } from '../query/condition.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import type { Param } from '../query/param.ts';
import { statement } from '../query/statement.ts';
import type { User } from '../rows.ts';
import type { InsertableUser, UserChanges } from '../store/users.ts';

export const userColumns = {
  id: 'ID',
  login: 'user_login',
  passwordHash: 'user_pass',
  slug: 'user_nicename',
  email: 'user_email',
  url: 'user_url',
  registered: 'user_registered',
  activationKey: 'user_activation_key',
  status: 'user_status',
  displayName: 'display_name',
} as const satisfies ColumnMap<User, 'users'>;
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

export const insertUserRow = statement(
  ({ db }, { columns }: { columns: ColumnParams<typeof userColumns, InsertableUser> }) =>
    db.insertInto('users').values(columns),
);

export const updateUserRow = statement(
  ({ db }, { columns, id }: { columns: ColumnParams<typeof userColumns, UserChanges>; id: Param<number> }) =>
    db.updateTable('users').set(columns).where('ID', '=', id),
);
