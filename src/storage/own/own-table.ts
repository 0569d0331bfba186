import type { Column, TableDefinition } from '../query/tables.ts';
import type { ColumnKind, OwnTable } from '../store/own-tables.ts';

/** The name of a declared table, without the site's prefix. */
export const ownTableName = (name: string): string => {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new TypeError(`'${name}' cannot be the name of a table.`);
  return `platen_${name}`;
};

const kinds: Readonly<Record<ColumnKind, Column>> = {
  id: { kind: 'id' },
  integer: { kind: 'bigint', nullable: true },
  text: { kind: 'longtext', nullable: true },
  short: { kind: 'varchar', length: 191, nullable: true },
  json: { kind: 'longtext', nullable: true },
  datetime: { kind: 'datetime', nullable: true },
};

/** Converts an extension's table declaration to a table definition. */
export function ownTableDefinition<Row extends object>(table: OwnTable<Row>): TableDefinition {
  const columns = Object.entries<ColumnKind>(table.columns).map(([name, kind]) => {
    const column = kinds[kind];
    return [name, name === table.key && kind !== 'id' ? { ...column, nullable: false } : column] as const;
  });
  return {
    columns: Object.fromEntries(columns),
    primary: [table.key],
    unique: named(table.unique),
    indexes: named(table.indexes),
  };
}

const named = (lists: readonly (readonly string[])[] | undefined): Record<string, readonly string[]> =>
  Object.fromEntries((lists ?? []).map((columns) => [columns.join('_'), columns]));
