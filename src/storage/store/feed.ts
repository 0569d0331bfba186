import type { MetaOwner } from '../rows.ts';

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
}
