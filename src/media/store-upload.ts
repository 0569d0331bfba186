import { stat } from 'node:fs/promises';
import { firstFree } from '../text/slug.ts';
import type { AttachmentMetadata, StoredCopy } from './attachment-metadata.ts';
import type { FileStore } from './files/file-store.ts';
import { fileTypeOf } from './files/file-types.ts';
import { fileName, type SafeName } from './files/judge-file.ts';
import { baseNameOf, inFolder } from './files/media-path.ts';
import type { FocalPoint } from './focal-point.ts';
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
  /** Whether a photograph that lies on its side is shown by a copy that is upright. */
  readonly showsUpright?: boolean;
  /** Whether metadata states the sizes of the files and the alternative text that a picture contains. */
  readonly detailed?: boolean;
  /** Whether a picture of the first page of a document is made. */
  readonly previews?: boolean;
}

/** Reads the metadata of a file and makes its resized copies; other types of file have neither. */
export async function examineFile(request: ExamineRequest, tools: ExamineTools): Promise<Examined> {
  if (isDecodable(request.mime)) return examinePicture(request, tools);
  const { file, mime, size } = request;
  if (mime === 'application/pdf' && tools.previews) return examineDocument(request, tools);
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

interface Copied {
  readonly mime: string;
  /** What crops keep in view, whatever the position of a size. */
  readonly focus?: FocalPoint | undefined;
}

/** The copies that a picture is large enough for. */
export function planCopies(
  picture: Dimensions,
  { sizes, scratch, mime, focus }: Pick<ExamineTools, 'sizes' | 'scratch'> & Copied,
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
      const at = focus ?? size.position;
      const order = { ...measure, crop: size.crop, ...(at ? { focus: at } : {}), file: localFile };
      planned.set(suffix, { ...order, localFile, suffix, mime, sizes: [name] });
    }
  }
  return [...planned.values()];
}

/** The copy that is shown in the place of an uploaded picture, by the end of its name; null where it is shown itself. */
function shownCopy(picture: Picture, { longestSide = null, showsUpright = false }: Partial<ExamineTools>) {
  const scaled = scaledDimensions(picture, longestSide);
  if (scaled) return { ...scaled, suffix: '-scaled' };
  const isTurned = showsUpright && picture.format === 'jpeg' && Number(picture.meta.orientation) > 1;
  return isTurned ? { width: picture.width, height: picture.height, suffix: '-rotated' } : null;
}

/** PNG files are drawings, which a smaller copy may make larger; an animation would lose its frames. */
function scaledDimensions(picture: Picture, longestSide: number | null): Dimensions | null {
  if (longestSide === null || picture.isAnimated || picture.format === 'png') return null;
  return resizedDimensions(picture, { width: longestSide, height: longestSide, crop: false });
}

async function examinePicture({ file, mime, size }: ExamineRequest, tools: ExamineTools): Promise<Examined> {
  const { workers, sizes, scratch, detailed = false } = tools;
  const { images } = workers;
  const picture = await images.inspect(file, mime);
  const copies = planCopies(picture, { sizes, scratch, mime });
  const smaller = shownCopy(picture, tools);
  const localFile = smaller ? scratch() : '';
  const shown = smaller && { ...smaller, crop: false, file: localFile, localFile, mime };
  const orders = shown ? [shown, ...copies] : copies;
  await images.makeCopies(file, picture, orders);
  const bytes = detailed ? await sizesOf(orders) : null;
  return {
    copies: orders,
    shown,
    metadata: (path, copyName) => {
      const isCopy = shown !== null && copyName(shown) === baseNameOf(path);
      const { width, height } = isCopy ? shown : picture;
      const filesize = isCopy ? bytes?.get(shown) : size;
      const meta = isCopy ? upright(picture.meta) : picture.meta;
      return {
        width,
        height,
        file: path,
        ...(bytes && filesize !== undefined ? { filesize } : {}),
        sizes: storedSizes(sizes, copies, copyName, bytes),
        image_meta: { ...meta, ...(detailed ? { alt: picture.altText } : {}) },
        ...(isCopy ? { original_image: baseNameOf(path).replace(`${shown.suffix}.`, '.') } : {}),
      };
    },
  };
}

