import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { unlessAbsent } from '../../lib/error-code.ts';
import type { FileStore } from '../../media/files/file-store.ts';
import { BackupError } from './backup-archive.ts';

/**
 * The folder of a continuous backup:
 *   generation-1794752853066/           begins with a whole copy; later points build on the ones before
 *     1794752853066.point
 *   files/ab/ab12…                      uploaded files by their digests
 */
export interface Generation {
  readonly folder: string;
  readonly startedAt: number;
  /** Times of its points, in order. */
  readonly points: readonly number[];
}

export const pointFile = (generation: string, at: number): string => join(generation, `${at}.point`);
export const blobFile = (folder: string, digest: string): string => join(folder, 'files', digest.slice(0, 2), digest);

/** The generations of a folder, the oldest first. */
export async function listGenerations(folder: string): Promise<Generation[]> {
  const found: Generation[] = [];
  for (const name of await readdir(folder)) {
    const [, startedAt] = /^generation-(\d+)$/.exec(name) ?? [];
    if (startedAt === undefined) continue;
    const names = await readdir(join(folder, name));
    const points = names.flatMap((one) => /^(\d+)\.point$/.exec(one)?.[1] ?? []).map(Number);
    if (points.length > 0)
      found.push({ folder: join(folder, name), startedAt: Number(startedAt), points: points.sort((a, b) => a - b) });
  }
  return found.sort((a, b) => a.startedAt - b.startedAt);
}

/** The time of the last point of a folder; 0 where there is none. */
export async function newestPoint(folder: string): Promise<number> {
  return Math.max(0, ...(await listGenerations(folder)).flatMap(({ points }) => points.at(-1) ?? []));
}

/** Stores the bytes of an uploaded file under their digest; null where the file is gone. */
export async function keepBlob(folder: string, files: FileStore, path: string): Promise<string | null> {
  const bytes = await files.read(path);
  if (!bytes) return null;
  const hash = createHash('sha256');
  const part = join(folder, 'files', `${randomUUID()}.part`);
  await mkdir(dirname(part), { recursive: true });
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes!) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(hashed(), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }));
    const digest = hash.digest('hex');
    await mkdir(dirname(blobFile(folder, digest)), { recursive: true });
    await rename(part, blobFile(folder, digest));
    return digest;
  } finally {
    await rm(part, { force: true });
  }
}

/** Removes generations that nobody needs to go back further than `oldestMs`, and the files that only they had. */
export async function forgetBefore(folder: string, oldestMs: number): Promise<void> {
  const generations = await listGenerations(folder);
  const kept = generations.filter((_, i) => (generations[i + 1]?.points[0] ?? Number.POSITIVE_INFINITY) > oldestMs);
  if (kept.length === generations.length) return;
  for (const generation of generations)
    if (!kept.includes(generation)) await rm(generation.folder, { recursive: true, force: true });
  const needed = new Set<string>();
  for (const generation of kept)
    for (const at of generation.points)
      for (const [, digest] of (await readPoint(pointFile(generation.folder, at))).head.files ?? []) needed.add(digest);
  const blobs = join(folder, 'files');
  for (const entry of (await unlessAbsent(readdir(blobs, { recursive: true, withFileTypes: true }))) ?? [])
    if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name) && !needed.has(entry.name))
      await rm(join(entry.parentPath, entry.name), { force: true });
}

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
