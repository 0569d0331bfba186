import type { DialectFacts } from '../store/dialect-facts.ts';
import type { Comparison, MetaKey } from '../store/post-expression.ts';
import type { StoreError } from '../store-error.ts';
import type { SqlCondition } from './condition.ts';
import type { SqlFragment } from './fragment.ts';

export type SearchedColumn = 'title' | 'excerpt' | 'content';

/** How the index of a key is read. */
export interface IndexedMeta {
  readonly from: SqlFragment;
  /** The rows of the key. */
  readonly which: SqlCondition;
  readonly value: SqlFragment;
  /** Contains every row for which the comparison is true, and perhaps a few more. */
  holds(compared: Comparison<string> | Comparison<number>): SqlCondition;
}

/** The differences between the databases, as flags and a few expressions; shared code never checks the name. */
export interface Dialect {
  readonly facts: DialectFacts;
  readonly can: {
    /** Triggers maintain tables of posts by term in date order, and of counts by type, status, author and term. */
    readonly summaryTables: boolean;
    /**
     * The table `platen_list` has the posts without their texts and without revisions, in the orders of lists, and counts
     * come in parts; a session says whether they can be relied on.
     */
    readonly listTable: boolean;
    /** A `union all` of sorted parts is merged, not sorted again. */
    readonly mergedUnions: boolean;
    /** Several transactions write at once, so a row must be locked before a count is taken for it. */
    readonly manyWriters: boolean;
    /** Several statements are sent as one text, and answered together. */
    readonly statementGroups: boolean;
  };
  /** A name in SQL that is not built by Kysely. */
  quote(name: string): string;
  /** A text column in comparable form: without case and accents. */
  folded(column: SqlFragment): SqlFragment;
  /** The value to compare with `folded`. */
  fold(text: string): string;
  /** Whether a text column contains the text; case and accents are ignored. */
  contains(column: SqlFragment, text: string): SqlCondition;
  /**
   * Each of the words occurs in the post `p`: in the given column, or in any searched column. Null
   * where there is no index for it and every row must be searched.
   */
  searchPosts(words: readonly string[], column?: SearchedColumn): SqlCondition | null;
  /** A stored value of a meta key as a number, or as text that compares byte by byte; exactly as it is indexed. */
  metaValue(column: SqlFragment, type: 'text' | 'number'): SqlFragment;
  /** The index of the values of a declared key, as a table `v` with `post_id` and `meta_id`. */
  indexedMeta(key: MetaKey): IndexedMeta;
  /** A number of rows after `limit`, in SQL that is not built by Kysely. */
  limit(rows: number): SqlFragment;
  /** A join that reads the table on its left first. */
  readonly fixedJoin: SqlFragment;
  /** Translates a driver's error by its code. */
  explain(error: unknown): StoreError | null;
}
