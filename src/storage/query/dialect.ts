import type { NumberSet } from '../search/number-set.ts';
import type { Comparison, MetaKey } from '../store/post-expression.ts';
import type { DialectFacts } from '../store/site.ts';
import type { StoreError } from '../store-error.ts';
import { any, type SqlCondition } from './condition.ts';
import { column, type SqlFragment } from './fragment.ts';

export type SearchedColumn = 'title' | 'excerpt' | 'content';

/**
 * A table `p` with the id of a post, its type, status, date, author, parent and password, and what is true for the rows
 * with some words.
 */
export interface SearchedPart {
  readonly from: SqlFragment;
  readonly matches: SqlCondition;
}

/** The ids from one up to, but not, another. */
export interface IdRange {
  readonly from: number;
  readonly below: number;
}

/** The posts in which words occur, as an index has them. */
export interface SearchedRows {
  /** Selects the `id` of each of them, and of no other. */
  readonly ids: SqlFragment;
  /** Parts that have no row in common. */
  readonly parts: readonly SearchedPart[];
  /** The part of those that wait to be indexed. */
  readonly waiting: SearchedPart;
  /**
   * How many are indexed, but for posts of the types and statuses that `c`, a row of the counts, meets, and, if asked, those
   * with a password.
   */
  indexedBut(kinds: SqlCondition, butProtected: boolean): SqlFragment;
  /** The parts of these posts, which `ids` has found. */
  listed(ids: readonly number[]): readonly SearchedPart[];
}

/** An index of texts that a statement asks by itself. */
export interface TextIndex {
  /** The rows with all of these words, or only those with ids in a range; null where no word is left to look for. */
  rows(words: readonly string[], ids?: IdRange): SearchedRows | null;
  /**
   * The same by relevance, best rows first, each row once: the phrase in the title, all words in the title, one of them in
   * the title, the phrase in the excerpt, the phrase in the content, the rest. Null where an index cannot tell them apart.
   */
  ranks(words: readonly string[]): readonly SearchedRows[] | null;
  /** The first three of these ranks, found by reading the titles of all posts; null where they are not read by themselves. */
  rankedTitles(words: readonly string[]): readonly (readonly SearchedPart[])[] | null;
  /** The post `p` is one of these, which may be many. */
  onlyPosts(ids: readonly number[]): SqlCondition;
}

/** Posts that were looked up before the statement. */
export interface PostsWithWords {
  readonly ids: NumberSet;
  /** Those that may have an excerpt. */
  readonly excerpted: NumberSet;
  /** The row `p` is one of these, which may be very many. */
  among(ids: NumberSet): SqlCondition;
}

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
  /** Each of the words occurs in the post `p`, by an index: in the given column, or in any searched column. */
  searchPosts(words: readonly string[], column?: SearchedColumn): SqlCondition;
  /** The same by reading the texts of `p`: for rows that are few. */
  searchRow(words: readonly string[], column?: SearchedColumn): SqlCondition;
  /** The posts with all of these words, where they were looked up; only those without a password if asked. */
  foundPosts(words: readonly string[], isOpen: boolean): PostsWithWords | null;
  /** Null where words are looked up before the statement. */
  readonly textIndex: TextIndex | null;
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

/** A text column compared without case and accents; give it values that went through `dialect.fold`. */
export const foldedColumn = (dialect: Dialect, name: string): SqlFragment => dialect.folded(column(name));

export const anyContains = (dialect: Dialect, columns: readonly string[], text: string): SqlCondition =>
  any(columns.map((name) => dialect.contains(column(name), text)));
