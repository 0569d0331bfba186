import { createHash, randomUUID } from 'node:crypto';
import { constants, type Dirent, type Stats } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode, unless, unlessAbsent } from '../../lib/error-code.ts';
import { localPartialFiles } from '../uploads/local-partial-files.ts';
import { partialFolder } from '../uploads/partial-files.ts';
import type { FileStore, StoredFile } from './file-store.ts';
import { folderOf, isMediaPath } from './media-path.ts';

/** Stores files in a folder on this machine; `linkFile` stands for the file system's way to make hard links. */
export function createLocalFileStore(root: string, linkFile: typeof link = link): FileStore {
  const at = (path: string) => join(root, path);
  // On the same disk as the files, and hidden: isMediaPath refuses its path.
  const partial = join(root, '.platen-partial');
  return {
    put: async (path, localFile) => {
      if (!isMediaPath(path)) return false;
      const target = at(path);
      await mkdir(dirname(target), { recursive: true });
      return (await claim(localFile, target, { partial, linkFile })) && rm(localFile, { force: true }).then(() => true);
    },
    replace: async (path, localFile) => {
      if (!isMediaPath(path)) return;
      await mkdir(dirname(at(path)), { recursive: true });
      await moveOver(localFile, at(path), partial);
    },
    stat: async (path) => (isMediaPath(path) ? describe(at(path)) : null),
    read: async (path, span, tag) => {
      const file = isMediaPath(path) ? await unlessAbsent(open(at(path), readWithoutLinks)) : null;
      if (file === null) return null;
      const part = span && { start: span.first, end: span.last };
      if (tag === undefined) return file.createReadStream(part ?? {});
      // The file that is open, whatever has its name by now.
      const found = await file.stat();
      if (tagOf(found) === tag) return file.createReadStream(part ?? { end: Math.max(0, found.size - 1) });
      await file.close();
      return null;
    },
    localFile: async (path) => (isMediaPath(path) && (await describe(at(path))) ? at(path) : null),
    remove: async (path) => {
      if (isMediaPath(path)) await rm(at(path), { force: true });
    },
    removeEmptyFolders: async (paths) => {
      const folders = new Set(paths.filter(isMediaPath).flatMap(foldersOf));
      // The deepest first: a folder is empty when those inside it are gone.
      for (const folder of [...folders].sort((one, other) => other.length - one.length))
        await unless(['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'], rmdir(at(folder)));
    },
    list: (prefix) => walk(root, prefix),
    partial: localPartialFiles(join(root, partialFolder)),
    sweep: () => sweepOlder(partial, abandonedAfterMs),
    close: async () => {},
  };
}

/** The folders that a path lies in: `2026/01` and `2026`. */
function foldersOf(path: string): string[] {
  const folder = folderOf(path);
  return folder === '' ? [] : [folder, ...foldersOf(folder)];
}

const readWithoutLinks = constants.O_RDONLY | constants.O_NOFOLLOW;

/** A copy between two disks never takes an hour, so a younger one may still be in use by another process. */
const abandonedAfterMs = 3_600_000;

interface ClaimMeans {
  /** The hidden folder for unfinished files. */
  readonly partial: string;
  readonly linkFile: typeof link;
}

/** Links the file to its name atomically; false when the name is taken. */
async function claim(source: string, target: string, means: ClaimMeans): Promise<boolean> {
  const { partial, linkFile } = means;
  try {
    await linkFile(source, target);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    if (code === 'EXDEV') return claimAcrossDisks(source, target, means);
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP') return claimByLock(source, target, partial);
    throw error;
  }
}

async function claimAcrossDisks(source: string, target: string, means: ClaimMeans): Promise<boolean> {
  const { partial } = means;
  await mkdir(partial, { recursive: true });
  const part = join(partial, randomUUID());
  try {
    await copyFile(source, part, constants.COPYFILE_EXCL);
    return await claim(part, target, means);
  } finally {
    await rm(part, { force: true });
  }
}

/** Moves a file over another; from another disk it is copied first, so that no half of it is ever seen. */
async function moveOver(source: string, target: string, partial: string): Promise<void> {
  try {
    await rename(source, target);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await mkdir(partial, { recursive: true });
    const part = join(partial, randomUUID());
    try {
      await copyFile(source, part, constants.COPYFILE_EXCL);
      await rename(part, target);
    } finally {
      await rm(part, { force: true });
    }
    await rm(source, { force: true });
  }
}

/**
 * For file systems without hard links: a lock file in the hidden folder lets one at a time look for the name and move
 * the file there. After a crash only the lock is left, which `sweep` removes.
 */
async function claimByLock(source: string, target: string, partial: string): Promise<boolean> {
  await mkdir(partial, { recursive: true });
  const lock = join(partial, `${createHash('sha256').update(target).digest('hex')}.lock`);
  const held = await takenAsNull(open(lock, 'wx'));
  if (held === null) return false;
  try {
    await held.close();
    if ((await unlessAbsent(lstat(target))) !== null) return false;
    await rename(source, target);
    return true;
  } finally {
    await rm(lock, { force: true });
  }
}

async function describe(file: string): Promise<StoredFile | null> {
  const found = await unlessAbsent(lstat(file));
  if (found === null || !found.isFile()) return null;
  return { size: found.size, modified: found.mtime, tag: tagOf(found) };
}

const tagOf = ({ size, mtimeMs, ino }: Stats): string =>
  `${size.toString(36)}-${Math.trunc(mtimeMs).toString(36)}-${ino.toString(36)}`;

async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  const folder = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')));
  if (folder !== '' && !isMediaPath(folder)) return;
  for (const entry of await entries(join(root, folder))) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (!isMediaPath(path)) continue;
    if (entry.isDirectory()) {
      if (path.startsWith(prefix) || prefix.startsWith(`${path}/`)) yield* walk(root, `${path}/`);
    } else if (entry.isFile() && path.startsWith(prefix)) yield path;
  }
}

async function sweepOlder(folder: string, ageMs: number): Promise<void> {
  for (const entry of await entries(folder)) {
    const file = join(folder, entry.name);
    const found = await unlessAbsent(lstat(file));
    if (found !== null && found.mtimeMs < Date.now() - ageMs) await rm(file, { recursive: true, force: true });
  }
}

async function entries(folder: string): Promise<Dirent[]> {
  return (await unlessAbsent(readdir(folder, { withFileTypes: true }))) ?? [];
}

const takenAsNull = <T>(work: Promise<T>) => unless(['EEXIST'], work);
