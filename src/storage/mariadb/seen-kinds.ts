import { contentTables } from '../query/tables.ts';
import type { MetaOwner } from '../rows.ts';

/** How the state of the items of one kind is read from their tables, as SQL. */
export interface SeenKind {
  readonly kind: MetaOwner;
  /** The tables with their rows; `i` is the item. */
  readonly from: (prefix: string) => string;
  readonly id: string;
  readonly type: string;
  readonly status: string;
  readonly author: string;
  /** Everything that the row says of the item. */
  readonly columns: readonly string[];
  readonly meta: { readonly table: string; readonly owner: string } | null;
  readonly hasTerms?: boolean;
  /** Rows that are no items. */
  readonly without?: string;
}

const columnsOf = (table: keyof typeof contentTables, alias: string, except: readonly string[] = []): string[] =>
  Object.keys(contentTables[table].columns)
    .filter((name) => !except.includes(name))
    .map((name) => `${alias}.${name}`);

export const seenKinds: readonly SeenKind[] = [
  {
    kind: 'post',
    from: (prefix) => `${prefix}posts as i`,
    id: 'i.ID',
    type: 'i.post_type',
    status: 'i.post_status',
    author: 'i.post_author',
    columns: columnsOf('posts', 'i', ['comment_count', 'to_ping', 'pinged']),
    meta: { table: 'postmeta', owner: 'post_id' },
    hasTerms: true,
    without: "i.post_type <> 'revision'",
  },
  {
    kind: 'term',
    from: (prefix) => `${prefix}terms as t join ${prefix}term_taxonomy as i on i.term_id = t.term_id`,
    id: 'i.term_id',
    type: 'i.taxonomy',
    status: "'shown'",
    author: '0',
    columns: [...columnsOf('terms', 't'), ...columnsOf('term_taxonomy', 'i')],
    meta: { table: 'termmeta', owner: 'term_id' },
  },
  {
    kind: 'user',
    from: (prefix) => `${prefix}users as i`,
    id: 'i.ID',
    type: "'user'",
    status: "'shown'",
    author: 'i.ID',
    columns: columnsOf('users', 'i', ['user_activation_key']),
    meta: { table: 'usermeta', owner: 'user_id' },
  },
  {
    kind: 'comment',
    from: (prefix) => `${prefix}comments as i`,
    id: 'i.comment_ID',
    type: "'comment'",
    status: 'i.comment_approved',
    author: 'i.user_id',
    columns: columnsOf('comments', 'i'),
    meta: { table: 'commentmeta', owner: 'comment_id' },
  },
];

/** Meta that says who is looking at an item or logged in, and nothing of the item itself. */
const passing = "'_edit_lock', '_edit_last', 'session_tokens', '_application_passwords'";

/** A digest of the row, the meta and the terms of an item. */
export function digestSql({ columns, id, meta, hasTerms }: SeenKind, prefix: string): string {
  const parts = [`md5(concat_ws(0x1f, ${columns.join(', ')}))`];
  if (meta) {
    const rows = `from ${prefix}${meta.table} as m where m.${meta.owner} = ${id} and m.meta_key not in (${passing})`;
    const value = 'concat_ws(0x1f, m.meta_id, m.meta_key, m.meta_value)';
    parts.push(`(select concat(count(*), '-', coalesce(bit_xor(conv(left(md5(${value}), 15), 16, 10)), 0)) ${rows})`);
  }
  if (hasTerms) {
    const value = 'conv(left(md5(r.term_taxonomy_id), 15), 16, 10)';
    const rows = `from ${prefix}term_relationships as r where r.object_id = ${id}`;
    parts.push(`(select concat(count(*), '-', coalesce(bit_xor(${value}), 0)) ${rows})`);
  }
  return `concat_ws('.', ${parts.join(', ')})`;
}
