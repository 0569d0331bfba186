import { fold } from '../../rules/fold.ts';
import { all, any, type SqlCondition } from '../query/condition.ts';
import type { SearchedColumn } from '../query/dialect.ts';
import { fragment, type SqlFragment } from '../query/fragment.ts';
import { column as columnRef, tableRef } from '../query/sql-names.ts';
import { literal } from '../query/sql-values.ts';

/** The index is a trigram index. */
const indexedLength = 3;
/** Sorts after every character of a folded text. */
const last = '\u{10ffff}';

/**
 * Each of the words occurs in the post `p`, by the index of folded texts; see the triggers that fill it. The few posts
 * that wait to be indexed are read themselves, so the result is exact at any time.
 */
export function searchPosts(words: readonly string[], column?: SearchedColumn): SqlCondition {
  const folded = words.map(fold).filter((word) => word !== '');
  const long = folded.filter((word) => [...word].length >= indexedLength);
  const short = folded.filter((word) => [...word].length < indexedLength);
  return all([...(long.length > 0 ? [matches(long, column)] : []), ...short.map((word) => beginsThree(word, column))]);
}

function matches(words: readonly string[], column: SearchedColumn | undefined): SqlCondition {
  const search = tableRef('platen_search');
  const query = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  const expression = column ? `${column} : (${query})` : query;
  return fragment`p.ID in (select rowid from ${search} where ${search} match ${expression} union all ${waiting(words, column)})`;
}

/** A shorter word is the prefix of some trigram, because every text is indexed with two extra characters at its end. */
function beginsThree(word: string, column: SearchedColumn | undefined): SqlCondition {
  const inColumn = column ? fragment` and col = ${literal(column)}` : fragment``;
  return fragment`p.ID in (select doc from ${tableRef('platen_search_terms')} where term >= ${word} and term < ${word + last}${inColumn} union all ${waiting([word], column)})`;
}

const columns = { title: 'post_title', excerpt: 'post_excerpt', content: 'post_content' } as const;

/**
 * The posts among those that wait to be indexed in which each of these folded words occurs. In SQLite, a cross join
 * keeps the order of its tables: the few that wait first.
 */
function waiting(words: readonly string[], only: SearchedColumn | undefined): SqlFragment {
  const names = only ? [columns[only]] : Object.values(columns);
  const occurs = (word: string) =>
    any(names.map((name) => fragment`instr(fold(${columnRef(`q.${name}`)}), ${word}) > 0`));
  return fragment`select w.post_id from ${tableRef('platen_search_waiting')} as w cross join ${tableRef('posts')} as q on q.ID = w.post_id where w.post_id > 0 and ${all(words.map(occurs))}`;
}
