import type { Call } from '../api/call.ts';
import { errors } from '../lib/errors.ts';
import { millisecondsOf } from '../rules/zone.ts';
import type { Store } from '../storage/store.ts';
import { readDate } from '../wp/posts/operations/post-draft.ts';
import { acceptPending } from './decide.ts';
import { pendingErrors } from './pending-errors.ts';
import { lockedPending, lockedUnedited } from './pending-lock.ts';
import { type PendingRow, pendingTable } from './pending-table.ts';
import { type PendingContext, recordPending } from './propose.ts';
import { mailUnpublished, refusalAt } from './refused.ts';
import { lockRelease, membersOf, recordRelease } from './releases/release-rows.ts';
import { type ReleaseRow, releasesTable } from './releases/release-table.ts';
import { mayDecide } from './shown-pending.ts';

/** The topic of the queue. Each time that somebody sets is a job of its own, which does nothing where it was changed since. */
export const publishTopic = 'pending changes';

/** What such a job is about, and the time in seconds since the epoch. */
export type PublishJob = ({ readonly change: number } | { readonly release: number }) & { readonly at: number };

/** Queues the job through the store of the write that sets the time. */
export async function enqueuePublishing(store: Store, job: PublishJob, { queue }: PendingContext): Promise<void> {
  const item = 'change' in job ? `change ${job.change}` : `release ${job.release}`;
  await queue.enqueue(store, { topic: publishTopic, key: `${item} ${job.at}`, payload: job, dueMs: job.at * 1000 });
}

/** A moment to publish at, in seconds: without a zone it is in the site's time. Refuses one that is no date, or is over. */
export function momentToPublish(date: string, { site, now }: Pick<Call, 'site' | 'now'>): number {
  const read = readDate(date, 'local', site.zone);
  if (!read) throw errors.rest_invalid_param({ params: { date: 'date is not a date and time.' } });
  const at = millisecondsOf(read.gmt) / 1000;
  if (at * 1000 <= now) throw pendingErrors.platen_pending_past();
  return at;
}

/** Lets a change be accepted by itself at a time, as the caller; refused now where the caller could not accept it now. */
export async function schedulePending(
  row: PendingRow,
  { date, version }: { readonly date: string; readonly version: string | undefined },
  call: Call,
  context: PendingContext,
): Promise<void> {
  if (row.releaseId) throw pendingErrors.platen_pending_in_release();
  const at = momentToPublish(date, call);
  await acceptPending(row, { version, isRehearsal: true }, call, context);
  await call.store.transaction(async (store) => {
    const now = await lockedUnedited(store, row);
    if (now.releaseId) throw pendingErrors.platen_pending_in_release();
    const plan = { publishAt: at, publishBy: call.caller.userId, refusal: null };
    await store.table(pendingTable).update({ id: row.id }, plan);
    await recordPending(store, 'scheduled', row, call);
    await enqueuePublishing(store, { change: row.id, at }, context);
  });
  context.queue.wake();
  call.forget();
}

export async function unschedulePending(row: PendingRow, call: Call): Promise<void> {
  await call.store.transaction(async (store) => {
    const { publishAt } = await lockedPending(store, row.id);
    if (!publishAt) throw pendingErrors.platen_pending_unplanned();
    await store.table(pendingTable).update({ id: row.id }, { publishAt: 0, publishBy: 0 });
    await recordPending(store, 'unscheduled', row, call);
  });
  call.forget();
}

/**
 * What was set to be published keeps its time after an edit by somebody who may decide about it, and is then published as
 * them. After an edit by anybody else it is not published by itself: whoever set the time has not read it. The change is
 * locked.
 */
export async function keepPlanAfterEdit(
  store: Store,
  row: PendingRow,
  call: Call,
  context: PendingContext,
): Promise<void> {
  const isPerson = call.caller.ceiling === null;
  const me = call.caller.userId;
  if (row.publishAt && row.publishBy !== me) {
    const rows = store.table(pendingTable);
    if (isPerson && mayDecide(row, call)) await rows.update({ id: row.id }, { publishBy: me });
    else await endPlan(store, row, call, context);
  }
  if (!row.releaseId) return;
  await lockRelease(store, row.releaseId);
  const [release] = await store.table(releasesTable).find({ id: row.releaseId, state: 'open' });
  if (!release?.publishAt || release.publishBy === me) return;
  const members = await membersOf(store, release.id);
  if (isPerson && members.every((one) => mayDecide(one, call)))
    await store.table(releasesTable).update({ id: release.id }, { publishBy: me });
  else await endReleasePlan(store, release, call, context);
}

async function endPlan(store: Store, row: PendingRow, call: Call, context: PendingContext): Promise<void> {
  const refusal = refusalAt(pendingErrors.platen_pending_edited(), call.now);
  await store.table(pendingTable).update({ id: row.id }, { publishAt: 0, publishBy: 0, refusal });
  await recordPending(store, 'unscheduled', row, call);
  const told = { title: row.title, adminPath: 'proposals', userId: row.publishBy ?? 0, refusal };
  await mailUnpublished(store, told, call, context);
}

/** Takes the time from a release that was edited by somebody who may not publish all of it. */
async function endReleasePlan(store: Store, release: ReleaseRow, call: Call, context: PendingContext): Promise<void> {
  const refusal = refusalAt(pendingErrors.platen_release_edited(), call.now);
  await store.table(releasesTable).update({ id: release.id }, { publishAt: 0, publishBy: 0, refusal });
  await recordRelease(store, 'unscheduled', release, call);
  const told = { title: release.name, adminPath: `releases/${release.id}`, userId: release.publishBy, refusal };
  await mailUnpublished(store, told, call, context);
}
