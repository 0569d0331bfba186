import type { Store } from '../../../extension.ts';
import { changeState, type StateEntry } from '../stored-state.ts';
import { type ImageJob, imageJobTable, jobStatus } from './image-jobs.ts';

/** Totals of the whole site, so that rows need not be summed. */
export interface ImageTotals {
  /** The newest attachment that was scanned. */
  readonly scannedId: number;
  readonly attachments: number;
  readonly taken: number;
  readonly reduced: number;
  readonly lastRequestedMs: number;
  readonly lastPulledMs: number;
}

export const imageTotalsEntry: StateEntry<ImageTotals> = {
  name: 'images',
  blank: { scannedId: 0, attachments: 0, taken: 0, reduced: 0, lastRequestedMs: 0, lastPulledMs: 0 },
};

const savedBy = ({ made }: Pick<ImageJob, 'made'>): number =>
  Object.values(made ?? {}).reduce((sum, file) => sum + (file?.saved ?? 0), 0);

/** Completes a job: its files exist, and the totals include them. */
export async function finishJob(
  store: Store,
  job: ImageJob,
  made: NonNullable<ImageJob['made']>,
  nowMs: number,
): Promise<void> {
  await store.transaction(async (inside) => {
    const where = { id: job.id, status: jobStatus.notified };
    const changed = await inside
      .table(imageJobTable)
      .update(where, { status: jobStatus.fetched, made, changedMs: nowMs });
    if (changed === 0) return;
    await changeState(inside, imageTotalsEntry, (totals) => ({
      ...totals,
      taken: totals.taken + Object.values(made).filter((file) => file && file.saved > 0).length,
      reduced: totals.reduced + savedBy({ made }),
      lastPulledMs: nowMs,
    }));
  });
}

/** Deletes jobs, finished or not, and subtracts them from the totals. */
export async function dropJobs(store: Store, jobs: readonly ImageJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await store.transaction(async (inside) => {
    await inside.table(imageJobTable).remove({ id: { in: jobs.map(({ id }) => id) } });
    const files = jobs.flatMap(({ made }) => Object.values(made ?? {})).filter((file) => file && file.saved > 0);
    await changeState(inside, imageTotalsEntry, (totals) => ({
      ...totals,
      taken: Math.max(0, totals.taken - files.length),
      reduced: Math.max(0, totals.reduced - jobs.reduce((sum, job) => sum + savedBy(job), 0)),
    }));
  });
}
