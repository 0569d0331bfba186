import type { Caller } from '../../rules/capabilities.ts';
import type { FeedRow, Store } from '../../storage/store.ts';
import type { CursorRow, FeedCursors } from './feed-cursor.ts';
import { feedErrors } from './feed-errors.ts';

/** The place where a caller goes on: that of the cursor, or the oldest change that is kept. */
export async function positionOf(
  since: string | undefined,
  caller: Caller,
  { store, cursors }: { readonly store: Store; readonly cursors: FeedCursors },
): Promise<CursorRow> {
  if (since === undefined || since === '') return store.feed.oldest();
  const row = await cursors.read(since, caller);
  if (row === 'invalid') throw feedErrors.rest_cursor_invalid();
  if (row === 'other') throw feedErrors.rest_cursor_gone();
  const kept = await store.feed.at(row);
  // A site that was restored from a backup gives the same numbers to other changes.
  if (kept?.at !== row.at) throw feedErrors.rest_cursor_gone();
  return row;
}

/** Refuses to go on over a change that nobody noted in detail. */
export function refuseReset(rows: readonly FeedRow[]): void {
  if (rows.some((row) => row.change === 'reset')) throw feedErrors.rest_cursor_gone();
}
