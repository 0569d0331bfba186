import type { Call } from '../../api/call.ts';
import { errors } from '../../lib/errors.ts';
import type { Store } from '../../storage/store.ts';
import { maySeePending } from '../pending-access.ts';
import { pendingErrors } from '../pending-errors.ts';
import { lockPending } from '../pending-lock.ts';
import { pendingTable } from '../pending-table.ts';
import type { PendingContext } from '../propose.ts';
import { keepPlanAfterEdit } from '../schedule.ts';
import { mayDecide } from '../shown-pending.ts';
import { lockedRelease, membersOf, recordRelease } from './release-rows.ts';
import { type ReleaseRow, releasesTable } from './release-table.ts';
import { mayManage } from './shown-release.ts';

const mostMembers = 50;

export async function releaseAt(id: number, store: Store): Promise<ReleaseRow> {
  const [row] = await store.table(releasesTable).find({ id });
  if (!row) throw pendingErrors.platen_release_not_found();
  return row;
}

/** Adds a change that the caller may decide about; a time of its own ends. */
export async function addMember(
  release: ReleaseRow,
  changeId: number,
  call: Call,
  context: PendingContext,
): Promise<void> {
  await changing({ release, changeIds: [changeId] }, call, async (store) => {
    const rows = store.table(pendingTable);
    const [row] = await rows.find({ id: changeId });
    if (!row || !maySeePending(row, call)) throw pendingErrors.platen_pending_not_found();
    if (!mayDecide(row, call)) throw errors.rest_forbidden();
    if (row.state !== 'open') throw pendingErrors.platen_pending_decided();
    if (row.releaseId === release.id) return;
    if (row.releaseId) throw pendingErrors.platen_pending_in_release();
    const members = await membersOf(store, release.id);
    if (members.length >= mostMembers) throw pendingErrors.platen_release_full({ most: mostMembers });
    if (row.itemId > 0 && members.some(({ path }) => path === row.path)) throw pendingErrors.platen_release_has_item();
    const plan = { releaseId: release.id, publishAt: 0, publishBy: 0, refusal: null };
    await rows.update({ id: row.id }, plan);
    await keepPlanAfterEdit(store, { ...row, ...plan }, call, context);
  });
}

/** Takes a change out again: for who decides about it, and who manages the release. */
export async function removeMember(release: ReleaseRow, changeId: number, call: Call): Promise<void> {
  await changing({ release, changeIds: [changeId] }, call, async (store) => {
    const rows = store.table(pendingTable);
    const [row] = await rows.find({ id: changeId, releaseId: release.id });
    if (!row || (!maySeePending(row, call) && !mayManage(release, call)))
      throw pendingErrors.platen_pending_not_found();
    await rows.update({ id: row.id, releaseId: release.id }, { releaseId: 0 });
  });
}

/** Removes a release; its changes wait alone. */
export async function removeRelease(release: ReleaseRow, call: Call): Promise<void> {
  const changeIds = (await membersOf(call.store, release.id)).map(({ id }) => id);
  await changing({ release, changeIds, action: 'removed' }, call, async (store) => {
    await store.table(pendingTable).update({ releaseId: release.id }, { releaseId: 0 });
    await store.table(releasesTable).remove({ id: release.id });
  });
}

export async function unscheduleRelease(release: ReleaseRow, call: Call): Promise<void> {
  await changing({ release, action: 'unscheduled' }, call, async (store, { publishAt }) => {
    if (!publishAt) throw pendingErrors.platen_pending_unplanned();
    await store.table(releasesTable).update({ id: release.id }, { publishAt: 0, publishBy: 0 });
  });
}

interface Changing {
  readonly release: Pick<ReleaseRow, 'id'>;
  /** The changes that are put into it or taken out. */
  readonly changeIds?: readonly number[];
  readonly action?: Parameters<typeof recordRelease>[1];
}

/** One after the other, with the release as it is now, and none once it is published. */
async function changing(
  { release: { id }, changeIds = [], action = 'changed' }: Changing,
  call: Call,
  work: (store: Store, release: ReleaseRow) => Promise<void>,
): Promise<void> {
  await call.store.transaction(async (store) => {
    await lockPending(store, changeIds);
    const release = await lockedRelease(store, id);
    await store.table(releasesTable).update({ id }, { changedAt: Math.floor(call.now / 1000) });
    await work(store, release);
    await recordRelease(store, action, { id }, call);
  });
  call.forget();
}
