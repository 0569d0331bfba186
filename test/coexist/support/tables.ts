import type { Connection } from 'mysql2/promise';

export type Row = Readonly<Record<string, string | number | null>>;
/** Every row of the old system's tables, by table and key. */
export type TableRows = ReadonlyMap<string, { readonly table: string; readonly row: Row }>;

/** The old system's tables with the column that names a row; relationships are named by both of theirs. */
const keys: Readonly<Record<string, readonly string[]>> = {
  posts: ['ID'],
  postmeta: ['meta_id'],
  terms: ['term_id'],
  termmeta: ['meta_id'],
  term_taxonomy: ['term_taxonomy_id'],
  term_relationships: ['object_id', 'term_taxonomy_id'],
  users: ['ID'],
  usermeta: ['umeta_id'],
  comments: ['comment_ID'],
  commentmeta: ['meta_id'],
  options: ['option_id'],
  links: ['link_id'],
};

const noisyOptions =
  /^_(?:site_)?transient_|^(?:cron|rewrite_rules|user_count|fresh_site|wp_calendar_block_has_published_posts)$/;

/** What either system notes about its own running, at moments nobody can foretell, and what we note under names of our own. */
function isNoise(table: string, row: Row): boolean {
  if (table === 'options') return noisyOptions.test(String(row['option_name']));
  if (table === 'postmeta') return String(row['meta_key']).startsWith('_platen_');
  return table === 'usermeta' && /^(?:_application_passwords|session_tokens)$/.test(String(row['meta_key']));
}

export async function readTables(database: Connection, prefix: string): Promise<TableRows> {
  const all = new Map<string, { table: string; row: Row }>();
  for (const [table, columns] of Object.entries(keys)) {
    const [rows] = await database.query(`select * from \`${prefix}${table}\``);
    for (const row of rows as Row[])
      if (!isNoise(table, row)) all.set(`${table} ${columns.map((column) => row[column]).join('/')}`, { table, row });
  }
  return all;
}

/** One row that came, went or changed. */
export type RowChange =
  | { readonly kind: 'new' | 'gone'; readonly table: string; readonly row: Row }
  | { readonly kind: 'changed'; readonly table: string; readonly before: Row; readonly row: Row };

export function changesBetween(before: TableRows, after: TableRows): RowChange[] {
  const changes: RowChange[] = [];
  for (const [key, { table, row }] of after) {
    const old = before.get(key)?.row;
    if (!old) changes.push({ kind: 'new', table, row });
    else if (JSON.stringify(old) !== JSON.stringify(row)) changes.push({ kind: 'changed', table, before: old, row });
  }
  for (const [key, { table, row }] of before) if (!after.has(key)) changes.push({ kind: 'gone', table, row });
  return changes;
}

/** The columns that name a row in its own table. */
export function keyColumns(table: string): readonly string[] {
  return table === 'term_relationships' ? [] : (keys[table] ?? []);
}
