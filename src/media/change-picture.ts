import { rm, stat } from 'node:fs/promises';
import type { Store } from '../storage/store.ts';
import { isRecord } from '../text/json.ts';
import type { StoredAttachment } from './attachment-files.ts';
import {
  type AttachmentMetadata,
  originalName,
  readPicture,
  type StoredCopy,
  type StoredPicture,
} from './attachment-metadata.ts';
import type { FileStore } from './files/file-store.ts';
import { baseNameOf, folderOf, inFolder } from './files/media-path.ts';
import type { Spool, SpooledFile } from './files/spool.ts';
import { type ImageSize, resizedDimensions } from './image-sizes.ts';
import { type Examined, type ExamineTools, examineFile, planCopies, sizesOf, storedSizes } from './store-upload.ts';
import type { UploadClaims } from './upload-claims.ts';
import { UploadRefused } from './upload-refusal.ts';
import type { Picture, PictureChange } from './workers/image-processor.ts';

/** What stored pictures are changed with. */
export interface PictureTools extends Omit<ExamineTools, 'scratch'> {
  readonly store: FileStore;
  readonly claims: UploadClaims;
  readonly spool: Spool;
}

/** The path of the file that was uploaded, whether or not a smaller copy is shown in its place. */
export function uploadedPath({ file, metadata }: StoredAttachment): string {
  const original = originalName(metadata);
  return original === null ? file : inFolder(folderOf(file), original);
}

/** The name of a picture that is made of another one; a name that says so already is kept. */
export function editedStem(path: string): string {
  const stem = baseNameOf(path).replace(/\.[^.]*$/, '');
  return `${stem.replace(/-edited(?:-\d+)?$/, '')}-edited`;
}

/** A picture made of a stored one, as a file that is not stored yet. Its temporary files are the caller's. */
export interface ChangedPicture {
  readonly file: string;
  readonly examined: Examined;
}

/** Makes a picture of a stored one. */
export async function changePicture(
  tools: PictureTools & { readonly scratch: () => string },
  attachment: StoredAttachment,
  mime: string,
  changes: readonly PictureChange[],
): Promise<ChangedPicture> {
  return withLocalFile(tools, uploadedPath(attachment), async ({ file }) => {
    const { images } = tools.workers;
    const target = tools.scratch();
    await images.change(file, await images.inspect(file, mime), changes, target);
    const { size } = await stat(target);
    return { file: target, examined: await examineFile({ file: target, size, mime }, tools) };
  });
}

/** The sizes that a picture is large enough for and has no copy of, in the order of the sizes. */
export function missingSizes(metadata: unknown, sizes: Readonly<Record<string, ImageSize>>): string[] {
  const picture = readPicture(metadata);
  if (picture === null) return [];
  return Object.entries(sizes).flatMap(([name, size]) =>
    !picture.sizes[name] && resizedDimensions(picture, size) !== null ? [name] : [],
  );
}

/** What is stored of a picture whose copies were completed; must run in one transaction with its own `settle`. */
export type SettleCopies = (metadata: Exclude<AttachmentMetadata, null>, release: Release) => Promise<void>;

type Release = (store: Store) => Promise<void>;

