import { type SqlBool, sql } from 'kysely';
import { fold } from '../../content/fold.ts';
import { all, type Condition, written } from '../condition.ts';
import type { SearchedColumn } from '../dialect.ts';

/** The index knows texts by three characters at a time. */
const indexedLength = 3;
/** Sorts after every character of a folded text. */
const last = '\u{10ffff}';

/** Each of the words occurs in the post `p`, found in the index of folded texts; see the triggers that fill it. */
export function searchPosts(words: readonly string[], column?: SearchedColumn): Condition {
  const folded = words.map(fold).filter((word) => word !== '');
  const long = folded.filter((word) => [...word].length >= indexedLength);
  const short = folded.filter((word) => [...word].length < indexedLength);
  return all([...(long.length > 0 ? [matches(long, column)] : []), ...short.map((word) => beginsThree(word, column))]);
}

function matches(words: readonly string[], column: SearchedColumn | undefined): Condition {
  const search = sql.table('platen_search');
  const query = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return written(
    'search',
    [column ? `${column} : (${query})` : query],
    ([slot]) => sql<SqlBool>`p.ID in (select rowid from ${search} where ${search} match ${slot})`,
  );
}

/** A shorter word stands at the beginning of some three characters, because every text is followed by two more. */
function beginsThree(word: string, column: SearchedColumn | undefined): Condition {
  const where = column ? sql` and col = ${sql.lit(column)}` : sql``;
  return written(
    `search short ${column ?? ''}`,
    [word, word + last],
    ([from, below]) =>
      sql<SqlBool>`p.ID in (select doc from ${sql.table('platen_search_terms')} where term >= ${from} and term < ${below}${where})`,
  );
}