/** What shows a document: a picture of its first page, and that picture in these sizes, never cut. */
const documentSizes = ['thumbnail', 'medium', 'large'];
const documentSuffix = '-pdf';

/** A document whose first page cannot be shown is stored as it is. */
async function examineDocument(
  { file, size }: ExamineRequest,
  { workers, sizes, scratch, detailed = false }: ExamineTools,
): Promise<Examined> {
  const base = detailed ? { filesize: size } : null;
  const plain: Examined = { copies: [], shown: null, metadata: () => base };
  const mime = 'image/jpeg';
  const page = scratch();
  if (!(await workers.preview(file, 'application/pdf', page))) return plain;
  const whole = Object.entries(sizes).filter(([name]) => documentSizes.includes(name));
  const uncut = Object.fromEntries(whole.map(([name, own]) => [name, { ...own, crop: false }]));
  const picture = await workers.images.inspect(page, mime).catch(() => null);
  if (!picture) return plain;
  const more = { extension: 'jpg', mime };
  const full = { ...picture, ...more, suffix: documentSuffix, localFile: page };
  const planned = planCopies(picture, { sizes: uncut, scratch, mime });
  const copies = planned.map((copy) => ({ ...copy, ...more, suffix: documentSuffix + copy.suffix }));
  await workers.images.makeCopies(page, picture, copies);
  const bytes = detailed ? await sizesOf([full, ...copies]) : null;
  return {
    copies: [full, ...copies],
    shown: null,
    metadata: (_path, copyName) => {
      const name = copyName(full);
      if (name === null) return base;
      const filesize = bytes?.get(full);
      const { width, height } = picture;
      const shown = { file: name, width, height, 'mime-type': mime, ...(filesize === undefined ? {} : { filesize }) };
      return { ...base, sizes: { full: shown, ...storedSizes(uncut, copies, copyName, bytes) } };
    },
  };
}

/** The metadata of a copy, which is turned as it is to be seen. */
export const upright = (meta: { readonly orientation?: unknown }): Readonly<Record<string, unknown>> =>
  Number(meta.orientation) > 1 ? { ...meta, orientation: 1 } : { ...meta };

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
  /** Where it is not that of the original. */
  readonly extension?: string;
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
  const path = (stem: string, { suffix, extension = name.extension }: Pick<FileToStore, 'suffix' | 'extension'>) =>
    inFolder(folder, fileName({ stem: stem + suffix, extension }));
  const isFree = async (number: number) => {
    for (const file of files) if ((await store.stat(path(stemOf(number), file))) !== null) return false;
    return true;
  };
  const isPicture = fileTypeOf(name.extension)?.mime.startsWith('image/') ?? false;
  let number = isPicture && looksDerived.test(name.stem) ? 1 : 0;
  for (;;) {
    number = await firstFree(number, isFree);
    const stem = stemOf(number);
    const claim = await claims.claim(path(stem, { suffix: '' }));
    // Looked at again under the claim: the upload that had it before may have stored its files in between.
    const stored =
      claim && (await isFree(number)) ? await storeAll(store, files, (file) => path(stem, file), claim) : [];
    if (claim && stored.length > 0) return { stem, stored, claim };
    await claim?.abandon(async () => {});
    number += 1;
  }
}

/** Stores the original and the copies with free names; nothing when the original's name is taken or a write fails. */
async function storeAll(
  store: FileStore,
  files: readonly FileToStore[],
  path: (file: FileToStore) => string,
  claim: UploadClaim,
): Promise<FileToStore[]> {
  const pathsOf = (some: readonly FileToStore[]) => some.map(path);
  const stored: FileToStore[] = [];
  try {
    await claim.announce(pathsOf(files));
    for (const file of files) {
      if (await store.put(path(file), file.localFile, file.mime)) stored.push(file);
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
