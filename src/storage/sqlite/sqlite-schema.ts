import { type Column, contentTables, ownTables, type TableDefinition } from '../tables.ts';
import { readyTriggers } from './ready-triggers.ts';

/** Indexes in place of the ones existing sites have; every one serves a list, a look-up or a count of the store. */
const indexes: Readonly<Record<string, readonly string[]>> = {
  posts: [
    'post_type, post_status, post_date',
    'post_type, post_status, post_modified',
    'post_type, post_status, fold(post_title)',
    'post_type, post_status, fold(post_name)',
    'post_type, post_status, post_parent',
    'post_type, post_status, post_author',
    'post_type, post_status, menu_order',
    'post_type, post_status',
    'post_author, post_type, post_status, post_date',
    'post_parent, post_type, post_date',
    'fold(post_name)',
  ],
  postmeta: ['post_id, meta_key', 'meta_key, substr(meta_value, 1, 64)'],
  terms: ['fold(name)', 'fold(slug)'],
  termmeta: ['term_id, meta_key', 'meta_key, substr(meta_value, 1, 64)'],
  term_taxonomy: ['taxonomy, count', 'parent, taxonomy'],
  term_relationships: ['term_taxonomy_id, object_id'],
  users: ['fold(user_login)', 'fold(user_email)', 'fold(user_nicename)', 'fold(display_name)', 'user_registered'],
  usermeta: ['user_id, meta_key', 'meta_key, substr(meta_value, 1, 64)'],
  comments: [
    'comment_approved, comment_type, comment_date_gmt',
    'comment_date_gmt',
    'comment_post_ID, comment_approved, comment_date_gmt',
    'comment_parent, comment_approved',
    'user_id',
    'fold(comment_author_email)',
  ],
  commentmeta: ['comment_id, meta_key', 'meta_key, substr(meta_value, 1, 64)'],
};

/** Tables of our own that keep ready what a large site would have to search for; filled by triggers. */
const readyTables = (prefix: string): string[] => [
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
];

/** The statements that make an empty file a site. */
export function sqliteSchema(prefix: string): string[] {
  const made: string[] = [];
  for (const [name, definition] of Object.entries<TableDefinition>({ ...contentTables, ...ownTables })) {
    made.push(tableText(prefix + name, definition));
    for (const [place, columns] of (indexes[name] ?? []).entries()) {
      made.push(`create index ${prefix}${name}_${place} on ${prefix}${name} (${columns})`);
    }
  }
  made.push(`create index ${prefix}posts_due on ${prefix}posts (post_date_gmt) where post_status = 'future'`);
  return [...made, ...readyTables(prefix), ...readyTriggers(prefix)];
}

/** `create table` for a definition, with its unique columns. */
export function tableText(name: string, { columns, primary, unique }: TableDefinition): string {
  const parts = Object.entries(columns).map(([column, definition]) => columnText(column, definition));
  const hasId = Object.values(columns).some((column) => column.kind === 'id');
  if (!hasId) parts.push(`primary key (${primary.map(quoted).join(', ')})`);
  for (const list of Object.values(unique ?? {})) parts.push(`unique (${list.map(quoted).join(', ')})`);
  return `create table if not exists ${quoted(name)} (${parts.join(', ')})${hasId ? '' : ' without rowid'}`;
}

/** A column in a `create table` or an `add column`. */
export function columnText(name: string, column: Column): string {
  if (column.kind === 'id') return `${quoted(name)} integer primary key autoincrement`;
  const isNumber = column.kind === 'reference' || column.kind === 'integer' || column.kind === 'bigint';
  if (column.nullable) return `${quoted(name)} ${isNumber ? 'integer' : 'text'}`;
  const initial = column.default ?? '';
  return `${quoted(name)} ${isNumber ? 'integer' : 'text'} not null default ${typeof initial === 'number' ? initial : `'${initial}'`}`;
}

const quoted = (name: string): string => `"${name}"`;
