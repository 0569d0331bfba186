import { firstFree } from '../text/slugs/first-free.ts';
import { fileName, type SafeName } from './files/file-name.ts';
import type { FileStore } from './files/file-store.ts';
import { fileTypeOf } from './files/file-types.ts';
import { inFolder } from './files/media-path.ts';
import type { UploadClaim, UploadClaims } from './upload-claims.ts';

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
  readonly claims: Pick<UploadClaims, 'claim'>;
}

/** The files under their common stem, and the claim on it, which the caller settles or abandons. */
export interface StoredTogether {
  readonly stem: string;
  readonly stored: readonly FileToStore[];
  readonly claim: UploadClaim;
}

/** Names that end like those of resized copies, which are reserved for copies. */
const looksDerived = /-(?:\d+x\d+|scaled|rotated)$/;

/**
 * Stores a file and its copies under the first stem that is free for all of them: `photo`, else `photo-1` and so
 * on. Uploads at the same time never share a name, in any process: the database gives each stem to one of them. Returns
 * the stem; a copy whose name another program has taken in the meantime is missing from `stored`.
 */
export async function storeTogether(
  store: FileStore,
  { folder, name, files, claims }: StoreRequest,
): Promise<StoredTogether> {
  const stemOf = (number: number) => (number === 0 ? name.stem : `${name.stem}-${number}`);
  const path = (stem: string, suffix: string) =>
    inFolder(folder, fileName({ stem: stem + suffix, extension: name.extension }));
  const isFree = async (number: number) => {
    for (const { suffix } of files) if ((await store.stat(path(stemOf(number), suffix))) !== null) return false;
    return true;
  };
  const isPicture = fileTypeOf(name.extension)?.mime.startsWith('image/') ?? false;
  let number = isPicture && looksDerived.test(name.stem) ? 1 : 0;
  for (;;) {
    number = await firstFree(number, isFree);
    const stem = stemOf(number);
    const claim = await claims.claim(path(stem, ''));
    // Looked at again under the claim: the upload that had it before may have stored its files in between.
    const stored =
      claim && (await isFree(number)) ? await storeAll(store, files, (suffix) => path(stem, suffix), claim) : [];
    if (claim && stored.length > 0) return { stem, stored, claim };
    await claim?.abandon(async () => {});
    number += 1;
  }
}

/** Stores the original and the copies with free names; nothing when the original's name is taken or a write fails. */
async function storeAll(
  store: FileStore,
  files: readonly FileToStore[],
  path: (suffix: string) => string,
  claim: UploadClaim,
): Promise<FileToStore[]> {
  const pathsOf = (some: readonly FileToStore[]) => some.map(({ suffix }) => path(suffix));
  const stored: FileToStore[] = [];
  try {
    await claim.announce(pathsOf(files));
    for (const file of files) {
      if (await store.put(path(file.suffix), file.localFile, file.mime)) stored.push(file);
      else if (stored.length === 0) return [];
    }
    if (stored.length < files.length) await claim.announce(pathsOf(stored));
    return stored;
  } catch (error) {
    await removeUpload(claim, store);
    throw error;
  }
}

/** Gives an upload up and removes its files, unless a row refers to them by now. */
export async function removeUpload(claim: UploadClaim, store: FileStore): Promise<void> {
  await claim.abandon(async (paths) => {
    for (const path of paths) await store.remove(path);
  });
}
