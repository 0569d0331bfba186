import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '../../media/files/file-store.ts';
import { isTransformPath } from '../../media/files/media-path.ts';
import { copyDatabase } from '../../storage/sqlite/copy-database.ts';
import { SqliteFile } from '../../storage/sqlite/sqlite-file.ts';
import { forgetBefore, keepBlob, newestPoint, pageDigests, pointFile, writePoint } from './backup-folder.ts';

export interface ContinuousOptions {
  readonly database: string;
  readonly files: FileStore;
  readonly folder: string;
  readonly prefix: string;
  readonly program: string;
  readonly clock: () => number;
  /** Points older than this may go. */
  readonly keepMs: number;
}

/** A point that was written. */
export interface WrittenPoint {
  readonly at: number;
  readonly changedPages: number;
  readonly files: number;
  readonly bytes: number;
}

/** Backs a site up while it is in use, a point at a time. */
export interface ContinuousBackup {
  /** Writes a point where anything changed since the last one; null where nothing did. */
  round(): Promise<WrittenPoint | null>;
  close(): void;
}

/** A generation ends after a day, so that old ones can go and a restore reads no more than a day of points. */
const generationMs = 86_400_000;

export function openContinuousBackup(options: ContinuousOptions): ContinuousBackup {
  const { database, files, folder, clock } = options;
  const watch = new SqliteFile(database, { readOnly: true, waitMs: 10_000 });
  const version = (): unknown => Object.values(Object(watch.run('pragma data_version', []).rows[0]))[0];
  const blobs = new Map<string, { readonly tag: string; readonly digest: string }>();
  let generation: { readonly path: string; readonly startedAt: number; readonly pages: string[] } | null = null;
  let seenVersion: unknown = null;
  let seenFiles = '';
  let lastAt = 0;

  const keepFiles = async (): Promise<void> => {
    for await (const path of files.list('')) {
      if (isTransformPath(path)) continue;
      const tag = (await files.stat(path))?.tag;
      if (tag === undefined || blobs.get(path)?.tag === tag) continue;
      const digest = await keepBlob(folder, files, path);
      if (digest !== null) blobs.set(path, { tag, digest });
    }
    const present = new Set<string>();
    for await (const path of files.list('')) present.add(path);
    for (const path of blobs.keys()) if (!present.has(path)) blobs.delete(path);
  };
  const begin = async (at: number) => {
    const path = join(folder, `generation-${at}`);
    await mkdir(path, { recursive: true, mode: 0o700 });
    seenFiles = '';
    generation = { path, startedAt: at, pages: [] };
    return generation;
  };

  return {
    async round() {
      const now = version();
      const isDue = generation !== null && clock() - generation.startedAt >= generationMs;
      if (now === seenVersion && generation && !isDue) return null;
      await keepFiles();
      // Names of points are their times: they must differ, and the last one must be the newest if the clock is set back.
      await mkdir(folder, { recursive: true, mode: 0o700 });
      lastAt ||= await newestPoint(folder);
      const at = Math.max(clock(), lastAt + 1);
      const current = generation && !isDue ? generation : await begin(at);
      const copy = join(folder, `.copy-${process.pid}`);
      try {
        await rm(copy, { force: true });
        await copyDatabase(database, copy);
        await keepFiles();
        const changed: number[] = [];
        const pages: Buffer[] = [];
        const whole = await pageDigests(copy, (number, digest, page) => {
          if (current.pages[number] === digest) return;
          changed.push(number);
          pages.push(Buffer.from(page));
          current.pages[number] = digest;
        });
        current.pages.length = whole.pages;
        const list = [...blobs].map(([path, { digest }]) => [path, digest] as const);
        const isSameList = JSON.stringify(list) === seenFiles;
        const head = { at, program: options.program, prefix: options.prefix, ...whole, changed };
        const bytes = await writePoint(
          pointFile(current.path, at),
          { ...head, files: isSameList ? null : list },
          pages,
        );
        [seenVersion, seenFiles, lastAt] = [now, JSON.stringify(list), at];
        if (current.startedAt === at) await forgetBefore(folder, at - options.keepMs);
        return { at, changedPages: changed.length, files: list.length, bytes };
      } catch (error) {
        // The digests may be ahead of the points: the next one begins anew.
        generation = null;
        throw error;
      } finally {
        await rm(copy, { force: true });
      }
    },
    close: () => watch.close(),
  };
}
