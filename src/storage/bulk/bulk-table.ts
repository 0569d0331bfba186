import { ownTableDefinition, ownTableName } from '../extension-tables/extension-table.ts';
import type { Column, TableDefinition } from '../query/columns.ts';
import { type ContentTableName, contentTableNames, contentTables } from '../query/tables.ts';
import type { DeclaredTable } from '../store/extension-tables.ts';

/** A table for bulk reads and writes: its name without the prefix, its columns, and the key its rows are ordered by. */
export interface BulkTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Whether a text is not too long for a column, in every database. */
  fits(column: string, text: string): boolean;
}

/** A row by column names. */
export type BulkRow = Readonly<Record<string, string | number | null>>;

/** The tables of the public layout. */
export const contentBulkTables = Object.fromEntries(
  contentTableNames.map((name) => [name, bulkTable(name, contentTables[name])]),
  // One entry for each name.
) as Readonly<Record<ContentTableName, BulkTable>>;

export function ownBulkTable(table: DeclaredTable): BulkTable {
  return bulkTable(ownTableName(table.name), ownTableDefinition(table));
}

function bulkTable(name: string, { columns, primary }: TableDefinition): BulkTable {
  return {
    name,
    columns: Object.keys(columns),
    key: primary,
    fits: (column, text) => isFitting(columns[column], text),
  };
}

/** The sizes of text columns on a server, in bytes; longer ones hold more than a statement may have. */
const textBytes: Readonly<Partial<Record<Column['kind'], number>>> = {
  tinytext: 255,
  text: 65_535,
  mediumtext: 16_777_215,
};

function isFitting(column: Column | undefined, text: string): boolean {
  if (column?.length !== undefined) return [...text].length <= column.length;
  const bytes = column && textBytes[column.kind];
  return bytes === undefined || Buffer.byteLength(text) <= bytes;
}
