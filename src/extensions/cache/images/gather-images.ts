import {
  attachedPath,
  attachmentFiles,
  everything,
  readStoredValue,
  type Store,
  StoreError,
} from '../../../extension.ts';
import { changeState, readState } from '../stored-state.ts';
import { imageJobTable, jobStatus, pathDigest } from './image-jobs.ts';
import { imageTotalsEntry } from './image-totals.ts';

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
      if (await insertOnce(() => jobs.insert(row))) made += 1;
    }
    if (paths.length > 0 && !known.has(attachment))
      await changeState(store, imageTotalsEntry, (totals) => ({ ...totals, attachments: totals.attachments + 1 }));
  }
  return made;
}

/** Two attachments may share a file, and two processes may scan at once: one job per path. */
async function insertOnce(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert();
    return true;
  } catch (error) {
    if (error instanceof StoreError && error.failure === 'duplicate') return false;
    throw error;
  }
}
