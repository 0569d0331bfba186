import type { Column, TableDefinition } from '../query/columns.ts';
import { contentTables, feedTables, ownTables, topRows } from '../query/tables.ts';
import { summaryTriggers } from './triggers.ts';

/**
 * Indexes that replace those of existing sites; each is used by a list, a look-up or a count of the store.
 *
 * The value of each is its statistics for SQLite's planner: rows of a large site, then how many share the
 * first column, the first two, and so on. They are fixed and not measured, so every site gets the same plans.
 */
const indexes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  posts: {
    'post_type, post_status, post_date': '1000000 300000 200000 2',
    'post_type, post_status, post_modified': '1000000 300000 200000 2',
    'post_type, post_status, fold(post_title)': '1000000 300000 200000 2',
    'post_type, post_status, fold(post_name)': '1000000 300000 200000 2',
    'post_type, post_status, post_parent': '1000000 300000 200000 5000',
    'post_type, post_status, post_author': '1000000 300000 200000 5000',
    'post_type, post_status, menu_order': '1000000 300000 200000 50000',
    'post_type, post_status': '1000000 300000 200000',
    'post_author, post_type, post_status, post_date': '1000000 20000 8000 5000 2',
    'post_parent, post_type, post_date': '1000000 20 10 2',
    'fold(post_name)': '1000000 2',
  },
  postmeta: { 'post_id, meta_key': '4000000 5 1', 'meta_key, substr(meta_value, 1, 64)': '4000000 200000 20' },
  terms: { 'fold(name)': '20000 2', 'fold(slug)': '20000 2' },
  termmeta: { 'term_id, meta_key': '20000 3 1', 'meta_key, substr(meta_value, 1, 64)': '20000 2000 20' },
  term_taxonomy: { 'taxonomy, count': '20000 5000 50', 'parent, taxonomy': '20000 500 400' },
  term_relationships: { 'term_taxonomy_id, object_id': '3000000 3000 1' },
  users: {
    'fold(user_login)': '20000 1',
    'fold(user_email)': '20000 1',
    'fold(user_nicename)': '20000 1',
    'fold(display_name)': '20000 2',
    user_registered: '20000 2',
  },
  usermeta: { 'user_id, meta_key': '400000 20 1', 'meta_key, substr(meta_value, 1, 64)': '400000 20000 2000' },
  comments: {
    'comment_approved, comment_type, comment_date_gmt': '1000000 300000 200000 1',
    comment_date_gmt: '1000000 2',
    'comment_post_ID, comment_approved, comment_date_gmt': '1000000 20 10 1',
    'comment_parent, comment_approved': '1000000 5 4',
    user_id: '1000000 200',
    'fold(comment_author_email)': '1000000 20',
  },
  commentmeta: { 'comment_id, meta_key': '1000000 3 1', 'meta_key, substr(meta_value, 1, 64)': '1000000 100000 20' },
};

/** Our own tables with lists and counts that would be slow to compute on a large site; triggers maintain them. */
const summaryTables = (prefix: string): string[] => [
  `create table ${prefix}platen_term_posts (
    term_taxonomy_id integer not null, post_type text not null, post_status text not null, post_date text not null,
    post_id integer not null, primary key (term_taxonomy_id, post_type, post_status, post_date, post_id)
  ) without rowid`,
  `create table ${prefix}platen_counts (
    scope integer not null, owner integer not null, post_type text not null, post_status text not null,
    parent_type text not null, parent_status text not null, n integer not null,
    primary key (scope, owner, post_type, post_status, parent_type, parent_status)
  ) without rowid`,
  `create virtual table ${prefix}platen_search using fts5(
    title, excerpt, content, content='', contentless_delete=1, tokenize='trigram case_sensitive 1')`,
  `create table ${prefix}platen_term_names (
    taxonomy text not null, name text not null, term_id integer not null, primary key (taxonomy, name, term_id)
  ) without rowid`,
  `create index ${prefix}platen_term_names_by_term on ${prefix}platen_term_names (term_id)`,
  `create table ${prefix}platen_comment_counts (
    approved text not null, type text not null, post_type text not null, post_status text not null,
    protected integer not null, n integer not null,
    primary key (approved, type, post_type, post_status, protected)
  ) without rowid`,
];

