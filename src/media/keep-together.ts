import { fileName, type SafeName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import { fileTypeOf } from './file-types.ts';
import { inFolder } from './media-path.ts';

/** A finished local file, and what follows the stem in its name: nothing for an original, `-300x200` for a copy. */
export interface FileToKeep {
  readonly suffix: string;
  readonly localFile: string;
  readonly mime: string;
}

export interface KeepRequest {
  /** Empty for the top folder. */
  readonly folder: string;
  readonly name: Pick<SafeName, 'stem' | 'extension'>;
  /** The original first. */
  readonly files: readonly FileToKeep[];
  /** Told the paths before anything is put there, so that a crash in between can be cleaned up after. */
  readonly announce: (paths: readonly string[]) => Promise<void>;
}

/** Names that end like the name of a resized copy belong to the copies. */
const looksDerived = /-(?:\d+x\d+|scaled|rotated)$/;

/**
 * Keeps a file and its copies under one stem, the first that is free for all of them: `photo`, else `photo-1` and so
 * on. Uploads at the same moment never share a name, since a store gives a name away only once. Returns the stem; a
 * copy whose name was snatched in the meantime is missing from `kept`.
 */
export async function keepTogether(
  store: FileStore,
  { folder, name, files, announce }: KeepRequest,
): Promise<{ stem: string; kept: readonly FileToKeep[] }> {
  const stemOf = (number: number) => (number === 0 ? name.stem : `${name.stem}-${number}`);
  const path = (stem: string, { suffix }: FileToKeep) =>
    inFolder(folder, fileName({ stem: stem + suffix, extension: name.extension }));
  const isTaken = async (number: number) => {
    for (const file of files) if ((await store.stat(path(stemOf(number), file))) !== null) return true;
    return false;
  };
  const isPicture = fileTypeOf(name.extension)?.mime.startsWith('image/') ?? false;
  let number = isPicture && looksDerived.test(name.stem) ? 1 : 0;
  for (;;) {
    number = await firstFree(number, isTaken);
    const stem = stemOf(number);
    await announce(files.map((file) => path(stem, file)));
    const kept = await keepAll(store, files, (file) => path(stem, file));
    if (kept.length > 0) return { stem, kept };
    number += 1;
  }
}

/** Keeps what it can; nothing when the original's name is taken, and nothing when the store fails midway. */
async function keepAll(
  store: FileStore,
  files: readonly FileToKeep[],
  path: (file: FileToKeep) => string,
): Promise<FileToKeep[]> {
  const kept: FileToKeep[] = [];
  try {
    for (const file of files) {
      if (await store.keep(path(file), file.localFile, file.mime)) kept.push(file);
      else if (kept.length === 0) return [];
    }
    return kept;
  } catch (error) {
    for (const file of kept) await store.remove(path(file));
    throw error;
  }
}

/** How many numbers are tried one by one before the search starts to leap. */
const STEPS = 16;

/** The next free number; past a few steps it doubles and halves, so that a thousand equal names cost a dozen looks. */
async function firstFree(start: number, isTaken: (number: number) => Promise<boolean>): Promise<number> {
  let taken = start - 1;
  while (taken < start + STEPS) {
    if (!(await isTaken(taken + 1))) return taken + 1;
    taken += 1;
  }
  let stride = 1;
  while (await isTaken(taken + stride)) {
    taken += stride;
    stride *= 2;
  }
  let free = taken + stride;
  while (free - taken > 1) {
    const middle = Math.trunc((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
}
