import { stat } from 'node:fs/promises';
import { firstFree } from '../text/slug.ts';
import type { AttachmentMetadata, StoredCopy } from './attachment-metadata.ts';
import type { FileStore } from './files/file-store.ts';
import { fileTypeOf } from './files/file-types.ts';
import { fileName, type SafeName } from './files/judge-file.ts';
import { baseNameOf, inFolder } from './files/media-path.ts';
import { type Dimensions, type ImageSize, resizedDimensions } from './image-sizes.ts';
import type { UploadClaim, UploadClaims } from './upload-claims.ts';
import { type CopyOrder, isDecodable, type Picture } from './workers/image-processor.ts';
import type { MediaWorkers } from './workers/media-workers.ts';

/** A local file whose type has been checked. */
export interface ExamineRequest {
  readonly file: string;
  readonly size: number;
  readonly mime: string;
}

export interface Examined {
  /** The copies, as temporary files. */
  readonly copies: readonly FileToStore[];
  /** The copy that is shown in the place of a picture that is too large; null where the file itself is shown. */
  readonly shown: FileToStore | null;
  /** The metadata to store, given the path of the shown file and the names of the copies that were stored. */
  metadata(path: string, copyName: (copy: FileToStore) => string | null): AttachmentMetadata;
}

export interface ExamineTools {
  readonly workers: MediaWorkers;
  readonly sizes: Readonly<Record<string, ImageSize>>;
  readonly scratch: () => string;
  /** A picture with a longer side is shown by a copy of this size. */
  readonly longestSide?: number | null;
  /** Whether metadata states the sizes of the files and the alternative text that a picture contains. */
  readonly detailed?: boolean;
}

/** Reads the metadata of a file and makes its resized copies; other types of file have neither. */
export async function examineFile(request: ExamineRequest, tools: ExamineTools): Promise<Examined> {
  if (isDecodable(request.mime)) return examinePicture(request, tools);
  const { file, mime, size } = request;
  const details = /^(?:audio|video)\//.test(mime)
    ? await tools.workers.details(file, mime, size)
    : tools.detailed
      ? { filesize: size }
      : null;
  return { copies: [], shown: null, metadata: () => details };
}

/** One copy is used for all sizes with the same dimensions. */
export interface PlannedCopy extends CopyOrder, FileToStore {
  readonly sizes: string[];
}

/** The copies that a picture is large enough for. */
export function planCopies(
  picture: Dimensions,
  { sizes, scratch, mime }: Pick<ExamineTools, 'sizes' | 'scratch'> & { readonly mime: string },
): PlannedCopy[] {
  const planned = new Map<string, PlannedCopy>();
  for (const [name, size] of Object.entries(sizes)) {
    const measure = resizedDimensions(picture, size);
    if (measure === null) continue;
    const suffix = `-${measure.width}x${measure.height}`;
    const twin = planned.get(suffix);
    if (twin) twin.sizes.push(name);
    else {
      const localFile = scratch();
      planned.set(suffix, { ...measure, crop: size.crop, file: localFile, localFile, suffix, mime, sizes: [name] });
    }
  }
  return [...planned.values()];
}

const scaledSuffix = '-scaled';

/** PNG files are drawings, which a smaller copy may make larger; an animation would lose its frames. */
function scaledDimensions(picture: Picture, longestSide: number | null): Dimensions | null {
  if (longestSide === null || picture.isAnimated || picture.format === 'png') return null;
  return resizedDimensions(picture, { width: longestSide, height: longestSide, crop: false });
}

async function examinePicture(
  { file, mime, size }: ExamineRequest,
  { workers: { images }, sizes, scratch, longestSide = null, detailed = false }: ExamineTools,
): Promise<Examined> {
  const picture = await images.inspect(file, mime);
  const copies = planCopies(picture, { sizes, scratch, mime });
  const scaled = scaledDimensions(picture, longestSide);
  const localFile = scaled ? scratch() : '';
  const shown = scaled && { ...scaled, crop: false, file: localFile, localFile, suffix: scaledSuffix, mime };
  const orders = shown ? [shown, ...copies] : copies;
  await images.makeCopies(file, picture, orders);
  const bytes = detailed ? await sizesOf(orders) : null;
  return {
    copies: orders,
    shown,
    metadata: (path, copyName) => {
      const isScaled = shown !== null && copyName(shown) === baseNameOf(path);
      const { width, height } = isScaled ? shown : picture;
      const filesize = isScaled ? bytes?.get(shown) : size;
      const meta = isScaled ? upright(picture.meta) : picture.meta;
      return {
        width,
        height,
        file: path,
        ...(bytes && filesize !== undefined ? { filesize } : {}),
        sizes: storedSizes(sizes, copies, copyName, bytes),
        image_meta: { ...meta, ...(detailed ? { alt: picture.altText } : {}) },
        ...(isScaled ? { original_image: baseNameOf(path).replace(`${scaledSuffix}.`, '.') } : {}),
      };
    },
  };
}

/** The metadata of a copy, which is turned as it is to be seen. */
export const upright = <Meta extends { readonly orientation?: unknown }>(meta: Meta): Meta =>
  Number(meta.orientation) > 1 ? { ...meta, orientation: '1' } : meta;

export type CopyBytes = ReadonlyMap<FileToStore, number>;

/** The sizes of copies that were made, in bytes. */
export async function sizesOf(copies: readonly FileToStore[]): Promise<CopyBytes> {
  const sizes = await Promise.all(copies.map(async (copy) => [copy, (await stat(copy.localFile)).size] as const));
  return new Map(sizes);
}

/** The stored form of the copies that have a name, in the order of the sizes. */
export function storedSizes(
  sizes: Readonly<Record<string, ImageSize>>,
  copies: readonly PlannedCopy[],
  copyName: (copy: FileToStore) => string | null,
  bytes: CopyBytes | null,
): Record<string, StoredCopy> {
  const stored: Record<string, StoredCopy> = {};
  for (const name of Object.keys(sizes)) {
    const copy = copies.find((candidate) => candidate.sizes.includes(name));
    const file = copy === undefined ? null : copyName(copy);
    if (!copy || !file) continue;
    const filesize = bytes?.get(copy);
    stored[name] = {
      file,
      width: copy.width,
      height: copy.height,
      'mime-type': copy.mime,
      ...(filesize === undefined ? {} : { filesize }),
    };
  }
  return stored;
}

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
