import { always } from '../query/condition.ts';
import type { Dialect } from '../query/dialect.ts';
import { fragment, type SqlFragment, verbatimSql } from '../query/fragment.ts';
import { foldedWords } from '../search/text-entries.ts';
import { explainMariadbError } from './explain-mariadb-error.ts';
import { mariadbIndexedMeta } from './mariadb-meta-index.ts';
import { collation } from './mariadb-schema.ts';

/** What the collation compares of a text; explicit, because our own tables compare byte by byte, and old sites otherwise. */
const weights = (text: SqlFragment): SqlFragment =>
  fragment`weight_string(convert(${text} using utf8mb4) collate ${verbatimSql(collation)})`;

/** Words are looked up in the index before a statement; those of which nothing is left occur everywhere. */
function lookedUp(words: readonly string[]): typeof always {
  if (foldedWords(words).length > 0) throw new Error('The words of a search were not looked up before its statement.');
  return always;
}

/** Columns compare by their collation, which ignores case and accents. */
export const mariadbDialect: Dialect = {
  facts: { name: 'mariadb', sharedWithOthers: true, adoptedAs: null },
  can: { summaryTables: false, listTable: true, mergedUnions: false, manyWriters: true, statementGroups: true },
  quote: (name) => `\`${name}\``,
  folded: (column) => column,
  fold: (text) => text,
  // By weights: `like` compares character by character, and does not find ss in ß.
  contains: (column, text) => fragment`instr(${weights(column)}, ${weights(fragment`${text.trimEnd()}`)}) > 0`,
  searchPosts: lookedUp,
  searchRow: lookedUp,
  foundPosts: () => null,
  textIndex: null,
  metaValue: (column, type) =>
    type === 'number'
      ? fragment`cast(${column} as double)`
      : fragment`convert(${column} using utf8mb4) collate utf8mb4_bin`,
  indexedMeta: mariadbIndexedMeta,
  limit: (rows) => fragment`${rows}`,
  fixedJoin: fragment`straight_join`,
  explain: explainMariadbError,
};
