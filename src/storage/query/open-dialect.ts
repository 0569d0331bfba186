import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import type { ChangeSource } from '../changes/change-feed.ts';
import type { LoggedChange } from '../changes/change-log.ts';
import type { MetaIndex } from '../options/meta-index.ts';
import type { PostLists } from '../posts/post-lists.ts';
import type { SearchIndex } from '../search/search-index.ts';
import type { TableDefinition } from './columns.ts';
import type { Dialect } from './dialect.ts';
import type { StatementRunner } from './statement.ts';
import type { Tables } from './tables.ts';

/** A read that returns at once: in-process, a promise costs more than the read. */
export type ReadSync = <Row>(query: CompiledQuery<Row>) => QueryResult<Row>;

/** A statement of the one transaction that runs; a promise only where the event loop should have a turn after it. */
export type RunInside = <Row>(query: CompiledQuery<Row>) => QueryResult<Row> | Promise<QueryResult<Row>>;

/** Reads that may take long, without blocking this process. */
export interface BackgroundReads {
  /** How many run at the same time. */
  readonly atOnce: number;
  read<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/** A read that is sent together with the others that the same session asks for at the same time. */
export type ReadTogether = <Row>(session: object, query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;

/** Reads from a server that has everything this process knew of when it was checked. */
export interface ReplicaRead {
  readonly db: Kysely<Tables>;
  /** Whether `db` still leads to the server that was checked. */
  isSame(): boolean;
}

/** One state of the database to read from, whatever is written meanwhile. */
export interface ReadSnapshot {
  readonly db: Kysely<Tables>;
  readonly readSync: ReadSync | null;
  close(): Promise<void>;
}

/** A database that is open and up to date. */
export interface OpenDialect {
  readonly dialect: Dialect;
  readonly db: Kysely<Tables>;
  /** For queries outside of transactions; null for a database server. */
  readonly readSync: ReadSync | null;
  /** For queries inside of transactions, where only one can run at a time in this process; null elsewhere. */
  readonly runInside: RunInside | null;
  /** Null for a database server, which does not block this process. */
  readonly background: BackgroundReads | null;
  /** For queries outside of transactions; null where reads cost no round trip. */
  readonly readTogether: ReadTogether | null;
  /** Has the transaction that runs committed before the next begins, where they might be committed together. */
  commitNext?(): void;
  /** How long a transaction that a conflict has undone may be repeated. */
  readonly retryMs: number;
  /**
   * Whether a transaction was committed whose connection was lost at that moment, by its row in the change log; null
   * where that cannot happen. If it was not, it cannot be any more.
   */
  readonly wasCommitted: ((change: LoggedChange) => Promise<boolean>) | null;
  /** Looks for a replica that has every change found so far; null if there are none at all. */
  readonly readReplica: (() => Promise<ReplicaRead | null>) | null;
  readonly changes: ChangeSource;
  readonly lists: PostLists;
  readonly metaIndex: MetaIndex;
  readonly searchIndex: SearchIndex;
  /** Leaves texts waiting to be indexed until the function that it returns is called. */
  holdIndexing(): () => void;
  /** Empties the named tables and resets their ids. */
  empty(tables: readonly string[]): Promise<void>;
  /**
   * Creates a table of an extension, or adds missing columns; `runner` is the caller's session. Tells whether that was
   * done inside of the caller's transaction, and would be undone with it.
   */
  ensureTable(name: string, definition: TableDefinition, runner: StatementRunner): Promise<'madeInside' | 'there'>;
  /** Runs the work of a transaction, where the database must know which reads belong to it. */
  within?<T>(work: () => Promise<T>): Promise<T>;
  snapshot(): Promise<ReadSnapshot>;
  /** Has `compare` run, when `keepUp` is called, if any program has written; null where no other is expected to write. */
  readonly comparing: ((compare: () => Promise<void>) => { keepUp(): Promise<boolean> }) | null;
  ping(): Promise<void>;
  close(): Promise<void>;
}
