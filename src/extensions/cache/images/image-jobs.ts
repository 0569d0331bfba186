import { hash } from 'node:crypto';
import type { OwnTable, Store } from '../../../extension.ts';
import { type Cell, changeCell } from '../state-cell.ts';

/** The states of a job that we use, by the numbers of the interface. */
export const jobStatus = { gathered: 1, requested: 3, notified: 6, fetched: 9 } as const;

/** The formats made of a picture, best first. */
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** A file that waits at a node: where, and what it should turn out to be. */
export interface OfferedFile {
  readonly path: string;
  readonly md5: string;
  readonly reduced: number;
}

/** What a node said of a finished job. */
export interface NodeRecord {
  readonly server: string;
  readonly id: string;
  readonly files: Readonly<Partial<Record<PictureFormat, OfferedFile>>>;
}

/** A file made of a picture, and how many bytes it spares; 0 where none was made because it would not be smaller. */
export interface MadeFile {
  readonly md5: string;
  readonly saved: number;
}

export interface ImageJob {
  id: number;
  attachment: number;
  /** Below the uploads folder. */
  path: string;
  pathDigest: string;
  status: number;
  attempts: number;
  sourceBytes: number;
  sourceMd5: string;
  /** The state of the source the files were made from; other bytes under the same name do not count. */
  sourceTag: string;
  node: NodeRecord | null;
  made: Readonly<Partial<Record<PictureFormat, MadeFile>>> | null;
  changedMs: number;
}

/** One row per file of a picture, unfinished and finished. */
export const imageJobTable: OwnTable<ImageJob> = {
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
  },
  key: 'id',
  unique: [['pathDigest']],
  indexes: [['attachment'], ['status']],
};

/** Figures of the whole site, so that nobody has to add up rows. */
export interface ImageTotals {
  /** The newest attachment that was looked at. */
  readonly scannedId: number;
  readonly attachments: number;
  readonly taken: number;
  readonly reduced: number;
  readonly lastRequestedMs: number;
  readonly lastPulledMs: number;
}

export const imageTotalsCell: Cell<ImageTotals> = {
  name: 'images',
  blank: { scannedId: 0, attachments: 0, taken: 0, reduced: 0, lastRequestedMs: 0, lastPulledMs: 0 },
};

export const pathDigest = (path: string): string => hash('md5', path);

export const savedBy = ({ made }: Pick<ImageJob, 'made'>): number =>
  Object.values(made ?? {}).reduce((sum, file) => sum + (file?.saved ?? 0), 0);

/** Ends a job well: the files are there, and the totals say so. */
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
    await changeCell(inside, imageTotalsCell, (totals) => ({
      ...totals,
      taken: totals.taken + Object.values(made).filter((file) => file && file.saved > 0).length,
      reduced: totals.reduced + savedBy({ made }),
      lastPulledMs: nowMs,
    }));
  });
}

/** Forgets jobs, finished or not, with their share of the totals. */
export async function dropJobs(store: Store, jobs: readonly ImageJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await store.transaction(async (inside) => {
    await inside.table(imageJobTable).remove({ id: { in: jobs.map(({ id }) => id) } });
    const files = jobs.flatMap(({ made }) => Object.values(made ?? {})).filter((file) => file && file.saved > 0);
    await changeCell(inside, imageTotalsCell, (totals) => ({
      ...totals,
      taken: Math.max(0, totals.taken - files.length),
      reduced: Math.max(0, totals.reduced - jobs.reduce((sum, job) => sum + savedBy(job), 0)),
    }));
  });
}
