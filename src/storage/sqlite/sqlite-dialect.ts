import { type SqlBool, sql } from 'kysely';
import { fold } from '../../content/fold.ts';
import type { Dialect } from '../dialect.ts';
import { explainSqliteError } from './explain-sqlite-error.ts';
import { searchPosts } from './search-posts.ts';

export const sqliteDialect: Dialect = {
  facts: { name: 'sqlite', sharedWithOthers: false },
  can: { readyIndexes: true, mergedUnions: true, manyWriters: false },
  folded: (column) => sql`fold(${column})`,
  fold,
  contains: (column, needle) => sql<SqlBool>`instr(fold(${column}), ${needle}) > 0`,
  needle: fold,
  searchPosts,
  explain: explainSqliteError,
};
