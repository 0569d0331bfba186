import { type SqlBool, sql } from 'kysely';
import { fold } from '../../content/fold.ts';
import type { Dialect } from '../dialect.ts';
import { explainSqliteError } from './explain-sqlite-error.ts';

export const sqliteDialect: Dialect = {
  facts: { name: 'sqlite', sharedWithOthers: false },
  can: { readyIndexes: true, mergedUnions: true },
  folded: (column) => sql`fold(${column})`,
  fold,
  contains: (column, needle) => sql<SqlBool>`instr(fold(${column}), ${needle}) > 0`,
  needle: fold,
  searchPosts,
  explain: explainSqliteError,
};

/** The index knows texts by three characters at a time; a shorter needle has to be looked for in every row. */
function searchPosts(words: readonly string[]) {
  const folded = words.map(fold);
  if (folded.length === 0 || folded.some((word) => [...word].length < 3)) return null;
  const search = sql.table('platen_search');
  return {
    value: folded.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND '),
    build: (slot: unknown) => sql<SqlBool>`p.ID in (select rowid from ${search} where ${search} match ${slot})`,
  };
}
