import { fold } from '../../rules/fold.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment } from '../query/fragment.ts';
import { explainSqliteError } from './explain-sqlite-error.ts';
import { searchPosts } from './search-posts.ts';

export const sqliteDialect: Dialect = {
  facts: { name: 'sqlite', sharedWithOthers: false },
  can: { summaryTables: true, mergedUnions: true, manyWriters: false },
  folded: (column) => fragment`fold(${column})`,
  fold,
  contains: (column, text) => fragment`instr(fold(${column}), ${fold(text)}) > 0`,
  searchPosts,
  explain: explainSqliteError,
};
