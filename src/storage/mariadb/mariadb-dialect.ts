import { all, any, oneOf, type SqlCondition } from '../query/condition.ts';
import type { Dialect, SearchedColumn } from '../query/dialect.ts';
import { fragment } from '../query/fragment.ts';
import { column, verbatimSql } from '../query/sql-names.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import { mariadbIndexedMeta } from './mariadb-meta-index.ts';
import { collation } from './mariadb-schema.ts';

/** Escapes the wildcards of `like`. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const searched = { title: 'p.post_title', excerpt: 'p.post_excerpt', content: 'p.post_content' } as const;

/** Each word occurs in the column, or in any of the three. */
function occur(words: readonly string[], only?: SearchedColumn): SqlCondition {
  const columns = only ? [searched[only]] : Object.values(searched);
  return all(words.map((word) => any(columns.map((name) => mariadbDialect.contains(column(name), word)))));
}

/** Columns compare by their collation, which ignores case and accents. */
export const mariadbDialect: Dialect = {
  facts: { name: 'mariadb', sharedWithOthers: true },
  can: { summaryTables: false, listTable: true, mergedUnions: false, manyWriters: true, statementGroups: true },
  quote: (name) => `\`${name}\``,
  folded: (column) => column,
  fold: (text) => text,
  // Explicit collation, because our own tables compare byte by byte, and old sites use other character sets.
  contains: (column, text) =>
    fragment`convert(${column} using utf8mb4) collate ${verbatimSql(collation)} like ${`%${escaped(text)}%`}`,
  searchPosts: (words, only) => occur(words, only),
  searchRow: (words, only) => occur(words, only),
  foundPosts: () => null,
  searchedRows: () => null,
  searchedRanks: () => null,
  rankedTitles: () => null,
  onlyPosts: (ids) => oneOf('p.ID', ids),
  metaValue: (column, type) =>
    type === 'number'
      ? fragment`cast(${column} as double)`
      : fragment`convert(${column} using utf8mb4) collate utf8mb4_bin`,
  indexedMeta: mariadbIndexedMeta,
  limit: (rows) => fragment`${rows}`,
  fixedJoin: fragment`straight_join`,
  explain: explainMariadbError,
};
