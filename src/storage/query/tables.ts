import type { Kysely } from 'kysely';
import {
  bigint,
  type Column,
  datetime,
  double,
  id,
  integer,
  longtext,
  mediumtext,
  type RowsOf,
  reference,
  type TableDefinition,
  text,
  tinytext,
  type ValueOf,
  varchar,
} from './columns.ts';
import type { Value } from './fragment.ts';

/** The typed keys of an object literal, which has no other keys than its type. */
export function keysOf<T extends object>(record: T): (keyof T & string)[] {
  // A literal has exactly the members of its type; do not pass values from elsewhere.
  return Object.keys(record) as (keyof T & string)[];
}

const metaKey: Column<string | null> = { kind: 'varchar', length: 255, nullable: true };
const metaValue: Column<string | null> = { kind: 'longtext', nullable: true };
const metaColumns = { meta_key: metaKey, meta_value: metaValue } as const;
const metaIndex = { meta_key: ['meta_key(191)'] } as const;

/** The public table layout: names, types and indexes as existing sites have them, under names without prefix. */
export const contentTables = {
  posts: {
    columns: {
      ID: id,
      post_author: reference,
      post_date: datetime,
      post_date_gmt: datetime,
      post_content: longtext,
      post_title: text,
      post_excerpt: text,
      post_status: varchar(20, 'publish'),
      comment_status: varchar(20, 'open'),
      ping_status: varchar(20, 'open'),
      post_password: varchar(255),
      post_name: varchar(200),
      to_ping: text,
      pinged: text,
      post_modified: datetime,
      post_modified_gmt: datetime,
      post_content_filtered: longtext,
      post_parent: reference,
      guid: varchar(255),
      menu_order: integer,
      post_type: varchar(20, 'post'),
      post_mime_type: varchar(100),
      comment_count: bigint,
    },
    primary: ['ID'],
    indexes: {
      post_name: ['post_name(191)'],
      type_status_date: ['post_type', 'post_status', 'post_date', 'ID'],
      post_parent: ['post_parent'],
      post_author: ['post_author'],
    },
  },
  postmeta: {
    columns: { meta_id: id, post_id: reference, ...metaColumns },
    primary: ['meta_id'],
    indexes: { post_id: ['post_id'], ...metaIndex },
  },
  terms: {
    columns: { term_id: id, name: varchar(200), slug: varchar(200), term_group: bigint },
    primary: ['term_id'],
    indexes: { slug: ['slug(191)'], name: ['name(191)'] },
  },
  termmeta: {
    columns: { meta_id: id, term_id: reference, ...metaColumns },
    primary: ['meta_id'],
    indexes: { term_id: ['term_id'], ...metaIndex },
  },
  term_taxonomy: {
    columns: {
      term_taxonomy_id: id,
      term_id: reference,
      taxonomy: varchar(32),
      description: longtext,
      parent: reference,
      count: bigint,
    },
    primary: ['term_taxonomy_id'],
    unique: { term_id_taxonomy: ['term_id', 'taxonomy'] },
    indexes: { taxonomy: ['taxonomy'] },
  },
  term_relationships: {
    columns: { object_id: reference, term_taxonomy_id: reference, term_order: integer },
    primary: ['object_id', 'term_taxonomy_id'],
    indexes: { term_taxonomy_id: ['term_taxonomy_id'] },
  },
  users: {
    columns: {
      ID: id,
      user_login: varchar(60),
      user_pass: varchar(255),
      user_nicename: varchar(50),
      user_email: varchar(100),
      user_url: varchar(100),
      user_registered: datetime,
      user_activation_key: varchar(255),
      user_status: integer,
      display_name: varchar(250),
    },
    primary: ['ID'],
    indexes: { user_login_key: ['user_login'], user_nicename: ['user_nicename'], user_email: ['user_email'] },
  },
  usermeta: {
    columns: { umeta_id: id, user_id: reference, ...metaColumns },
    primary: ['umeta_id'],
    indexes: { user_id: ['user_id'], ...metaIndex },
  },
  comments: {
    columns: {
      comment_ID: id,
      comment_post_ID: reference,
      comment_author: tinytext,
      comment_author_email: varchar(100),
      comment_author_url: varchar(200),
      comment_author_IP: varchar(100),
      comment_date: datetime,
      comment_date_gmt: datetime,
      comment_content: text,
      comment_karma: integer,
      comment_approved: varchar(20, '1'),
      comment_agent: varchar(255),
      comment_type: varchar(20, 'comment'),
      comment_parent: reference,
      user_id: reference,
    },
    primary: ['comment_ID'],
    indexes: {
      comment_post_ID: ['comment_post_ID'],
      comment_approved_date_gmt: ['comment_approved', 'comment_date_gmt'],
      comment_date_gmt: ['comment_date_gmt'],
      comment_parent: ['comment_parent'],
      comment_author_email: ['comment_author_email(10)'],
    },
  },
  commentmeta: {
    columns: { meta_id: id, comment_id: reference, ...metaColumns },
    primary: ['meta_id'],
    indexes: { comment_id: ['comment_id'], ...metaIndex },
  },
  options: {
    columns: { option_id: id, option_name: varchar(191), option_value: longtext, autoload: varchar(20, 'yes') },
    primary: ['option_id'],
    unique: { option_name: ['option_name'] },
    indexes: { autoload: ['autoload'] },
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** Tables of our own that both databases have. */
export const ownTables = {
  platen_meta: {
    columns: { name: varchar(64), value: mediumtext },
    primary: ['name'],
  },
  platen_changes: {
    columns: { seq: id, tags: mediumtext, at: bigint },
    primary: ['seq'],
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** Our own tables for a database with concurrent writers. */
export const manyWriterTables = {
  platen_locks: {
    columns: { name: varchar(191), taken: bigint },
    primary: ['name'],
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** The feed: the changed items of each transaction in the change log, kept for days. */
export const feedTables = {
  platen_feed: {
    columns: {
      seq: reference,
      pos: integer,
      kind: varchar(10),
      id: reference,
      change: varchar(10),
      type: varchar(32),
      status: varchar(20),
      author: reference,
      at: bigint,
    },
    primary: ['seq', 'pos'],
    indexes: { at: ['at'] },
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** What was last seen of each item, on a server that other programs write to as well. */
export const seenTables = {
  platen_seen: {
    columns: {
      kind: varchar(10),
      id: reference,
      digest: varchar(160),
      type: varchar(32),
      status: varchar(20),
      author: reference,
    },
    primary: ['kind', 'id'],
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** The values of declared meta keys of posts, on a server whose own tables are never altered. */
export const metaValueTables = {
  platen_meta_values: {
    columns: {
      meta_id: reference,
      post_id: reference,
      meta_key: varchar(255),
      number: double,
      text: varchar(191),
    },
    primary: ['meta_id'],
    indexes: {
      by_number: ['meta_key', 'number', 'post_id'],
      by_text: ['meta_key', 'text', 'post_id'],
      post_id: ['post_id'],
    },
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/**
 * The posts of a server in the orders of lists, without their texts, and their counts. Columns of posts keep their names,
 * so that a condition on posts is one on `platen_list` too. Revisions are left out.
 */
export const listTables = {
  platen_list: {
    columns: {
      ID: reference,
      post_author: reference,
      post_date: datetime,
      post_status: varchar(20),
      post_name: varchar(200),
      post_modified: datetime,
      post_parent: reference,
      menu_order: integer,
      post_type: varchar(20),
      /** The beginning of the title. */
      post_title: varchar(191),
      /** 1 where the title is longer. */
      is_cut: integer,
      /** Changed by a writer who must be alone with the post. */
      flip: integer,
    },
    primary: ['ID'],
    indexes: {
      by_date: ['post_type', 'post_status', 'post_date', 'ID'],
      by_modified: ['post_type', 'post_status', 'post_modified', 'ID'],
      by_title: ['post_type', 'post_status', 'post_title', 'ID'],
      by_slug: ['post_type', 'post_status', 'post_name', 'ID'],
      by_parent: ['post_type', 'post_status', 'post_parent', 'ID'],
      by_writer: ['post_type', 'post_status', 'post_author', 'ID'],
      by_menu_order: ['post_type', 'post_status', 'menu_order', 'ID'],
      by_id: ['post_type', 'post_status', 'ID'],
      cut: ['is_cut', 'post_type', 'post_status'],
      of_author: ['post_author', 'post_type', 'post_status', 'post_date', 'ID'],
      of_parent: ['post_parent', 'post_status'],
    },
  },
  platen_term_posts: {
    columns: {
      term_taxonomy_id: reference,
      post_type: varchar(20),
      post_status: varchar(20),
      post_date: datetime,
      post_id: reference,
    },
    primary: ['term_taxonomy_id', 'post_type', 'post_status', 'post_date', 'post_id'],
    indexes: { of_post: ['post_id', 'term_taxonomy_id'] },
  },
  platen_counts: {
    columns: {
      scope: integer,
      owner: reference,
      post_type: varchar(20),
      post_status: varchar(20),
      parent_type: varchar(20),
      parent_status: varchar(20),
      /** 0 for the sum so far; any other number for what one write adds to it. */
      part: bigint,
      n: bigint,
    },
    primary: ['scope', 'owner', 'post_type', 'post_status', 'parent_type', 'parent_status', 'part'],
    indexes: { part: ['part'] },
  },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** The index of the texts of posts, on a server. */
export const searchTables = {
  /** The entries of texts: characters, pairs and words. */
  platen_search_words: { columns: { id, word: varchar(48) }, primary: ['id'], unique: { word: ['word'] } },
  /** Which texts have an entry, as the bits of blocks of their numbers. */
  platen_search_bits: {
    columns: { word: integer, block: integer, bits: bigint },
    primary: ['word', 'block'],
  },
  /** The number of the text that is indexed of a post, and a digest of it. A changed text gets a new number. */
  platen_search_texts: {
    columns: { number: integer, post_id: reference, digest: varchar(32) },
    primary: ['number'],
    unique: { post_id: ['post_id'] },
  },
  /** The pieces of texts, and where they stand in the texts that were indexed together, by the number of the first. */
  platen_search_pieces: { columns: { id, word: varchar(48) }, primary: ['id'], unique: { word: ['word'] } },
  platen_search_places: {
    columns: { piece: integer, first: integer, places: mediumtext },
    primary: ['piece', 'first'],
  },
  /** The posts whose texts have changed since they were indexed, and how often. */
  platen_search_waiting: { columns: { post_id: reference, version: bigint }, primary: ['post_id'] },
} as const satisfies Readonly<Record<string, TableDefinition>>;

/** A column of the change log for a database with concurrent writers: the random identity of a row. */
export const logTokenColumn = { name: 'token', column: bigint } as const;

/** Index tables of SQLite only, filled by triggers; its tables of counts and of posts by term have no further columns. */
interface SqliteOnlyTables {
  platen_term_names: { taxonomy: string; name: string; term_id: number };
  platen_comment_counts: {
    approved: string;
    type: string;
    post_type: string;
    post_status: string;
    protected: number;
    n: number;
  };
}

/** The database as Kysely types it; the prefix is added when a query is compiled. */
export type Tables = RowsOf<typeof contentTables> &
  RowsOf<typeof ownTables> &
  RowsOf<typeof manyWriterTables> &
  RowsOf<typeof feedTables> &
  RowsOf<typeof seenTables> &
  RowsOf<typeof metaValueTables> &
  RowsOf<typeof listTables> &
  RowsOf<typeof searchTables> & {
    platen_changes: { token: ValueOf<typeof logTokenColumn.column> };
  } & SqliteOnlyTables;

export type ContentTableName = keyof typeof contentTables;
export const contentTableNames: readonly ContentTableName[] = keysOf(contentTables);

/** The database for tables that are known only by name, such as those of extensions; columns have any type. */
export const namedTables = (db: Kysely<Tables>) =>
  db.$pickTables<never>().$extendTables<Record<string, Record<string, Value>>>();

/** Types of which most rows have no parent. */
export const flatTypes: readonly string[] = ['post', 'attachment', 'revision'];

/**
 * The rows without a parent of types that may have one. The index of them has this very condition, so that SQLite finds
 * out that it can be used; `row` is the name of the row with a dot, or empty.
 */
export const topRows = (row: string): string =>
  `${row}post_parent is 0 and ${row}post_type not in (${flatTypes.map((type) => `'${type}'`).join(', ')})`;