/** The statements that create a site's tables in an empty file. */
export function sqliteSchema(prefix: string): string[] {
  const made: string[] = [];
  for (const [name, definition] of Object.entries<TableDefinition>({ ...contentTables, ...ownTables })) {
    made.push(sqliteTableText(prefix + name, definition), ...indexTexts(prefix + name, indexes[name] ?? {}));
  }
  return [...made, ...summaryTables(prefix), ...summaryTriggers(prefix), 'analyze', ...statisticsTexts(prefix)];
}

/**
 * The partial index of scheduled posts by time. Its condition uses `is`, not `=`: else SQLite would compare it with
 * every `post_status = ?`, and recompile such a statement at each run, because the value might match.
 */
export const dueIndex = (prefix: string): string[] => [
  `drop index if exists ${prefix}posts_due`,
  `create index ${prefix}posts_due on ${prefix}posts (post_date_gmt) where post_status is 'future'`,
];

/** The partial index of rows without a parent in menu order. Its statistics make it the first choice where it can be used. */
export const topIndex = (prefix: string): string[] => [
  `create index ${prefix}posts_top on ${prefix}posts (post_type, post_status, menu_order) where ${topRows('')}`,
  `insert into sqlite_stat1 (tbl, idx, stat) values ('${prefix}posts', '${prefix}posts_top', '1000 20 5 1')`,
];

/** The feed with its first row. */
export const feedTexts = (prefix: string): string[] => [
  ...Object.entries<TableDefinition>(feedTables).map(([name, definition]) =>
    sqliteTableText(prefix + name, definition),
  ),
  `create index ${prefix}platen_feed_at on ${prefix}platen_feed (at)`,
  `insert into ${prefix}platen_feed (seq, pos, kind, id, change, at) values (0, 0, 'site', 0, 'reset', ${Date.now()})`,
];

const indexName = (table: string, columns: string): string => `${table}_by_${columns.replace(/\W+/g, '_')}`;

const indexTexts = (table: string, columns: Readonly<Record<string, string>>): string[] =>
  Object.keys(columns).map((list) => `create index ${indexName(table, list)} on ${table} (${list})`);

/** Writes the planner's statistics to the table that `analyze` would fill. */
function statisticsTexts(prefix: string): string[] {
  const rows = Object.entries(indexes).flatMap(([name, columns]) =>
    Object.entries(columns).map(([list, statistics]) => {
      const table = prefix + name;
      return `('${table}', '${indexName(table, list)}', '${statistics}')`;
    }),
  );
  rows.push(`('${prefix}platen_term_posts', '${prefix}platen_term_posts', '3000000 3000 2000 1500 2 1')`);
  rows.push(`('${prefix}platen_counts', '${prefix}platen_counts', '5000 1500 10 4 2 2 1')`);
  return [`delete from sqlite_stat1`, `insert into sqlite_stat1 (tbl, idx, stat) values ${rows.join(', ')}`];
}

/** `create table` for a definition, with its unique columns. */
export function sqliteTableText(name: string, { columns, primary, unique }: TableDefinition): string {
  const parts = Object.entries(columns).map(([column, definition]) => sqliteColumnText(column, definition));
  const hasId = Object.values(columns).some((column) => column.kind === 'id');
  if (!hasId) parts.push(`primary key (${primary.map(quoted).join(', ')})`);
  for (const list of Object.values(unique ?? {})) parts.push(`unique (${list.map(quoted).join(', ')})`);
  return `create table if not exists ${quoted(name)} (${parts.join(', ')})${hasId ? '' : ' without rowid'}`;
}

/** A column in a `create table` or an `add column`. */
export function sqliteColumnText(name: string, column: Column): string {
  if (column.kind === 'id') return `${quoted(name)} integer primary key autoincrement`;
  const isNumber = column.kind === 'reference' || column.kind === 'integer' || column.kind === 'bigint';
  if (column.kind === 'double') return `${quoted(name)} real${column.nullable ? '' : ' not null default 0'}`;
  if (column.nullable) return `${quoted(name)} ${isNumber ? 'integer' : 'text'}`;
  const initial = column.default ?? '';
  return `${quoted(name)} ${isNumber ? 'integer' : 'text'} not null default ${typeof initial === 'number' ? initial : `'${initial}'`}`;
}

const quoted = (name: string): string => `"${name}"`;
