import type { ExtensionTable } from '../../../storage/store.ts';

/** Somebody who has an item open in an editor: one row for each tab. */
export interface VisitRow {
  /** As the page names itself. */
  id: string;
  postId: number;
  userId: number;
  sinceMs: number;
  /** Who has not been seen for a while has gone. */
  seenMs: number;
  /** 1 for the one whose turn it is to write. */
  holds: number;
  /** The visit that asks to take over; empty where none does. */
  askedBy: string;
  askedMs: number;
  /** Who took over; 0 while nobody did. */
  takenBy: number;
  /** 1 where the one who holds it said no to the last question of this visit. */
  isDeclined: number;
}

/** No public answer is made from it, so that its writes are no news for caches. */
export const visitsTable: ExtensionTable<VisitRow> = {
  name: 'editor_visits',
  columns: {
    id: 'short',
    postId: 'integer',
    userId: 'integer',
    sinceMs: 'integer',
    seenMs: 'integer',
    holds: 'integer',
    askedBy: 'short',
    askedMs: 'integer',
    takenBy: 'integer',
    isDeclined: 'integer',
  },
  key: 'id',
  indexes: [['postId', 'seenMs'], ['seenMs']],
  isLogged: false,
};
