import { fold } from '../../rules/fold.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment } from '../query/fragment.ts';
import { explainSqliteError } from './explain-sqlite-error.ts';
import { searchPosts, searchRow, sqliteTextIndex } from './search/search-posts.ts';
import { sqliteIndexedMeta } from './sqlite-meta-index.ts';

export const sqliteDialect: Dialect = {
  facts: { name: 'sqlite', sharedWithOthers: false, adoptedAs: null },
  can: { summaryTables: true, listTable: false, mergedUnions: true, manyWriters: false, statementGroups: false },
  quote: (name) => `"${name}"`,
  folded: (column) => fragment`fold(${column})`,
  fold,
  contains: (column, text) => fragment`instr(fold(${column}), ${fold(text)}) > 0`,
  searchPosts,
  searchRow,
  foundPosts: () => null,
  textIndex: sqliteTextIndex,
  metaValue: (column, type) => (type === 'number' ? fragment`cast(${column} as real)` : column),
  indexedMeta: sqliteIndexedMeta,
  // With a bare parameter as the limit, SQLite would recompile the statement at every run.
  limit: (rows) => fragment`(${rows} + 0)`,
  fixedJoin: fragment`cross join`,
  explain: explainSqliteError,
};
