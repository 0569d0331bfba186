import type { Call } from '../../api/call.ts';
import { recordAudit } from '../../background/audit-log.ts';
import type { Store } from '../../storage/store.ts';
import { pendingErrors } from '../pending-errors.ts';
import { type PendingRow, pendingTable } from '../pending-table.ts';
import { type ReleaseRow, releasesTable } from './release-table.ts';

/** Keeps others from changing, planning and publishing a release until the transaction ends. */
export const lockRelease = (store: Store, id: number): Promise<void> => store.lock(`release ${id % 64}`);

/** A release that was not published, as it is now, locked until the transaction ends. */
export async function lockedRelease(store: Store, id: number): Promise<ReleaseRow> {
  await lockRelease(store, id);
  const [row] = await store.table(releasesTable).find({ id, state: 'open' });
  if (!row) throw pendingErrors.platen_release_published();
  return row;
}

/** The open changes of a release, in the order in which they were made. */
export const membersOf = (store: Store, releaseId: number): Promise<PendingRow[]> =>
  store.table(pendingTable).find({ releaseId, state: 'open' }, { by: 'id', direction: 'asc' });

/** Adds what was done with a release to the audit log. */
export function recordRelease(
  store: Store,
  action: 'made' | 'changed' | 'removed' | 'published' | 'scheduled' | 'unscheduled' | 'refused',
  { id }: Pick<ReleaseRow, 'id'>,
  { caller, now, request }: Pick<Call, 'caller' | 'now' | 'request'>,
): Promise<void> {
  const { userId } = caller;
  const address = request.remoteAddress;
  return recordAudit(store, { event: `release.${action}`, nowMs: now, userId, objectId: id, address });
}
