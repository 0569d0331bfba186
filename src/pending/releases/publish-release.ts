import type { Call } from '../../api/call.ts';
import { runAtomicBatch } from '../../http/batch/run-batch.ts';
import { hasFailed, type StepResponse } from '../../http/batch/step.ts';
import type { Store } from '../../storage/store.ts';
import { markAccepted, refusalOf, stepOf } from '../decide.ts';
import { pendingErrors } from '../pending-errors.ts';
import { isUnedited, lockPending } from '../pending-lock.ts';
import type { PendingRow } from '../pending-table.ts';
import type { PendingContext } from '../propose.ts';
import { enqueuePublishing, momentToPublish } from '../schedule.ts';
import { mayDecide } from '../shown-pending.ts';
import { lockedRelease, membersOf, recordRelease } from './release-rows.ts';
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

/** Carries out all changes of a release in one transaction, as the caller: all of them, or none. Answers which they are. */
export async function publishRelease(
  release: ReleaseRow,
  { over = [], version, publishAt, isRehearsal = false }: Publication,
  call: Call,
  context: PendingContext,
): Promise<readonly PendingRow[]> {
  if (release.state !== 'open') throw pendingErrors.platen_release_published();
  const members = await membersOf(call.store, release.id);
  if (members.length === 0) throw pendingErrors.platen_release_empty();
  if (!members.every((row) => mayDecide(row, call))) throw pendingErrors.platen_release_forbidden();
  if (version !== undefined && version !== releaseVersion(members)) throw pendingErrors.platen_release_edited();
  const steps = members.map((row) => stepOf(row, { over: over.includes(row.id) }, call));
  const { committed, responses } = await runAtomicBatch(steps, call, context, {
    isRehearsal,
    alongside: async (store, answers) => {
      const now = await lockedWithMembers(store, release.id, members);
      if (publishAt !== undefined && now.publishAt !== publishAt) throw pendingErrors.platen_release_published();
      const seconds = Math.floor(call.now / 1000);
      const published = { state: 'published', publishedAt: seconds, publishedBy: call.caller.userId } as const;
      const done = { ...published, changedAt: seconds, publishAt: 0, publishBy: 0, refusal: null };
      await store.table(releasesTable).update({ id: release.id }, done);
      for (const [i, row] of members.entries()) {
        const marking = { answered: answers[i], planned: { refusal: null } };
        await markAccepted(store, row, marking, call, context);
      }
      await recordRelease(store, 'published', release, call);
    },
  });
  refuseFailed(members, responses);
  if (!committed && !isRehearsal) throw pendingErrors.platen_release_edited();
  return members;
}

/** A release as it is now, locked with its changes; refused where these are not the ones that were read and tried. */
async function lockedWithMembers(store: Store, id: number, read: readonly PendingRow[]): Promise<ReleaseRow> {
  await lockPending(
    store,
    read.map((row) => row.id),
  );
  const release = await lockedRelease(store, id);
  const members = await membersOf(store, id);
  const isSame = (row: PendingRow, i: number) => read[i] !== undefined && isUnedited(row, read[i]);
  if (members.length !== read.length || !members.every(isSame)) throw pendingErrors.platen_release_edited();
  return release;
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
  const tried = await publishRelease(release, { version, isRehearsal: true }, call, context);
  await call.store.transaction(async (store) => {
    await lockedWithMembers(store, release.id, tried);
    const plan = { publishAt: at, publishBy: call.caller.userId, refusal: null };
    await store.table(releasesTable).update({ id: release.id }, plan);
    await recordRelease(store, 'scheduled', release, call);
    await enqueuePublishing(store, { release: release.id, at }, context);
  });
  context.queue.wake();
  call.forget();
}
