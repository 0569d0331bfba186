import type { MetaOwner } from './rows.ts';
import type { Comments } from './store/comments.ts';
import type { ExtensionTable, Rows } from './store/extension-tables.ts';
import type { MetaKey } from './store/post-expression.ts';
import type { Posts } from './store/posts.ts';
import type {
  Changes,
  DialectFacts,
  Feed,
  Meta,
  Options,
  SearchProgress,
  SlowStatement,
  TouchedTags,
} from './store/site.ts';
import type { Terms } from './store/terms.ts';
import type { Users } from './store/users.ts';

export type * from './store/comments.ts';
export type * from './store/extension-tables.ts';
export type * from './store/list.ts';
export type * from './store/post-expression.ts';
export type * from './store/posts.ts';
export type * from './store/site.ts';
export type * from './store/terms.ts';
export type * from './store/users.ts';

/**
 * The only access to the database. Filters are plain values, and no other part of the program writes SQL. Database
 * failures are thrown as a `StoreError` that says why.
 *
 * An empty list in a filter is not ignored: it matches nothing, or excludes nothing. To omit a filter, leave it out.
 * Text compares without case and accents.
 *
 * Every read records the tags it depends on and every write the tags it touches, so that a cache on top of it misses
 * no dependency. Tags: `post:7`, `posts` (any list), `term:3`, `terms`, `user:1`, `users`, `comment:9`,
 * `comments`, `options`, `table:NAME` for extension tables, and `month:2026-01` where the number of posts changes.
 */
export interface Store {
  readonly posts: Posts;
  readonly terms: Terms;
  readonly users: Users;
  readonly comments: Comments;
  readonly meta: Meta;
  readonly options: Options;
  readonly feed: Feed;
  /** The operations on a table that an extension declared. */
  table<Row extends object>(table: ExtensionTable<Row>): Rows<Row>;
  /**
   * Runs all of `work` or none of it; nested calls join the outer transaction. When a server detects a deadlock of two
   * writers, one is rolled back and its `work` runs again, so it must have no side effects outside the store.
   */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
  /**
   * Waits until no other transaction, in any process, holds the lock of this name (up to 191 characters), and
   * holds it until this one ends. A read-modify-write after it is safe from others who take the same lock.
   */
  lock(name: string): Promise<void>;
  /**
   * Waits until no other transaction, in any process, is changing the row of an item, and keeps others from changing it
   * until this one ends. What is read after it is current.
   */
  hold(kind: MetaOwner, id: number): Promise<void>;
  /** The same store, whose transactions begin and end with these steps. Nested calls join the outer transaction. */
  around(steps: TransactionSteps): Store;
  /** The same store, recording in `tags` what is read through it. */
  observe(tags: Set<string>): Store;
  /**
   * A store for the reads of an anonymous request: from a replica if there is one that has everything which was
   * acknowledged before now, else this store itself.
   */
  forVisitor(): Store | Promise<Store>;
  /** Marks tags as touched for every cache, in this process and others, without writing anything else. */
  invalidateTags(tags: TouchedTags): Promise<void>;
}

/** One state of the site to read from, whatever is written meanwhile. It holds resources until it is closed. */
export interface StoreSnapshot {
  readonly store: Store;
  close(): Promise<void>;
}

/** Steps around the work of a transaction. Those inside of it run again when it was undone and is repeated. */
export interface TransactionSteps {
  before(store: Store): Promise<void>;
  after(store: Store): Promise<void>;
  /** What `after` saw last is committed. */
  committed?(): void;
}

/** A store with its life cycle, as the composition root holds it. */
export interface OpenStore extends Store {
  readonly dialect: DialectFacts;
  readonly changes: Changes;
  /** Number of SQL statements run so far. */
  readonly statements: () => number;
  /** Number of SQL statements that run because of `work`; tests assert that it does not grow with the page size. */
  readonly statementsDuring: (work: () => unknown) => Promise<number>;
  /** How often the database was asked for them: several statements may be sent together. */
  readonly roundTrips: () => number;
  /** The slowest statements that this process ran, if any took long. */
  readonly slowStatements: () => readonly SlowStatement[];
  /** How far the index of texts is. */
  readonly searchIndex: () => Promise<SearchProgress>;
  /** Leaves texts waiting to be indexed until the function that it returns is called; searches stay exact. */
  holdIndexing(): () => void;
  snapshot(): Promise<StoreSnapshot>;
  /** Keeps an index of the values of these keys of posts, and of no others. */
  declareMetaIndexes(keys: readonly MetaKey[]): Promise<void>;
  /** Adds to the feed what other programs changed, where they share the database; resolves to whether it looked. */
  findForeignChanges(): Promise<boolean>;
  ping(): Promise<void>;
  /** Empties every content table and resets the ids; for tests and in-process embedders. */
  reset(): Promise<void>;
  close(): Promise<void>;
}
