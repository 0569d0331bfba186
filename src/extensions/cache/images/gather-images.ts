import {
  attachedPath,
  attachmentFiles,
  everything,
  type Files,
  readStoredValue,
  type Store,
  wasInserted,
} from '../../../extension.ts';
import { changeState, readState } from '../stored-state.ts';
import {
  dropJobs,
  type ImageJob,
  imageJobTable,
  imageTotalsEntry,
  jobStatus,
  pathDigest,
  pictureFormats,
} from './image-jobs.ts';

/** The source formats; a webp source gets only an avif file. */
const sourceTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

const pageSize = 200;

/**
 * Creates a job for every picture file that has none, newest attachments first, back to those checked before, or
 * back to the very first with `all`. Returns the number of jobs created.
 */
export async function gatherImages(store: Store, nowMs: number, { all = false } = {}): Promise<number> {
  const { scannedId } = await readState(store, imageTotalsEntry);
  const stopAt = all ? 0 : scannedId;
  let made = 0;
  let newest = 0;
  for (let offset = 0; ; offset += pageSize) {
    const page = await pictureIds(store, offset);
    newest = Math.max(newest, page[0] ?? 0);
    const fresh = page.filter((id) => id > stopAt);
    made += await gatherFrom(store, fresh, nowMs);
    if (fresh.length < pageSize) break;
  }
  if (newest > scannedId) await changeState(store, imageTotalsEntry, (totals) => ({ ...totals, scannedId: newest }));
  return made;
}

async function pictureIds(store: Store, offset: number): Promise<number[]> {
  const filter = { types: ['attachment'], visibility: everything, mimeTypes: sourceTypes };
  const rows = await store.posts.find(filter, { by: 'id', direction: 'desc' }, { limit: pageSize, offset }, ['id']);
  return rows.map(({ id }) => id);
}

/** The paths of an attachment's files, as its row lists them. */
async function attachmentPaths(store: Store, attachments: readonly number[]): Promise<Map<number, string[]>> {
  const meta = await store.meta.of('post', attachments, ['_wp_attached_file', '_wp_attachment_metadata']);
  return new Map(
    attachments.map((id) => {
      const values = new Map(meta.get(id)?.map(({ key, value }) => [key, value]));
      const file = attachedPath(values.get('_wp_attached_file'));
      const metadata = readStoredValue(values.get('_wp_attachment_metadata'));
      return [id, file === '' ? [] : attachmentFiles({ file, metadata })];
    }),
  );
}

async function gatherFrom(store: Store, attachments: readonly number[], nowMs: number): Promise<number> {
  if (attachments.length === 0) return 0;
  const jobs = store.table(imageJobTable);
  const known = new Set((await jobs.find({ attachment: { in: attachments } })).map(({ attachment }) => attachment));
  let made = 0;
  for (const [attachment, paths] of await attachmentPaths(store, attachments)) {
    for (const path of paths) {
      const row = { attachment, path, pathDigest: pathDigest(path), status: jobStatus.gathered, changedMs: nowMs };
      // Two attachments may share a file, and two processes may scan at once: one job per path.
      if (await wasInserted(jobs.insert(row))) made += 1;
    }
    if (paths.length > 0 && !known.has(attachment))
      await changeState(store, imageTotalsEntry, (totals) => ({ ...totals, attachments: totals.attachments + 1 }));
  }
  return made;
}

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
export async function forgetAttachment(
  { store, files }: { store: Store; files: Files },
  attachment: number,
): Promise<void> {
  const jobs = await store.table(imageJobTable).find({ attachment });
  if (jobs.length === 0) return;
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
