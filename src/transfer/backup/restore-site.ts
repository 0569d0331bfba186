import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '../../media/files/file-store.ts';
import { extensionOf, fileTypeOf } from '../../media/files/file-types.ts';
import { checkDatabase, replaceDatabase } from '../../storage/sqlite/copy-database.ts';
import { BackupError } from './backup-archive.ts';
import { blobFile, listGenerations, type PointHead, pointFile, readPoint } from './backup-folder.ts';

/** A complete state of a site, on this machine. */
export interface SiteState {
  /** A copy of its database; it is changed. */
  readonly database: string;
  /** Digests of its files by their paths. */
  readonly files: ReadonlyMap<string, string>;
  /** The local file that has the bytes of a path. */
  readonly fileAt: (path: string, digest: string) => string;
}

/** The site whose place it takes. */
export interface RestoreSite {
  readonly database: string;
  readonly prefix: string;
  readonly files: FileStore;
  readonly scratch: string;
  readonly progress?: (what: string) => void;
}

/**
 * Makes a site what the state says, also while it is in use. Nothing of the site changes before the state is found
 * sound, and its database changes in one transaction. Files are added before that and removed after it.
 */
export async function restoreSite(state: SiteState, site: RestoreSite): Promise<void> {
  const { files, progress } = site;
  await checkDatabase(state.database, site.prefix);
  const added: string[] = [];
  const replaced: string[] = [];
  try {
    for (const [path, digest] of state.files) {
      if (await putFile(state, site, path)) added.push(path);
      else if ((await digestOf(files, path)) !== digest) replaced.push(path);
      progress?.(`${added.length} files`);
    }
    await replaceDatabase(state.database, site.database, site.prefix, (share) =>
      progress?.(`database ${Math.floor(share * 100)} %`),
    );
  } catch (error) {
    for (const path of added) await files.remove(path);
    await files.removeEmptyFolders(added);
    throw error;
  }
  for (const path of replaced) {
    await files.remove(path);
    await putFile(state, site, path);
  }
  for await (const path of files.list('')) if (!state.files.has(path)) await files.remove(path);
}

async function putFile(state: SiteState, { files, scratch }: RestoreSite, path: string): Promise<boolean> {
  // A store may move the file away, and a state may be needed again.
  const copy = join(scratch, 'put');
  await copyFile(state.fileAt(path, state.files.get(path) ?? ''), copy);
  try {
    return await files.put(path, copy, fileTypeOf(extensionOf(path))?.mime ?? 'application/octet-stream');
  } finally {
    await rm(copy, { force: true });
  }
}

/** The SHA-256 of a stored file; null where there is none. */
export async function digestOf(files: FileStore, path: string): Promise<string | null> {
  const bytes = await files.read(path);
  if (!bytes) return null;
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
}

/** A state of a continuous backup, and the point it comes from. */
export interface StateAt extends SiteState {
  readonly point: PointHead;
}

/** Puts together, in `target`, the database as it was at the last point up to a time; throws BackupError. */
export async function stateAt(
  folder: string,
  atMs: number,
  target: string,
  progress?: (done: number, all: number) => void,
): Promise<StateAt> {
  const generations = await listGenerations(folder);
  const first = generations[0]?.points[0];
  if (first === undefined) throw new BackupError('The folder holds no backup.');
  const generation = generations.findLast(({ points }) => points[0]! <= atMs);
  if (!generation) throw new BackupError(`The backup begins later, at ${new Date(first).toISOString()}.`);
  const times = generation.points.filter((at) => at <= atMs);
  let files: PointHead['files'] = [];
  let last: PointHead | null = null;
  const file = await open(target, 'wx', 0o600);
  try {
    for (const [i, at] of times.entries()) {
      const { head, pages } = await readPoint(pointFile(generation.folder, at));
      for (const [position, number] of head.changed.entries())
        await file.write(pages, position * head.pageSize, head.pageSize, number * head.pageSize);
      await file.truncate(head.pages * head.pageSize);
      files = head.files ?? files;
      last = head;
      progress?.(i + 1, times.length);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (!last || (await digestOfFile(target)) !== last.digest)
    throw new BackupError('A restore point is missing or damaged: the database does not have its digest.');
  const missing = files.find(([, digest]) => !existsSync(blobFile(folder, digest)));
  if (missing) throw new BackupError(`The backup lacks the bytes of ${JSON.stringify(missing[0])}.`);
  return {
    point: last,
    database: target,
    files: new Map(files),
    fileAt: (_path, digest) => blobFile(folder, digest),
  };
}

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
