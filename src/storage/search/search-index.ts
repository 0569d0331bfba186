import type { Kysely } from 'kysely';
import type { Dialect } from '../query/dialect.ts';
import type { StatementRunner } from '../query/statement.ts';
import type { Tables } from '../query/tables.ts';
import type { SearchProgress } from '../store/site.ts';

/** The reads of a transaction, and the posts that it has changed. */
export interface InsideReads {
  readonly db: Kysely<Tables>;
  readonly changed: readonly number[];
}

/** The index of the texts of posts. Each database keeps it in its own way, and fills it after the writes. */
export interface SearchIndex {
  /** The dialect with conditions on these lists of words that are exact now, or within a transaction. */
  prepare(dialect: Dialect, searches: readonly (readonly string[])[], inside: InsideReads | null): Promise<Dialect>;
  /** Notes posts whose texts changed, at the end of the transaction; null where the database does it by itself. */
  readonly note: ((runner: Pick<StatementRunner, 'runLater'>, postIds: readonly number[]) => Promise<void>) | null;
  /**
   * Whether the words occur in all of these posts, which the index found; those in which they do not will wait to be
   * indexed. Null where no other program changes texts.
   */
  readonly confirm: ((postIds: readonly number[], words: readonly string[]) => Promise<boolean>) | null;
  progress(): Promise<SearchProgress>;
}
