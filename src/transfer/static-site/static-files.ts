import { lstat, mkdir, open, readFile, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCode, unlessAbsent } from '../../lib/error-code.ts';
import { noteFile, partOf } from './export-record.ts';

/** The files of an exported site. Each appears whole. */
export interface StaticFiles {
  /** Resolves to whether the file was written; one that has these bytes already is left alone. */
  write(file: string, payload: string | Uint8Array | Readable): Promise<boolean>;
  has(file: string): Promise<boolean>;
  /** Removes a file and the folders that become empty; resolves to whether there was one. */
  remove(file: string): Promise<boolean>;
}

/** The folder cannot be written to, for a reason that its owner can change. */
export class FolderError extends Error {}

/** @param known files that earlier exports wrote */
export function staticFiles(folder: string, known: ReadonlySet<string>): StaticFiles {
  const pathOf = (file: string): string => join(folder, ...file.split('/'));
  const linkOnTheWay = linkFinder(folder);
  return {
    async write(file, payload) {
      const path = pathOf(file);
      const link = await linkOnTheWay(dirname(path));
      if (link !== null)
        throw new FolderError(`${link} is a link, which is not followed. Remove it, and run this again.`);
      if (!(payload instanceof Readable) && (await holds(path, Buffer.from(payload)))) return false;
      if (!known.has(file)) await noteFile(folder, file);
      // Noted too: a program that is killed here leaves it, or has put it in the place of the file by then.
      await noteFile(folder, partOf(file));
      await mkdir(dirname(path), { recursive: true });
      const part = partOf(path);
      await rm(part, { force: true });
      try {
        // A link that somebody put there is not followed.
        const target = await open(part, 'wx');
        await pipeline(payload instanceof Readable ? payload : [payload], target.createWriteStream());
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      return true;
    },
    async has(file) {
      const path = pathOf(file);
      return (await linkOnTheWay(dirname(path))) === null && (await fileSize(path)) !== null;
    },
    async remove(file) {
      if ((await linkOnTheWay(dirname(pathOf(file)))) !== null) return false;
      const isGone = (await unlessAbsent(unlink(pathOf(file)).then(() => true))) !== null;
      if (isGone) await removeEmpty(folder, dirname(pathOf(file)));
      return isGone;
    },
  };
}

/** The size of a file; null where there is none. A link to a file is none. */
async function fileSize(path: string): Promise<number | null> {
  const found = await unlessAbsent(lstat(path));
  return found?.isFile() ? found.size : null;
}

const holds = async (path: string, bytes: Buffer): Promise<boolean> =>
  (await fileSize(path)) === bytes.length && bytes.equals(await readFile(path));

/** Finds the link on the way from the folder of the site, which may be one itself, to one within it. */
function linkFinder(root: string): (folder: string) => Promise<string | null> {
  /** Folders that were looked at; others are looked for again, as they may have been made since. */
  const real = new Set(['']);
  return async (folder) => {
    const within = relative(root, folder);
    if (real.has(within)) return null;
    let at = root;
    for (const name of within.split(/[\\/]/)) {
      at = join(at, name);
      const found = await unlessAbsent(lstat(at));
      if (!found) return null;
      if (found.isSymbolicLink()) return at;
    }
    real.add(within);
    return null;
  };
}

async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let at = folder; at.length > root.length && at.startsWith(root); at = dirname(at)) {
    try {
      await rmdir(at);
    } catch (error) {
      if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errorCode(error))) return;
      throw error;
    }
  }
}
