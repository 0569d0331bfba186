import type { Store } from '../storage/store.ts';
import { isRecord } from '../text/json.ts';
import type { StoredAttachment } from './attachment-files.ts';
import { type AttachmentMetadata, readPicture } from './attachment-metadata.ts';
import { changePicture, type PictureTools } from './change-picture.ts';
import { extensionOf } from './files/file-types.ts';
import type { SafeName } from './files/judge-file.ts';
import { folderOf, inFolder } from './files/media-path.ts';
import { firstVersion, type PictureVersion, versionStem, withShown } from './picture-versions.ts';
import { type Examined, upright } from './store-upload.ts';
import { UploadRefused } from './upload-refusal.ts';
import type { PictureChange } from './workers/image-processor.ts';

/** A file whose details are known, and the name that it is to be stored under. */
export interface ExaminedFile {
  readonly folder: string;
  readonly name: SafeName;
  readonly mime: string;
  readonly file: string;
  readonly examined: Examined;
}

/** A file that was stored, until a row refers to it. */
interface StoredVersion {
  readonly path: string;
  readonly metadata: AttachmentMetadata;
  settle(store: Store): Promise<void>;
  undo(): Promise<void>;
}

/**
 * Stores which version of a picture is shown. Must call `release` in the same transaction, and refuse there where
 * another version is shown by now.
 */
export type SettleVersion = (version: PictureVersion, release: (store: Store) => Promise<void>) => Promise<void>;

/** How a version is made of the shown one. */
export interface EditOptions {
  readonly id: number;
  readonly attachment: StoredAttachment;
  readonly mime: string;
  readonly changes: readonly PictureChange[];
  /** Milliseconds since the epoch, for the name of the version. */
  readonly now: number;
  readonly settle: SettleVersion;
}

export type RestoreOptions = Pick<EditOptions, 'attachment' | 'settle'>;

/**
 * Makes a version of a picture. Its files have names of their own, so that the row shows either version whole: those of
 * the version before stay, and what is not settled is removed.
 */
export async function editPicture(
  tools: PictureTools & { readonly scratch: () => string },
  { attachment, mime, changes, now, settle }: EditOptions,
  storeFile: (made: ExaminedFile) => Promise<StoredVersion>,
): Promise<void> {
  await whileClaimed(tools, attachment, async () => {
    const { file, examined } = await changePicture(tools, attachment, mime, changes);
    const name = {
      stem: versionStem(attachment.file, now),
      extension: extensionOf(attachment.file),
      defused: false,
    };
    const stored = await storeFile({ folder: folderOf(attachment.file), name, mime, file, examined });
    try {
      const picture = readPicture(stored.metadata);
      if (picture === null) throw new UploadRefused('broken-image', 'The picture could not be read after the change.');
      const before = isRecord(attachment.metadata) ? attachment.metadata['image_meta'] : undefined;
      const metadata = {
        ...(isRecord(stored.metadata) ? stored.metadata : {}),
        ...picture,
        ...(isRecord(before) ? { image_meta: upright({ ...before }) } : {}),
      };
      await settle({ file: stored.path, metadata, backups: withShown(attachment) }, (store) => stored.settle(store));
    } catch (error) {
      // Where this fails too, another process removes the files later.
      await stored.undo().catch(() => {});
      throw error;
    }
  });
}

/** Shows the first version of a picture again. The files of the others stay until the picture is removed. */
export async function restorePicture(
  { store, claims, detailed = false }: Pick<PictureTools, 'store' | 'claims' | 'detailed'>,
  { attachment, settle }: RestoreOptions,
): Promise<void> {
  const version = firstVersion(attachment);
  if (version === null) throw new UploadRefused('no-data', 'This picture has no version before it.');
  await whileClaimed({ claims }, attachment, async () => {
    const found = await store.stat(version.file);
    if (found === null) throw new UploadRefused('no-data', 'The file of the first version is missing.');
    const sizes: typeof version.metadata.sizes = Object.fromEntries(
      await present(Object.entries(version.metadata.sizes), ([, copy]) =>
        store.stat(inFolder(folderOf(version.file), copy.file)),
      ),
    );
    const metadata = { ...version.metadata, sizes, ...(detailed ? { filesize: found.size } : {}) };
    await settle({ ...version, metadata }, async () => {});
  });
}

/** Those for which something is found; the copies of an old version may be gone. */
async function present<Item>(items: readonly Item[], find: (item: Item) => Promise<unknown>): Promise<Item[]> {
  const found = await Promise.all(items.map(find));
  return items.filter((_, at) => found[at] !== null);
}

/** Runs work while nobody else changes the files of an attachment, in any process. */
async function whileClaimed(
  { claims }: Pick<PictureTools, 'claims'>,
  { file }: StoredAttachment,
  work: () => Promise<void>,
): Promise<void> {
  const claim = await claims.claim(file);
  if (!claim) throw new UploadRefused('busy', 'Somebody else is changing this file. Try again.');
  try {
    await work();
  } finally {
    // Nothing was announced, so that no file goes with the claim.
    await claim.abandon(async () => {});
  }
}
