import type { Files, Store } from '../../../extension.ts';
import { changeCell } from '../state-cell.ts';
import { dropJobs, type ImageJob, imageJobTable, imageTotalsCell, jobStatus, pictureFormats } from './image-jobs.ts';

const abandonedMs = 300_000;
const mostAttempts = 3;

/**
 * Looks at some rows after a mark: those of pictures that are gone lose their files, and those a process left halfway
 * wait again. The mark to go on from; 0 at the end.
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

/** Removes everything that was made of an attachment's files. */
async function forgetAttachment({ store, files }: { store: Store; files: Files }, attachment: number): Promise<void> {
  const jobs = await store.table(imageJobTable).find({ attachment });
  for (const job of jobs) await removeMade(job, files);
  await dropJobs(store, jobs);
  await changeCell(store, imageTotalsCell, (totals) => ({
    ...totals,
    attachments: Math.max(0, totals.attachments - 1),
  }));
}

async function removeMade(job: ImageJob, files: Files): Promise<void> {
  for (const format of pictureFormats) {
    if ((job.made?.[format]?.saved ?? 0) > 0) await files.remove(`${job.path}.${format}`);
  }
}

/** Jobs that a process left halfway wait again; after three times they are given up. */
async function sendBackAbandoned(store: Store, nowMs: number): Promise<void> {
  const jobs = store.table(imageJobTable);
  const late = { status: jobStatus.requested, changedMs: { below: nowMs - abandonedMs } };
  // Looked at first, because even a write that changes nothing is told to everyone.
  if ((await jobs.count(late)) === 0) return;
  await jobs.remove({ ...late, attempts: { from: mostAttempts } });
  await jobs.update(late, { status: jobStatus.gathered, changedMs: nowMs });
}
