import { differs, type Row, trigger } from './trigger.ts';

/** Indexing costs about a second for four million characters; longer texts than this are indexed in a thread. */
const longestAtOnce = 65_536;

/**
 * Maintains the trigram index of folded texts. Revisions are never searched. A long text is only noted as waiting; until
 * a thread has indexed it, searches read the text itself.
 */
export function searchTriggers(prefix: string): string[] {
  const [posts, search, waiting] = searchTables(prefix);
  const searched = (row: Row): string => `${row}.post_type <> 'revision'`;
  const columns = ['post_title', 'post_excerpt', 'post_content'];
  const isLong = `${columns.map((column) => `length(new.${column})`).join(' + ')} > ${longestAtOnce}`;
  const enter = `insert into ${search} (rowid, title, excerpt, content) select new.ID, ${indexedTexts('new')} where ${searched('new')} and not (${isLong})`;
  const wait = `insert into ${waiting} (post_id) select new.ID where ${searched('new')} and ${isLong}`;
  const leave = [`delete from ${search} where rowid = old.ID`, `delete from ${waiting} where post_id = old.ID`];
  const texts = [...columns, 'post_type'];
  return [
    trigger(prefix, 'search_insert', `insert on ${posts}`, [enter, wait], searched('new')),
    trigger(prefix, 'search_delete', `delete on ${posts}`, leave, searched('old')),
    trigger(
      prefix,
      'search_update',
      `update of ${texts.join(', ')} on ${posts}`,
      [...leave, enter, wait],
      differs(...texts),
    ),
  ];
}

/** The posts, the index, and the table of posts that wait to be indexed. */
export const searchTables = (prefix: string): [posts: string, search: string, waiting: string] => [
  `${prefix}posts`,
  `${prefix}platen_search`,
  `${prefix}platen_search_waiting`,
];

/** The texts as they are indexed; each gets two extra characters, so that its end has trigrams too. */
export const indexedTexts = (row: string): string =>
  ['post_title', 'post_excerpt', 'post_content']
    .map((column) => `fold(${row}.${column}) || char(1114110, 1114110)`)
    .join(', ');

/** Adds the table of waiting posts to a file whose triggers indexed every text at once. */
export function searchWaiting(prefix: string): string[] {
  const [, , waiting] = searchTables(prefix);
  const old = ['insert', 'delete', 'update'].map((event) => `drop trigger if exists ${prefix}platen_search_${event}`);
  return [`create table ${waiting} (post_id integer primary key)`, ...old, ...searchTriggers(prefix)];
}
