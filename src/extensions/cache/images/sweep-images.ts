import type { Files, Store } from '../../../extension.ts';
import { changeState } from '../stored-state.ts';
import { type ImageJob, imageJobTable, jobStatus, pictureFormats } from './image-jobs.ts';
import { dropJobs, imageTotalsEntry } from './image-totals.ts';

const abandonedMs = 300_000;
const mostAttempts = 3;

/**
 * Checks some rows after an id: rows of deleted pictures lose their files, and jobs that a process left unfinished
 * are requeued. Resolves to the id to continue from; 0 at the end.
 */
export async function sweepImages(
  { store, files }: { store: Store; files: Files },
  after: number,
  nowMs: number,
  limit = 500,
): Promise<number> {
  const jobs = store.table(imageJobTable);
  const rows = await jobs.find({ id: { from: after + 1 } }, undefined, { limit, offset: 0 });
  const attachments = [...new Set(rows.map(({ attachment }) => attachment))];
  const there = new Set((await store.posts.byIds(attachments)).map(({ id }) => id));
  for (const attachment of attachments)
    if (!there.has(attachment)) await forgetAttachment({ store, files }, attachment);
  await sendBackAbandoned(store, nowMs);
  return rows.length < limit ? 0 : (rows.at(-1)?.id ?? 0);
}

/** Removes all files that were generated from an attachment's files. */
async function forgetAttachment({ store, files }: { store: Store; files: Files }, attachment: number): Promise<void> {
  const jobs = await store.table(imageJobTable).find({ attachment });
  for (const job of jobs) await removeMade(job, files);
  await dropJobs(store, jobs);
  await changeState(store, imageTotalsEntry, (totals) => ({
    ...totals,
    attachments: Math.max(0, totals.attachments - 1),
  }));
}

async function removeMade(job: ImageJob, files: Files): Promise<void> {
  for (const format of pictureFormats) {
    if ((job.made?.[format]?.saved ?? 0) > 0) await files.remove(`${job.path}.${format}`);
  }
}

/** Jobs that a process left unfinished are requeued; after three attempts they are abandoned. */
async function sendBackAbandoned(store: Store, nowMs: number): Promise<void> {
  const jobs = store.table(imageJobTable);
  const late = { status: jobStatus.requested, changedMs: { below: nowMs - abandonedMs } };
  // Counted first, because even a write that changes nothing is announced to every process.
  if ((await jobs.count(late)) === 0) return;
  await jobs.remove({ ...late, attempts: { from: mostAttempts } });
  await jobs.update(late, { status: jobStatus.gathered, changedMs: nowMs });
}
