import {
  type Column,
  contentTables,
  feedTables,
  logTokenColumn,
  manyWriterTables,
  metaValueTables,
  ownTables,
  seenTables,
  type TableDefinition,
} from '../query/tables.ts';

/** The collation of new tables, which `rules/fold.ts` imitates. */
export const collation = 'utf8mb4_unicode_ci';

/** The statements that create a site's tables; existing tables are left unchanged. */
export function mariadbSchema(prefix: string): string[] {
  const content = Object.entries<TableDefinition>(contentTables);
  const own = Object.entries<TableDefinition>(ownTables);
  return [
    ...content.map(([name, definition]) => mariadbTableText(prefix + name, definition, collation)),
    ...own.map(([name, definition]) => mariadbTableText(prefix + name, definition, 'utf8mb4_bin')),
  ];
}

/** The statements that create our own tables for a database with many writers. */
export function lockTables(prefix: string): string[] {
  const tables = Object.entries<TableDefinition>(manyWriterTables);
  return tables.map(([name, definition]) => mariadbTableText(prefix + name, definition, 'utf8mb4_bin'));
}

/** The statement that gives the rows of the change log a random identity. */
export function logToken(prefix: string): string[] {
  const { name, column } = logTokenColumn;
  return [`alter table \`${prefix}platen_changes\` add column ${mariadbColumnText(name, column)}`];
}

/** The statements that create the feed with its first row. */
export function feedSchema(prefix: string): string[] {
  const tables = Object.entries<TableDefinition>({ ...feedTables, ...seenTables });
  return [
    ...tables.map(([name, definition]) => mariadbTableText(prefix + name, definition, 'utf8mb4_bin')),
    `insert ignore into \`${prefix}platen_feed\` (seq, pos, kind, id, \`change\`, at) values (0, 0, 'site', 0, 'reset', ${Date.now()})`,
  ];
}

/** The statements that create the table of the values of declared meta keys. */
export function metaValueSchema(prefix: string): string[] {
  const tables = Object.entries<TableDefinition>(metaValueTables);
  return tables.map(([name, definition]) => mariadbTableText(prefix + name, definition, 'utf8mb4_bin'));
}

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
