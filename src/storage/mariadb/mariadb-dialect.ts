import { type SqlBool, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import { collation } from './mariadb-schema.ts';

/** Columns compare by their collation, which knows neither case nor accents. */
export const mariadbDialect: Dialect = {
  facts: { name: 'mariadb', sharedWithOthers: true },
  can: { readyIndexes: false, mergedUnions: false, manyWriters: true },
  folded: (column) => column,
  fold: (text) => text,
  // Named, because tables of our own compare byte by byte otherwise, and those of old sites have other character sets.
  contains: (column, needle) =>
    sql<SqlBool>`convert(${column} using utf8mb4) collate ${sql.raw(collation)} like ${needle}`,
  needle: (text) => `%${text.replace(/[\\%_]/g, '\\$&')}%`,
  searchPosts: () => null,
  explain: explainMariadbError,
};
