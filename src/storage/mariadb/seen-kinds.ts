import { metaTables } from '../options/meta.ts';
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
  /** Those of them that decide who sees what belongs to the item. */
  readonly deciding?: readonly string[];
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
    deciding: ['i.post_type', 'i.post_status', 'i.post_author', 'i.post_parent', 'i.post_password'],
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
  },
  {
    kind: 'user',
    from: (prefix) => `${prefix}users as i`,
    id: 'i.ID',
    type: "'user'",
    status: "'shown'",
    author: 'i.ID',
    columns: columnsOf('users', 'i', ['user_activation_key']),
  },
  {
    kind: 'comment',
    from: (prefix) => `${prefix}comments as i`,
    id: 'i.comment_ID',
    type: "'comment'",
    status: 'i.comment_approved',
    author: 'i.user_id',
    columns: columnsOf('comments', 'i'),
  },
];

/** Meta that says who is looking at an item or logged in, and nothing of the item itself. */
const passing = "'_edit_lock', '_edit_last', 'session_tokens', '_application_passwords'";

/** Changed with the digest: what is stored of another version is compared no more. */
export const digestVersion = '2';

/** A digest of the row, the meta and the terms of an item. */
export function digestSql({ kind, columns, deciding = [], id, hasTerms }: SeenKind, prefix: string): string {
  const rowDigest = (names: readonly string[]) => `md5(concat_ws(0x1f, ${names.join(', ')}))`;
  const setDigest = (value: string, rows: string) =>
    `(select concat(count(*), '-', coalesce(bit_xor(conv(left(md5(${value}), 15), 16, 10)), 0)) from ${prefix}${rows})`;
  const { table, owner, id: metaId } = metaTables[kind];
  const parts = [
    deciding.length > 0 ? rowDigest(deciding) : "''",
    rowDigest(columns),
    setDigest(
      `concat_ws(0x1f, m.${metaId}, m.meta_key, m.meta_value)`,
      `${table} as m where m.${owner} = ${id} and m.meta_key not in (${passing})`,
    ),
  ];
  if (hasTerms) parts.push(setDigest('r.term_taxonomy_id', `term_relationships as r where r.object_id = ${id}`));
  return `concat_ws('.', ${parts.join(', ')})`;
}

/** The part of a digest that says who sees what belongs to the item. */
export const decidingPart = (digest: string | null): string | undefined => digest?.split('.')[0];
