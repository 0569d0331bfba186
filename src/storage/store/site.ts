import type { MaybePromise } from '../../lib/maybe-promise.ts';
import type { AdoptedVariant } from '../../rules/database-versions.ts';
import type { MetaChange, RowKey, StoredMeta } from '../../rules/fields/field-storage.ts';
import type { MetaOwner, MetaRow } from '../rows.ts';

/** How caches learn what was written, by this process or another. */
export interface Changes {
  /**
   * The tags touched by any process since the last call: null for none (the usual, cheap case), `everything` if it is
   * not known. Synchronous on SQLite (`data_version`), a promise for a database server.
   */
  poll(): TouchedTags | null | Promise<TouchedTags | null>;
}

export type TouchedTags = ReadonlySet<string> | 'everything';

/** What callers of the store may know about its database. */
export interface DialectFacts {
  readonly name: 'sqlite' | 'mariadb';
  /** Whether another program may write to the same tables. */
  readonly sharedWithOthers: boolean;
  /** The variant of the interface that was chosen when this opening was the first of an existing site's database. */
  readonly adoptedAs: AdoptedVariant | null;
}

/** What happened to an item. `reset`: anything may have changed, in ways that nobody noted. */
export type FeedChange = 'create' | 'update' | 'trash' | 'restore' | 'delete' | 'reset';

/** A place in the feed: the number of a transaction in the change log, and the item within the transaction. */
export interface FeedPosition {
  readonly seq: number;
  readonly pos: number;
}

/** One changed item. */
export interface FeedRow extends FeedPosition {
  readonly kind: MetaOwner | 'settings' | 'site';
  readonly id: number;
  readonly change: FeedChange;
  /** The post type or taxonomy, where it was known; else empty. */
  readonly type: string;
  /** Its status before, where this change may have hidden it from somebody; else empty. */
  readonly status: string;
  /** Whose it was before. */
  readonly authorId: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** The changed items in the order of their transactions. Nothing ever appears before a row that was read. */
export interface Feed {
  /** The rows after a position. */
  read(after: FeedPosition, limit: number): Promise<FeedRow[]>;
  /** The oldest row; there is always one. */
  oldest(): Promise<FeedRow>;
  /** The last row that `read` gives now. */
  newest(): Promise<FeedRow>;
  /** The row at a position; null if it is not kept any more. */
  at(position: FeedPosition): Promise<FeedRow | null>;
  /** Where the change log ends now. */
  logEnd(): Promise<LogPlace>;
  /** The tags touched since a place of the log; `everything` where that is not known any more. */
  touchedSince(place: LogPlace): Promise<TouchedTags>;
}

/** A row of the change log. The time tells it from one that took its number after the database was restored. */
export interface LogPlace {
  readonly seq: number;
  readonly at: number;
}

/** How far the index of texts is. */
export interface SearchProgress {
  /** Posts whose texts are not indexed yet; searches read them. */
  readonly waiting: number;
}

/** A statement that took long, with placeholders instead of values. */
export interface SlowStatement {
  readonly sql: string;
  readonly count: number;
  readonly longestMs: number;
}

export interface Options {
  /** A number that changes when any process changes an option; null while this transaction has changed one. */
  state(): MaybePromise<number | null>;
  /** Reads from a snapshot that is reloaded when any process changes an option; null where there is no such option. */
  get(name: string): MaybePromise<string | null>;
  /** The options of these names, in one read of the table. */
  named(names: readonly RowKey[]): Promise<readonly StoredMeta[]>;
  set(name: string, value: string, load?: 'early' | 'late'): Promise<void>;
  /**
   * Replaces a value by the result of `change`, with null for none; of two concurrent changes, the second sees the
   * result of the first. Nothing is written where `change` returns its argument.
   */
  change(name: string, change: (value: string | null) => string | null): Promise<void>;
  remove(name: string): Promise<void>;
}

/** A key with the owners that it is about. */
export interface OwnedKey {
  readonly owner: MetaOwner;
  readonly key: string;
  /** The post type or taxonomy of the owners; all of them where it is left out. */
  readonly subtype?: string | undefined;
}

export interface Meta {
  /** Owner id → its rows of these keys (all keys where left out), in insertion order. */
  of(owner: MetaOwner, ids: readonly number[], keys?: readonly RowKey[]): MaybePromise<Map<number, readonly MetaRow[]>>;
  /** Ids of the owners that have this key with this value, or with one of these, lowest first. */
  owners(owner: MetaOwner, key: string, value: string | readonly string[]): Promise<number[]>;
  /** Sets the values of one key, changing only the rows that differ. */
  set(owner: MetaOwner, id: number, key: string, values: readonly (string | null)[]): Promise<void>;
  /**
   * A value that says who is looking at an item, and nothing of the item: it is read from the database itself, and a change of
   * it is no news for caches and the feed. Null where there is none.
   */
  passing(owner: MetaOwner, id: number, key: string): Promise<string | null>;
  setPassing(owner: MetaOwner, id: number, key: string, value: string): Promise<void>;
  /** Gives an owner that has none of these keys the rows of another one; the values stay in the database. */
  copy(owner: MetaOwner, from: number, to: number, keys: readonly string[]): Promise<void>;
  /** Makes all of these changes, changing only the rows that differ. */
  apply(owner: MetaOwner, id: number, changes: readonly MetaChange[]): Promise<void>;
  /** Removes every row with this key and value, for all owners (such as references to a deleted featured image). */
  removeValue(owner: MetaOwner, key: string, value: string): Promise<void>;
  /** Removes these rows, in a few statements for any number of them. */
  removeRows(owner: MetaOwner, rows: readonly Pick<MetaRow, 'id' | 'ownerId'>[]): Promise<void>;
  /** How many owners have a value of the key that is not empty; revisions do not count. */
  countOwners(of: OwnedKey): Promise<number>;
  /** The rows of the key with ids above `afterId`, lowest first; those of revisions belong to the type of their post. */
  rowsOf(of: OwnedKey, afterId: number, limit: number): Promise<MetaRow[]>;
  /** Gives these rows, which exist, their keys and values. */
  rewrite(owner: MetaOwner, rows: readonly MetaRow[]): Promise<void>;
}
