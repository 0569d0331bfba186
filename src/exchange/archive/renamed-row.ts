import type { BulkRow } from '../../storage/bulk/bulk-table.ts';

/** Two kinds of key begin with the table prefix: keys of user meta, and the option that stores the roles. */
export function renamedRow(table: string, row: BulkRow, from: string, to: string): BulkRow {
  if (from === to) return row;
  if (table === 'usermeta') return renamed(row, 'meta_key', (key) => isOfPrefix(key, from), from, to);
  if (table === 'options') return renamed(row, 'option_name', (name) => name === `${from}user_roles`, from, to);
  return row;
}

/** With an empty prefix, only the well-known keys can be recognised. */
function isOfPrefix(key: string, prefix: string): boolean {
  return prefix === '' ? key === 'capabilities' || key === 'user_level' : key.startsWith(prefix);
}

function renamed(row: BulkRow, column: string, isMeant: (name: string) => boolean, from: string, to: string): BulkRow {
  const name = row[column];
  return typeof name === 'string' && isMeant(name) ? { ...row, [column]: to + name.slice(from.length) } : row;
}
