import { hash } from 'node:crypto';
import type { ExtensionTable, Files, Store } from '../../../extension.ts';
import { changeState, type StateEntry } from '../stored-state.ts';

/** The job states that we use, with their numbers in the interface. */
export const jobStatus = { gathered: 1, requested: 3, notified: 6, fetched: 9 } as const;

/** The generated formats, best first. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** A file that a node offers: its path there, and its announced properties. */
export interface OfferedFile {
  readonly path: string;
  readonly md5: string;
  readonly reduced: number;
}

/** What a node reported about a finished job. */
export interface NodeRecord {
  readonly server: string;
  readonly id: string;
  readonly files: Readonly<Partial<Record<PictureFormat, OfferedFile>>>;
}

/**
 * A file generated from a picture, and how many bytes it saves; 0 where none was stored because it would not be
 * smaller.
 */
export interface MadeFile {
  readonly md5: string;
  readonly saved: number;
}

export interface ImageJob {
  id: number;
  attachment: number;
  /** Path below the uploads folder. */
  path: string;
  pathDigest: string;
  status: number;
  attempts: number;
  sourceBytes: number;
  sourceMd5: string;
  /** The version of the source that the files were made from; they are not used for other bytes under the same name. */
  sourceTag: string;
  node: NodeRecord | null;
  made: Readonly<Partial<Record<PictureFormat, MadeFile>>> | null;
  changedMs: number;
  /** The worker whose spool has the files, and until when nobody else may take the job; null in rows of old. */
  owner: string | null;
  ownedUntilMs: number | null;
}

/** One row per picture file, unfinished and finished. */
export const imageJobTable: ExtensionTable<ImageJob> = {
  name: 'cache_images',
  columns: {
    id: 'id',
    attachment: 'integer',
    path: 'text',
    pathDigest: 'short',
    status: 'integer',
    attempts: 'integer',
    sourceBytes: 'integer',
    sourceMd5: 'short',
    sourceTag: 'short',
    node: 'json',
    made: 'json',
    changedMs: 'integer',
    owner: 'short',
    ownedUntilMs: 'integer',
  },
  key: 'id',
  unique: [['pathDigest']],
  indexes: [['attachment'], ['status']],
};

export const pathDigest = (path: string): string => hash('md5', path);

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

const pictureName = /\.(?:jpe?g|png|gif|webp)$/i;

/**
 * Which file to send instead of a picture, for a browser that accepts better formats: only one that was made from the
 * current bytes of the source. Null for the picture itself; undefined for a path that has no generated files.
 */
export async function betterPicture(
  { store, files }: { store: Store; files: Files },
  path: string,
  accept: string,
): Promise<string | null | undefined> {
  if (!pictureName.test(path)) return undefined;
  const [job] = await store.table(imageJobTable).find({ pathDigest: pathDigest(path), status: jobStatus.fetched });
  if (job?.path !== path) return undefined;
  const format = pictureFormats.find((one) => (job.made?.[one]?.saved ?? 0) > 0 && takes(accept, `image/${one}`));
  if (!format) return null;
  return (await files.stat(path))?.tag === job.sourceTag ? `${path}.${format}` : null;
}

/** Whether the header names the type and does not exclude it; a wildcard does not mean that it can be displayed. */
function takes(accept: string, type: string): boolean {
  return accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
