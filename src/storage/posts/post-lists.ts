import type { Kysely } from 'kysely';
import type { Tables } from '../query/tables.ts';

/** The tables with posts in the order of lists and with their counters, beside the tables of the content. */
export interface PostLists {
  /** Whether the database itself maintains them with every write, so that they are right in every state of it. */
  areMaintained(): boolean;
  /** Whether the change log is told of what other programs write, in the same transaction. */
  areMarked(): boolean;
  /** To be called when a counter was added up of many deltas. */
  compactCounters(): void;
  /**
   * Names the state of the content where other programs write it: what has the same name is the same. Empty where the
   * change log tells of every write; null where the state cannot be told.
   */
  contentVersion(): string | null | Promise<string | null>;
  /**
   * Inserts new rows of posts, or of the terms of posts, within a transaction, and lists them together; where it is not
   * there, they are listed one by one as they are inserted.
   */
  insert?(
    db: Kysely<Tables>,
    table: 'posts' | 'term_relationships',
    postIds: readonly number[],
    insert: () => Promise<void>,
  ): Promise<void>;
}

/** Triggers of a file maintain its lists, and mark the change log. */
export const listsOfFile: PostLists = {
  areMaintained: () => true,
  areMarked: () => true,
  compactCounters: () => {},
  contentVersion: () => '',
};

/** The lists of one state of the database, which was begun when they were maintained, or not. */
export const listsOfSnapshot = (areMaintained: boolean): PostLists => ({
  areMaintained: () => areMaintained,
  areMarked: () => false,
  compactCounters: () => {},
  contentVersion: () => null,
});
