import { searchTables, type TableDefinition } from '../../query/tables.ts';
import { mariadbTableText } from '../mariadb-schema.ts';

/** Adds the places of pieces: everything is indexed again. */
export function placesSchema(prefix: string): string[] {
  const emptied = ['texts', 'bits', 'places'].map((name) => `delete from \`${prefix}platen_search_${name}\``);
  return [
    ...searchSchema(prefix),
    ...emptied,
    `insert into \`${prefix}platen_meta\` (name, value) values ('search_epoch', uuid()) on duplicate key update value = values(value)`,
  ];
}

/** The statements that create the index of texts. It is filled later: every post waits at first. */
export function searchSchema(prefix: string): string[] {
  const tables = Object.entries<TableDefinition>(searchTables);
  return [
    ...tables.map(([name, definition]) => mariadbTableText(prefix + name, definition, 'utf8mb4_bin')),
    `insert ignore into \`${prefix}platen_search_waiting\` (post_id, version)
      select ID, 1 from \`${prefix}posts\` where post_type <> 'revision'`,
    `insert ignore into \`${prefix}platen_meta\` (name, value) values ('search_next', '0')`,
  ];
}
