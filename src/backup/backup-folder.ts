import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../media/files/file-store.ts';
import { readPoint } from './restore-point.ts';

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
  for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true }).catch(() => []))
    if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name) && !needed.has(entry.name))
      await rm(join(entry.parentPath, entry.name), { force: true });
}
