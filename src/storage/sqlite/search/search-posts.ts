import { fold } from '../../../rules/fold.ts';
import { all, any, type SqlCondition } from '../../query/condition.ts';
import type { SearchedColumn, SearchedRows } from '../../query/dialect.ts';
import { fragment, type SqlFragment } from '../../query/fragment.ts';
import { column as columnRef, tableRef } from '../../query/sql-names.ts';
import { gramCode, trigramLength } from './search-grams.ts';

const long = tableRef('platen_search');
const short = tableRef('platen_search_short');
const waiting = tableRef('platen_search_waiting');
const posts = tableRef('posts');

/**
 * Each of the words occurs in the post `p`, by the indexes of folded texts. The posts that wait to be indexed are read
 * themselves, so the result is exact at any time.
 */
export function searchPosts(words: readonly string[], column?: SearchedColumn): SqlCondition {
  const wanted = foldedWords(words);
  const [inLong, inShort] = divided(wanted);
  return all([
    ...(inLong.length > 0 ? [inIndex(long, longQuery(inLong, column), inLong, column)] : []),
    // The index of pairs does not know columns.
    ...(inShort.length === 0
      ? []
      : [column ? occur(inShort, 'p', column) : inIndex(short, shortQuery(inShort), inShort)]),
  ]);
}

/** Each of the words occurs in the texts of the row `p`, which are read. */
export const searchRow = (words: readonly string[], column?: SearchedColumn): SqlCondition =>
  occur(foldedWords(words), 'p', column);

/** The posts with each of the words, in two parts: what is indexed, without its texts, and what waits. */
export function searchedRows(words: readonly string[]): SearchedRows | null {
  const wanted = foldedWords(words);
  if (wanted.length === 0) return null;
  const [inLong, inShort] = divided(wanted);
  const matchesShort: SqlCondition = fragment`${short} match ${shortQuery(inShort)}`;
  const matchesLong: SqlCondition = fragment`${long} match ${longQuery(inLong)}`;
  const isShort: SqlCondition = fragment`p.ID in (select rowid from ${short} where ${matchesShort})`;
  const [index, found] = inLong.length > 0 ? [long, matchesLong] : [short, matchesShort];
  return {
    ids: fragment`select rowid as id from ${index} where ${found}`,
    parts: [
      {
        from: fragment`${index} cross join ${tableRef('platen_search_posts')} as p on p.ID = ${index}.rowid`,
        matches: index === long && inShort.length > 0 ? all([found, isShort]) : found,
      },
      {
        from: fragment`${waiting} as w cross join ${posts} as p on p.ID = w.post_id`,
        // A range, so that the plan begins with this table.
        matches: all([fragment`w.post_id > 0`, occur(wanted, 'p')]),
      },
    ],
  };
}

const foldedWords = (words: readonly string[]): string[] => words.map(fold).filter((word) => word !== '');

const isLong = (word: string): boolean => [...word].length >= trigramLength;
const divided = (words: readonly string[]): [long: string[], short: string[]] => [
  words.filter(isLong),
  words.filter((word) => !isLong(word)),
];

function longQuery(words: readonly string[], column?: SearchedColumn): string {
  const query = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return column ? `${column} : (${query})` : query;
}

const shortQuery = (words: readonly string[]): string => words.map((word) => `"${gramCode(word)}"`).join(' AND ');

/**
 * The posts that an index finds, and those among the few that wait in whose texts the words occur. In SQLite, a cross
 * join keeps the order of its tables.
 */
const inIndex = (index: SqlFragment, query: string, words: readonly string[], column?: SearchedColumn): SqlCondition =>
  fragment`p.ID in (select rowid from ${index} where ${index} match ${query} and rowid not in (select post_id from ${waiting}) union all select w.post_id from ${waiting} as w cross join ${posts} as q on q.ID = w.post_id where w.post_id > 0 and ${occur(words, 'q', column)})`;

const texts = {
  title: (alias: string) => fragment`fold(${columnRef(`${alias}.post_title`)})`,
  excerpt: (alias: string) => fragment`fold(${columnRef(`${alias}.post_excerpt`)})`,
  content: (alias: string) => fragment`searched_content(${columnRef(`${alias}.post_content`)})`,
} as const;

function occur(words: readonly string[], alias: 'p' | 'q', only?: SearchedColumn): SqlCondition {
  const searched = only ? [texts[only]] : Object.values(texts);
  return all(words.map((word) => any(searched.map((text) => fragment`instr(${text(alias)}, ${word}) > 0`))));
}
