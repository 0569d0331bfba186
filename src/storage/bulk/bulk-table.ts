import { ownTableDefinition, ownTableName } from '../own-table.ts';
import type { DeclaredTable } from '../store.ts';
import { contentTables, type TableDefinition } from '../tables.ts';

/** A table to be read or filled whole: its name without the prefix, its columns, and the key its rows are read by. */
export interface BulkTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** A row under the names of its columns. */
export type BulkRow = Readonly<Record<string, string | number | null>>;

export type ContentTableName = keyof typeof contentTables;

/** The tables of the public layout. */
export const contentBulkTables = Object.fromEntries(
  Object.entries<TableDefinition>(contentTables).map(([name, definition]) => [name, bulkTable(name, definition)]),
) as Readonly<Record<ContentTableName, BulkTable>>;

/** A table that a part of the program declared. */
export function ownBulkTable(table: DeclaredTable): BulkTable {
  return bulkTable(ownTableName(table.name), ownTableDefinition(table));
}

function bulkTable(name: string, { columns, primary }: TableDefinition): BulkTable {
  return {
    name,
    columns: Object.keys(columns),
    key: primary,
  };
}
