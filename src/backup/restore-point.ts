import { createHash, randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BackupError } from './backup-format.ts';

/**
 * One moment of a site in a continuous backup: a gzipped file with the length of a JSON head, the head, and the pages
 * of the database that changed since the point before. The first point of a generation has them all.
 */
export interface PointHead {
  /** Everything acknowledged before this time is in it; milliseconds since the epoch. */
  readonly at: number;
  readonly program: string;
  readonly prefix: string;
  readonly pageSize: number;
  /** Number of pages of the whole database. */
  readonly pages: number;
  /** The SHA-256 of the whole database. */
  readonly digest: string;
  /** Numbers of the pages that follow, from 0. */
  readonly changed: readonly number[];
  /** Every uploaded file with its SHA-256; null where they are those of the point before. */
  readonly files: readonly (readonly [path: string, digest: string])[] | null;
}

export interface RestorePoint {
  readonly head: PointHead;
  readonly pages: Buffer;
}

/** Writes a point, which appears under its name only when it is on the disk. */
export async function writePoint(path: string, head: PointHead, pages: readonly Buffer[]): Promise<number> {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(json.length);
  const bytes = gzipSync(Buffer.concat([length, json, ...pages]), { level: 1 });
  const part = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(part, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
  return bytes.length;
}

/** Reads a point; throws BackupError for a damaged one. */
export async function readPoint(path: string): Promise<RestorePoint> {
  try {
    const bytes = gunzipSync(await readFile(path));
    const start = 4 + bytes.readUInt32BE(0);
    const head: PointHead = JSON.parse(bytes.subarray(4, start).toString());
    const pages = bytes.subarray(start);
    if (pages.length !== head.changed.length * head.pageSize) throw new BackupError('Its pages are incomplete.');
    return { head, pages };
  } catch (error) {
    throw new BackupError(`The restore point ${path} is damaged.`, { cause: error });
  }
}

/** The SHA-256 of each page of a database file, and of the whole. */
export async function pageDigests(path: string, seen: (number: number, digest: string, page: Buffer) => void) {
  const whole = createHash('sha256');
  const file = await open(path, 'r');
  try {
    const head = Buffer.alloc(100);
    await file.read(head, 0, 100, 0);
    // The format stores 65,536 as 1.
    const pageSize = head.readUInt16BE(16) === 1 ? 65_536 : head.readUInt16BE(16);
    const chunk = Buffer.alloc(pageSize * 256);
    let pages = 0;
    for (let position = 0; ; ) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position);
      if (bytesRead === 0) return { pageSize, pages, digest: whole.digest('hex') };
      whole.update(chunk.subarray(0, bytesRead));
      for (let at = 0; at + pageSize <= bytesRead; at += pageSize) {
        const page = chunk.subarray(at, at + pageSize);
        seen(pages, createHash('sha1').update(page).digest('base64'), page);
        pages += 1;
      }
      position += bytesRead;
    }
  } finally {
    await file.close();
  }
}
