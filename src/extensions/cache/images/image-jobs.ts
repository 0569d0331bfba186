import { hash } from 'node:crypto';
import type { OwnTable } from '../../../extension.ts';

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
    owner: 'short',
    ownedUntilMs: 'integer',
  },
  key: 'id',
  unique: [['pathDigest']],
  indexes: [['attachment'], ['status']],
};

export const pathDigest = (path: string): string => hash('md5', path);
