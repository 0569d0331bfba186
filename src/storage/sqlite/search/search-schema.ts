import { differs, trigger } from '../triggers.ts';

/** The tables of the search. */
interface SearchTableNames {
  readonly posts: string;
  /** The trigram index of folded texts. */
  readonly long: string;
  /** The index of single characters and pairs, for words that have no trigram. */
  readonly short: string;
  /** What lists need of the posts that are indexed, in a table without their texts. */
  readonly indexed: string;
  /** The posts whose texts have changed since they were indexed. */
  readonly waiting: string;
}

export const searchTableNames = (prefix: string): SearchTableNames => ({
  posts: `${prefix}posts`,
  long: `${prefix}platen_search`,
  short: `${prefix}platen_search_short`,
  indexed: `${prefix}platen_search_posts`,
  waiting: `${prefix}platen_search_waiting`,
});

/** The columns of a post that are copied, by which searches are filtered and ordered. */
export const copiedColumns = [
  'post_type',
  'post_status',
  'post_date',
  'post_author',
  'post_parent',
  'post_password',
] as const;

const textColumns = ['post_title', 'post_excerpt', 'post_content', 'post_type'];

/**
 * The index that is filled after a write. A write only notes that a post waits; until it is indexed, searches read its
 * text. Every post of an older file waits at first: those without blocks keep their trigrams.
 */
export function ftsSchema(prefix: string): string[] {
  const { posts, short, indexed, waiting } = searchTableNames(prefix);
  const old = ['insert', 'delete', 'update'].map((event) => `drop trigger if exists ${prefix}platen_search_${event}`);
  return [
    ...old,
    `drop table if exists ${prefix}platen_search_terms`,
    `drop table if exists ${waiting}`,
    `create table ${waiting} (post_id integer primary key, has_trigrams integer not null)`,
    `create table ${indexed} (
      ID integer primary key, post_type text not null, post_status text not null, post_date text not null,
      post_author integer not null, post_parent integer not null, post_password text not null)`,
    `create virtual table ${short} using fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    `insert into ${waiting} (post_id, has_trigrams) select ID, 1 from ${posts} where post_type <> 'revision'`,
    ...searchTriggers(prefix),
  ];
}

/** The index of the posts with a password: a visitor's search leaves them out. */
export const protectedIndex = (prefix: string): string[] => [
  `create index ${prefix}platen_search_protected on ${searchTableNames(prefix).indexed} (ID) where post_password <> ''`,
];

/**
 * Merging parts of an index less often costs less than it saves while a large site is indexed; so do larger parts. Many at
 * once are merged only where there are far more of them: that would hold up writers.
 */
export function mergeSettings(prefix: string): string[] {
  const { long, short } = searchTableNames(prefix);
  const settings = { automerge: 16, crisismerge: 64, hashsize: 4_194_304 };
  return [long, short].flatMap((index) =>
    Object.entries(settings).map(
      ([name, value]) => `insert into ${index} (${index}, rank) values ('${name}', ${value})`,
    ),
  );
}

function searchTriggers(prefix: string): string[] {
  const { posts, indexed, waiting } = searchTableNames(prefix);
  const wait = (id: string): string[] => [
    `delete from ${indexed} where ID = ${id}`,
    `insert into ${waiting} (post_id, has_trigrams) values (${id}, 0) on conflict do update set has_trigrams = 0`,
  ];
  const isSearched = "(old.post_type <> 'revision' or new.post_type <> 'revision')";
  const copied = copiedColumns.map((column) => `${column} = new.${column}`).join(', ');
  return [
    trigger(prefix, 'search_insert', `insert on ${posts}`, wait('new.ID'), "new.post_type <> 'revision'"),
    trigger(prefix, 'search_delete', `delete on ${posts}`, wait('old.ID'), "old.post_type <> 'revision'"),
    trigger(
      prefix,
      'search_update',
      `update of ${textColumns.join(', ')} on ${posts}`,
      wait('new.ID'),
      `${isSearched} and (${differs(...textColumns)})`,
    ),
    trigger(
      prefix,
      'search_copy',
      `update of ${copiedColumns.join(', ')} on ${posts}`,
      [`update ${indexed} set ${copied} where ID = new.ID`],
      `${isSearched} and (${differs(...copiedColumns)})`,
    ),
  ];
}
