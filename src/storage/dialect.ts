import type { Expression, Kysely, QueryResult, RawBuilder, SqlBool } from 'kysely';
import type { Condition, Value } from './condition.ts';
import type { Session } from './session.ts';
import type { Changes, DialectFacts } from './store.ts';
import type { StoreError } from './store-error.ts';
import type { TableDefinition, Tables } from './tables.ts';

export type SearchedColumn = 'title' | 'excerpt' | 'content';

/** What differs between the databases, as facts and a few expressions; shared code never asks for a name. */
export interface Dialect {
  readonly facts: DialectFacts;
  readonly can: {
    /** Posts by term in order of date, and counts by type, status, author and term, are kept ready. */
    readonly readyIndexes: boolean;
    /** `union all` of ordered parts is merged, not sorted. */
    readonly mergedUnions: boolean;
    /** Several transactions write at once, so a row must be locked before a count is taken for it. */
    readonly manyWriters: boolean;
  };
  /** A text column as it compares: without case and accents. */
  folded(column: RawBuilder<string>): RawBuilder<string>;
  /** The value to compare with `folded`. */
  fold(text: string): string;
  /** Whether a text column has the needle in it; case and accents are ignored. */
  contains(column: RawBuilder<string>, needle: Value): Expression<SqlBool>;
  /** The value to give to `contains`. */
  needle(text: string): string;
  /**
   * Each of the words occurs in the post `p`: in one searched column, or anywhere in them where none is named. Null
   * where there is no index to ask and every row must be looked at.
   */
  searchPosts(words: readonly string[], column?: SearchedColumn): Condition | null;
  /** What a driver's error means, by its code. */
  explain(error: unknown): StoreError | null;
}

/** A read without the way through a pool: in-process, waiting for it costs more than the read. */
export type ReadNow = (sql: string, parameters: readonly unknown[]) => QueryResult<unknown>;

/** A read that may take long, beside everything else this process does. */
export type ReadAside = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>;

/** A database that is open and up to date. */
export interface OpenDialect {
  readonly dialect: Dialect;
  readonly db: Kysely<Tables>;
  /** Answers a query outside of transactions at once; null where a server must be asked. */
  readonly readNow: ReadNow | null;
  /** Null where a server does the work, and nobody here waits for it. */
  readonly readAside: ReadAside | null;
  readonly changes: ChangeSource;
  /** Empties the named tables and puts their ids back to the start. */
  empty(tables: readonly string[]): Promise<void>;
  /** Makes a table of an extension, or adds the columns it lacks; `session` is where the caller stands. */
  ensureTable(name: string, definition: TableDefinition, session: Session): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where the change log is watched. */
export interface ChangeSource extends Changes {
  /** The next poll must ask the database, whatever was asked just now. */
  expire(): void;
}
