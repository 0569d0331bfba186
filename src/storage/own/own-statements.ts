import { type Expression, sql } from 'kysely';
import type { BuiltCondition } from '../query/condition.ts';
import { type ListInputs, pageOf } from '../query/list-query.ts';
import { namedTables } from '../query/named-tables.ts';
import type { Value } from '../query/param.ts';
import { type StatementContext, statement } from '../query/statement.ts';

interface OwnSelection {
  readonly table: string;
  /** Explicit names: a cached statement must not change its columns when the table gets new ones. */
  readonly columns: readonly string[];
}

const ownColumns = ({ db }: StatementContext, { table, columns }: OwnSelection) =>
  namedTables(db)
    .selectFrom(`${table} as r`)
    .select(columns.map((name) => sql.ref<Value>(`r.${name}`).as(name)));

interface OwnList extends OwnSelection {
  readonly condition: BuiltCondition;
  readonly order: Expression<unknown>;
}
export const ownRowsWhere = statement((context, { condition, order, ...selected }: OwnList) =>
  ownColumns(context, selected).where(condition).orderBy(order),
);

export const ownPage = statement((context, { table, columns, ...list }: OwnSelection & ListInputs) =>
  pageOf(ownColumns(context, { table, columns }), list),
);

export const countedOwnRows = statement(({ db }, { table, condition }: { table: string; condition: BuiltCondition }) =>
  namedTables(db)
    .selectFrom(`${table} as r`)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where(condition),
);

type OwnValues = Readonly<Record<string, Expression<Value>>>;

export const insertOwnRow = statement(({ db }, { table, values }: { table: string; values: OwnValues }) =>
  namedTables(db).insertInto(table).values(values),
);

export const putOwnRow = statement(({ db }, { table, values }: { table: string; values: OwnValues }) =>
  namedTables(db).replaceInto(table).values(values),
);

interface OwnChange {
  readonly table: string;
  readonly values: OwnValues;
  readonly condition: BuiltCondition;
}
export const updateOwnRows = statement(({ db }, { table, values, condition }: OwnChange) =>
  namedTables(db).updateTable(`${table} as r`).set(values).where(condition),
);

/** The condition uses the table's own name: not every database allows an alias here. */
export const removeOwnRows = statement(({ db }, { table, condition }: { table: string; condition: BuiltCondition }) =>
  namedTables(db).deleteFrom(table).where(condition),
);
