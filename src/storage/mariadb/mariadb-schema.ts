import type { Column, TableDefinition } from '../query/columns.ts';
import { contentTables, feedTables, logTokenColumn, ownTables, seenTables } from '../query/tables.ts';

/** The collation of new tables, which `rules/fold.ts` imitates. */
export const collation = 'utf8mb4_unicode_ci';

/** The statements that create tables; existing ones are left unchanged. Our own compare byte by byte. */
export const tablesText = (
  prefix: string,
  tables: Readonly<Record<string, TableDefinition>>,
  collate = 'utf8mb4_bin',
): string[] => Object.entries(tables).map(([name, definition]) => mariadbTableText(prefix + name, definition, collate));

export const mariadbSchema = (prefix: string): string[] => [
  ...tablesText(prefix, contentTables, collation),
  ...tablesText(prefix, ownTables),
];

/** The statement that gives the rows of the change log a random identity. */
export const logToken = (prefix: string): string[] => [
  `alter table \`${prefix}platen_changes\` add column ${mariadbColumnText(logTokenColumn.name, logTokenColumn.column)}`,
];

/** The statements that create the feed with its first row. */
export const feedSchema = (prefix: string): string[] => [
  ...tablesText(prefix, { ...feedTables, ...seenTables }),
  `insert ignore into \`${prefix}platen_feed\` (seq, pos, kind, id, \`change\`, at) values (0, 0, 'site', 0, 'reset', ${Date.now()})`,
];

/** `create table` for a definition, with its indexes. */
export function mariadbTableText(name: string, definition: TableDefinition, collate: string): string {
  const parts = Object.entries(definition.columns).map(([column, kind]) => mariadbColumnText(column, kind));
  parts.push(`primary key (${list(definition.primary)})`);
  for (const [index, columns] of Object.entries(definition.unique ?? {}))
    parts.push(`unique key \`${index}\` (${list(columns)})`);
  for (const [index, columns] of Object.entries(definition.indexes ?? {}))
    parts.push(`key \`${index}\` (${list(columns)})`);
  return `create table if not exists \`${name}\` (${parts.join(', ')}) engine = InnoDB default charset = utf8mb4 collate = ${collate}`;
}

const types: Readonly<Record<Column['kind'], (column: Column) => string>> = {
  id: () => 'bigint(20) unsigned',
  reference: () => 'bigint(20) unsigned',
  integer: () => 'int(11)',
  bigint: () => 'bigint(20)',
  double: () => 'double',
  varchar: (column) => `varchar(${column.length})`,
  tinytext: () => 'tinytext',
  text: () => 'text',
  mediumtext: () => 'mediumtext',
  longtext: () => 'longtext',
  datetime: () => 'datetime',
};

/** A column in a `create table` or an `add column`. */
export function mariadbColumnText(name: string, column: Column): string {
  const type = `\`${name}\` ${types[column.kind](column)}`;
  if (column.kind === 'id') return `${type} not null auto_increment`;
  if (column.nullable) return `${type} default null`;
  return column.default === undefined ? `${type} not null` : `${type} not null default '${column.default}'`;
}

/** `name(191)` indexes the beginning of a column. */
const list = (columns: readonly string[]): string =>
  columns.map((column) => column.replace(/^(\w+)/, '`$1`')).join(', ');
