import { rm } from 'node:fs/promises';
import { removeAttachmentFiles, type StoredAttachment } from './attachment-files.ts';
import type { AttachmentMetadata } from './attachment-metadata.ts';
import { type Examined, examineFile } from './files/examine-file.ts';
import { fileName, type SafeName } from './files/file-name.ts';
import type { FileStore } from './files/file-store.ts';
import { judgeFile } from './files/judge-file.ts';
import { inFolder } from './files/media-path.ts';
import { type FileAnswer, type FileRequest, serveFile } from './files/serve-file.ts';
import { openSpool, type Spool, type SpooledFile } from './files/spool.ts';
import { coreImageSizes, type ImageSize } from './images/image-sizes.ts';
import { type FileToStore, storeTogether } from './store-together.ts';
import { UploadRefused } from './upload-refused.ts';
import { createMediaWorkers, type MediaWorkerOptions, type MediaWorkers } from './workers/media-workers.ts';
import type { PictureConverter } from './workers/picture-converter.ts';

/** How a received file is to be stored. */
export interface UploadOptions {
  /** As the client sent it. */
  readonly name: string;
  /** Target folder: `2021/03`. */
  readonly folder: string;
  readonly unfilteredHtml: boolean;
}

/** A file in the file store, with the values for its attachment row. */
export interface StoredUpload {
  /** `_wp_attached_file`. */
  readonly path: string;
  readonly mime: string;
  /** `_wp_attachment_metadata`. */
  readonly metadata: AttachmentMetadata;
  /** Must be called once a row refers to the file; after a crash before that, the next start removes the file. */
  settle(): Promise<void>;
  /** Removes the file and its copies. */
  undo(): Promise<void>;
}

/** Receives, stores, serves and removes uploaded files. */
export interface MediaLibrary {
  /** The file store behind the library. */
  readonly files: FileStore;
  /** Converts stored pictures to other formats. */
  readonly pictures: PictureConverter;
  /** Writes a request body to the spool. Throws UploadRefused. */
  receive(body: AsyncIterable<Uint8Array>, options?: { readonly md5?: string }): Promise<SpooledFile>;
  /** Checks a received file, creates its copies and stores them all; the spooled file is always removed. */
  store(received: SpooledFile, options: UploadOptions): Promise<StoredUpload>;
  serve(request: FileRequest): Promise<FileAnswer>;
  /** Deletes an attachment's files permanently. */
  remove(attachment: StoredAttachment): Promise<void>;
  /** Cleans up after ended processes; `isOwned` says whether a row refers to the path. */
  recover(isOwned: (path: string) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

export interface MediaLibraryOptions extends Omit<MediaWorkerOptions, 'folder'> {
  readonly store: FileStore;
  /** A local folder outside the served folders, preferably on the same disk as the store. */
  readonly spoolFolder: string;
  readonly maxBytes: number;
  /** Sizes in addition to the core ones; one with the same name replaces it. */
  readonly sizes?: Readonly<Record<string, ImageSize>>;
}

/** Opens the library. No worker process starts before the first upload, since most processes never get one. */
export async function openMediaLibrary(options: MediaLibraryOptions): Promise<MediaLibrary> {
  const { store, maxBytes } = options;
  const spool = await openSpool(options.spoolFolder);
  const workers = createMediaWorkers({ ...options, folder: spool.folder });
  const sizes = { ...coreImageSizes, ...options.sizes };
  return {
    files: store,
    pictures: workers.pictures,
    receive: (body, { md5 } = {}) => spool.receive(body, { maxBytes, ...(md5 === undefined ? {} : { md5 }) }),
    store: async (received, request) => {
      const scratchFiles: string[] = [];
      const scratch = () => scratchFiles[scratchFiles.push(spool.scratch()) - 1]!;
      try {
        const checked = await accepted(received, request, workers);
        const file = { ...received, mime: checked.mime };
        const examined = checked.genuine ? await examineFile(file, { workers, sizes, scratch }) : withoutDetails;
        return await storeExamined(store, spool, { ...checked, folder: request.folder, file: received.file, examined });
      } finally {
        for (const file of [received.file, ...scratchFiles]) await rm(file, { force: true });
      }
    },
    serve: (request) => serveFile(store, request),
    remove: (attachment) => removeAttachmentFiles(store, attachment),
    recover: async (isOwned) => {
      await store.sweep();
      await spool.recover(async (paths) => {
        if (paths[0] === undefined || (await isOwned(paths[0]))) return;
        for (const path of paths) await store.remove(path);
      });
    },
    close: async () => {
      await workers.close();
      await spool.close();
      await store.close();
    },
  };
}

/** The result for a file whose bytes do not match its type. */
const withoutDetails: Examined = { copies: [], metadata: () => null };

async function accepted({ head }: SpooledFile, { name, unfilteredHtml }: UploadOptions, workers: MediaWorkers) {
  const judgement = await judgeFile({ name, head, unfilteredHtml }, workers.bytes);
  if (!judgement.accepted) throw new UploadRefused('type', judgement.reason);
  return judgement;
}

interface ExaminedUpload {
  readonly folder: string;
  readonly name: SafeName;
  readonly mime: string;
  readonly file: string;
  readonly examined: Examined;
}

async function storeExamined(
  store: FileStore,
  spool: Spool,
  { folder, name, mime, file, examined }: ExaminedUpload,
): Promise<StoredUpload> {
  const intent = await spool.intend([]);
  try {
    const files = [{ suffix: '', localFile: file, mime }, ...examined.copies];
    const { stem, stored } = await storeTogether(store, { folder, name, files, announce: intent.change });
    const nameOf = ({ suffix }: FileToStore) => fileName({ stem: stem + suffix, extension: name.extension });
    const paths = stored.map((each) => inFolder(folder, nameOf(each)));
    return {
      path: paths[0]!,
      mime,
      metadata: examined.metadata(paths[0]!, (copy) => (stored.includes(copy) ? nameOf(copy) : null)),
      settle: intent.settle,
      undo: async () => {
        for (const path of paths) await store.remove(path);
        await intent.settle();
      },
    };
  } catch (error) {
    await intent.settle();
    throw error;
  }
}
