import type { Call } from '../../api/call.ts';
import { recordAudit } from '../../background/audit-log.ts';
import { runAtomicBatch } from '../../http/batch/run-batch.ts';
import { hasFailed, type StepResponse } from '../../http/batch/step.ts';
import type { Store } from '../../storage/store.ts';
import { markAccepted, refusalOf, stepOf } from '../decide.ts';
import { pendingErrors } from '../pending-errors.ts';
import { type PendingRow, pendingTable } from '../pending-table.ts';
import type { PendingContext } from '../propose.ts';
import { enqueuePublishing, momentToPublish } from '../schedule.ts';
import { mayDecide } from '../shown-pending.ts';
import { type ReleaseRow, releasesTable } from './release-table.ts';
import { releaseVersion } from './shown-release.ts';

export interface Publication {
  /** The changes that are made although their item was changed since. */
  readonly over?: readonly number[];
  /** The version of the release that was looked at; undefined for any. */
  readonly version?: string | undefined;
  /** The time that it was to be published at; it is not, where that was changed. */
  readonly publishAt?: number;
  /** Whether everything is undone at the end. */
  readonly isRehearsal?: boolean;
}

/** The open changes of a release, in the order in which they were made. */
export const membersOf = (store: Store, releaseId: number): Promise<PendingRow[]> =>
  store.table(pendingTable).find({ releaseId, state: 'open' }, { by: 'id', direction: 'asc' });

/** Carries out all changes of a release in one transaction, as the caller: all of them, or none. */
export async function publishRelease(
  release: ReleaseRow,
  { over = [], version, publishAt, isRehearsal = false }: Publication,
  call: Call,
  context: PendingContext,
): Promise<void> {
  if (release.state !== 'open') throw pendingErrors.platen_release_published();
  const members = await membersOf(call.store, release.id);
  if (members.length === 0) throw pendingErrors.platen_release_empty();
  if (!members.every((row) => mayDecide(row, call))) throw pendingErrors.platen_release_forbidden();
  if (version !== undefined && version !== releaseVersion(members)) throw pendingErrors.platen_release_edited();
  const steps = members.map((row) => stepOf(row, { over: over.includes(row.id) }, call));
  const { committed, responses } = await runAtomicBatch(steps, call, context, {
    isRehearsal,
    alongside: async (store, answers) => {
      const seconds = Math.floor(call.now / 1000);
      const published = { state: 'published', publishedAt: seconds, publishedBy: call.caller.userId } as const;
      const where = { id: release.id, state: 'open', ...(publishAt === undefined ? {} : { publishAt }) } as const;
      const done = { ...published, changedAt: seconds, publishAt: 0, publishBy: 0, refusal: null };
      if ((await store.table(releasesTable).update(where, done)) === 0) throw pendingErrors.platen_release_published();
      for (const [i, row] of members.entries()) {
        const marking = { where: { releaseId: release.id }, answered: answers[i], planned: { refusal: null } };
        await markAccepted(store, row, marking, call, context);
      }
      // Somebody may have added one that was not read.
      if ((await membersOf(store, release.id)).length > 0) throw pendingErrors.platen_release_edited();
      await recordRelease(store, 'published', release, call);
    },
  });
  refuseFailed(members, responses);
  if (!committed && !isRehearsal) throw pendingErrors.platen_release_edited();
}

/** Names each change that was refused, so that one reads them all at once. */
function refuseFailed(members: readonly PendingRow[], responses: readonly StepResponse[]): void {
  const refused = responses.flatMap((response, i) => {
    const row = members[i];
    if (!row || !hasFailed(response)) return [];
    const { code, message, details } = refusalOf(response);
    return [{ change: row.id, title: row.title, code, message, current: details['current'] ?? null }];
  });
  const [first] = refused;
  if (!first) return;
  const isConflict = refused.every(({ code }) => code === 'platen_pending_conflict');
  const titles = refused.map(({ title }) => title);
  throw isConflict
    ? pendingErrors.platen_release_conflict({ titles }, { details: { refused } })
    : pendingErrors.platen_release_refused({ title: first.title, why: first.message }, { details: { refused } });
}

/** Lets a release be published by itself at a time, as the caller; refused now where that could not be done now. */
export async function scheduleRelease(
  release: ReleaseRow,
  { date, version }: { readonly date: string; readonly version: string | undefined },
  call: Call,
  context: PendingContext,
): Promise<void> {
  const at = momentToPublish(date, call);
  await publishRelease(release, { version, isRehearsal: true }, call, context);
  await call.store.transaction(async (store) => {
    const plan = { publishAt: at, publishBy: call.caller.userId, refusal: null };
    if ((await store.table(releasesTable).update({ id: release.id, state: 'open' }, plan)) === 0)
      throw pendingErrors.platen_release_published();
    await recordRelease(store, 'scheduled', release, call);
    await enqueuePublishing(store, { release: release.id, at }, context);
  });
  context.queue.wake();
  call.forget();
}

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
