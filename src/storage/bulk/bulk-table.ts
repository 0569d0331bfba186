import { ownTableDefinition, ownTableName } from '../own/own-table.ts';
import { type ContentTableName, contentTableNames, contentTables, type TableDefinition } from '../query/tables.ts';
import type { DeclaredTable } from '../store/own-tables.ts';

/** A table for bulk reads and writes: its name without the prefix, its columns, and the key its rows are ordered by. */
export interface BulkTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
}

/** A row by column names. */
export type BulkRow = Readonly<Record<string, string | number | null>>;

/** The tables of the public layout. */
export const contentBulkTables = Object.fromEntries(
  contentTableNames.map((name) => [name, bulkTable(name, contentTables[name])]),
  // One entry for each name.
) as Readonly<Record<ContentTableName, BulkTable>>;

/** The bulk table of a declared table. */
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
