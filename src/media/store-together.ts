import { firstFree } from '../text/slugs/first-free.ts';
import { fileName, type SafeName } from './files/file-name.ts';
import type { FileStore } from './files/file-store.ts';
import { fileTypeOf } from './files/file-types.ts';
import { inFolder } from './files/media-path.ts';

/** A complete local file, and its name's suffix after the stem: empty for an original, `-300x200` for a copy. */
export interface FileToStore {
  readonly suffix: string;
  readonly localFile: string;
  readonly mime: string;
}

export interface StoreRequest {
  /** Empty for the top folder. */
  readonly folder: string;
  readonly name: Pick<SafeName, 'stem' | 'extension'>;
  /** The original first. */
  readonly files: readonly FileToStore[];
  /** Called with the paths before they are written, so that the next start can clean up after a crash. */
  readonly announce: (paths: readonly string[]) => Promise<void>;
}

/** Names that end like those of resized copies, which are reserved for copies. */
const looksDerived = /-(?:\d+x\d+|scaled|rotated)$/;

/**
 * Stores a file and its copies under the first stem that is free for all of them: `photo`, else `photo-1` and so
 * on. Concurrent uploads never share a name, since a store accepts a name only once. Returns the stem; a
 * copy whose name was taken in the meantime is missing from `stored`.
 */
export async function storeTogether(
  store: FileStore,
  { folder, name, files, announce }: StoreRequest,
): Promise<{ stem: string; stored: readonly FileToStore[] }> {
  const stemOf = (number: number) => (number === 0 ? name.stem : `${name.stem}-${number}`);
  const path = (stem: string, { suffix }: FileToStore) =>
    inFolder(folder, fileName({ stem: stem + suffix, extension: name.extension }));
  const isFree = async (number: number) => {
    for (const file of files) if ((await store.stat(path(stemOf(number), file))) !== null) return false;
    return true;
  };
  const isPicture = fileTypeOf(name.extension)?.mime.startsWith('image/') ?? false;
  let number = isPicture && looksDerived.test(name.stem) ? 1 : 0;
  for (;;) {
    number = await firstFree(number, isFree);
    const stem = stemOf(number);
    await announce(files.map((file) => path(stem, file)));
    const stored = await storeAll(store, files, (file) => path(stem, file));
    if (stored.length > 0) return { stem, stored };
    number += 1;
  }
}

/** Stores the original and the copies with free names; nothing when the original's name is taken or a write fails. */
async function storeAll(
  store: FileStore,
  files: readonly FileToStore[],
  path: (file: FileToStore) => string,
): Promise<FileToStore[]> {
  const stored: FileToStore[] = [];
  try {
    for (const file of files) {
      if (await store.put(path(file), file.localFile, file.mime)) stored.push(file);
      else if (stored.length === 0) return [];
    }
    return stored;
  } catch (error) {
    for (const file of stored) await store.remove(path(file));
    throw error;
  }
}