/** Makes the copies that a stored picture does not have; nothing where none is missing. */
export async function completeCopies(
  tools: PictureTools,
  { attachment, mime, settle }: { attachment: StoredAttachment; mime: string; settle: SettleCopies },
): Promise<void> {
  const { store, claims, workers, spool } = tools;
  const claim = await claims.claim(attachment.file);
  if (!claim) throw new UploadRefused('busy', 'Somebody else is changing this file. Try again.');
  const scratchFiles: string[] = [];
  const scratch = () => scratchFiles[scratchFiles.push(spool.scratch()) - 1]!;
  try {
    await withLocalFile(tools, uploadedPath(attachment), async (local) => {
      const picture = await workers.images.inspect(local.file, mime);
      const known = knownPicture(attachment, picture, local, tools);
      const missing = missingSizes(known, tools.sizes);
      if (missing.length === 0 && readPicture(attachment.metadata)) return;
      const twins = twinsOf(missing, known, tools.sizes);
      const sizes = Object.fromEntries(
        Object.entries(tools.sizes).filter(([name]) => missing.includes(name) && !twins[name]),
      );
      const copies = planCopies(known, { sizes, scratch, mime });
      await workers.images.makeCopies(local.file, picture, copies);
      const bytes = tools.detailed ? await sizesOf(copies) : null;
      const [stem, extension] = nameParts(uploadedPath(attachment));
      const nameOf = (suffix: string) => `${stem}${suffix}${extension}`;
      const pathOf = (suffix: string) => inFolder(folderOf(attachment.file), nameOf(suffix));
      await claim.announce(copies.map(({ suffix }) => pathOf(suffix)));
      // Names that end in dimensions are those of copies, so that what is there was left by an earlier attempt.
      for (const { suffix, localFile, mime: type } of copies) await store.replace(pathOf(suffix), localFile, type);
      const made = storedSizes(sizes, copies, ({ suffix }) => nameOf(suffix), bytes);
      const all: Record<string, StoredCopy> = { ...known.sizes, ...twins, ...made };
      await settle({ ...known, sizes: inOrder(all, Object.keys(tools.sizes)) }, (inside) => claim.settle(inside));
    });
  } finally {
    await claim.abandon(async (paths) => {
      for (const path of paths) await store.remove(path);
    });
    for (const file of scratchFiles) await rm(file, { force: true });
  }
}

/** Copies of other sizes that have the dimensions of the missing ones: one file serves both. */
function twinsOf(
  missing: readonly string[],
  picture: StoredPicture,
  sizes: Readonly<Record<string, ImageSize>>,
): Record<string, StoredCopy> {
  const twins: Record<string, StoredCopy> = {};
  for (const name of missing) {
    const measure = sizes[name] ? resizedDimensions(picture, sizes[name]) : null;
    const twin = Object.values(picture.sizes).find(
      ({ width, height }) => width === measure?.width && height === measure.height,
    );
    if (twin) twins[name] = twin;
  }
  return twins;
}

/** The metadata as it is stored, with all that other programs put there; that of the file where there is none. */
function knownPicture(
  { file, metadata }: StoredAttachment,
  picture: Picture,
  { size }: SpooledFile,
  { detailed = false }: Pick<PictureTools, 'detailed'>,
): StoredPicture {
  const read = readPicture(metadata);
  if (read) return { ...(isRecord(metadata) ? metadata : {}), ...read };
  const { width, height, meta, altText } = picture;
  return {
    width,
    height,
    file,
    ...(detailed ? { filesize: size } : {}),
    sizes: {},
    image_meta: { ...meta, ...(detailed ? { alt: altText } : {}) },
  };
}

function nameParts(path: string): [stem: string, extension: string] {
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(baseNameOf(path)) ?? [];
  return [stem, extension];
}

/** The sizes in this order, those of other names last. */
function inOrder(sizes: Readonly<Record<string, StoredCopy>>, names: readonly string[]): Record<string, StoredCopy> {
  const known = names.flatMap((name) => (sizes[name] ? [[name, sizes[name]] as const] : []));
  return {
    ...Object.fromEntries(known),
    ...Object.fromEntries(Object.entries(sizes).filter(([n]) => !names.includes(n))),
  };
}

/** Runs work on a local copy of a stored file, which is removed afterwards. */
async function withLocalFile<T>(
  { store, spool }: Pick<PictureTools, 'store' | 'spool'>,
  path: string,
  work: (local: SpooledFile) => Promise<T>,
): Promise<T> {
  const stored = await store.read(path);
  if (stored === null) throw new UploadRefused('no-data', 'The file of this picture is missing.');
  const local = await spool.receive(stored, { maxBytes: Number.POSITIVE_INFINITY });
  try {
    return await work(local);
  } finally {
    await local.discard();
  }
}
