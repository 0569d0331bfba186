import type { Store } from '../storage/store.ts';
import { pendingErrors } from './pending-errors.ts';
import { type PendingRow, pendingTable } from './pending-table.ts';
import { versionOf } from './shown-pending.ts';

/** The named locks are few, so that their table does not grow with the site. */
const shares = 64;

/**
 * Keeps others from editing, planning and deciding these changes until the transaction ends; what is read of them after it
 * is current. The lock of a release is taken after those of its changes.
 */
export async function lockPending(store: Store, ids: readonly number[]): Promise<void> {
  // In one order, so that of two who take several neither waits for the other.
  const held = [...new Set(ids.map((id) => id % shares))].sort((one, other) => one - other);
  for (const share of held) await store.lock(`pending change ${share}`);
}

/** An open change as it is now, locked until the transaction ends. */
export async function lockedPending(store: Store, id: number): Promise<PendingRow> {
  await lockPending(store, [id]);
  const [row] = await store.table(pendingTable).find({ id, state: 'open' });
  if (!row) throw pendingErrors.platen_pending_decided();
  return row;
}

/** The same for a change that was read and tried before; refused where somebody has edited it since. */
export async function lockedUnedited(store: Store, read: PendingRow): Promise<PendingRow> {
  const row = await lockedPending(store, read.id);
  if (!isUnedited(row, read)) throw pendingErrors.platen_pending_edited();
  return row;
}

/** Whether a change would be carried out as it was when it was read. */
export const isUnedited = (row: PendingRow, read: PendingRow): boolean =>
  row.id === read.id &&
  versionOf(row) === versionOf(read) &&
  row.baseVersion === read.baseVersion &&
  row.unfiltered === read.unfiltered;
