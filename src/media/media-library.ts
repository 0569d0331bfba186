import { rm } from 'node:fs/promises';
import type { Store } from '../storage/store.ts';
import { removeAttachmentFiles, type StoredAttachment } from './attachment-files.ts';
import type { AttachmentMetadata } from './attachment-metadata.ts';
import { type Examined, examineFile } from './files/examine-file.ts';
import { fileName, type SafeName } from './files/file-name.ts';
import type { FileStore } from './files/file-store.ts';
import { judgeFile } from './files/judge-file.ts';
import { baseNameOf, inFolder } from './files/media-path.ts';
import { type FileAnswer, type FileRequest, serveFile } from './files/serve-file.ts';
import { openSpool, type SpooledFile } from './files/spool.ts';
import { coreImageSizes, type ImageSize } from './images/image-sizes.ts';
import { type ReplacedFile, replaceFiles } from './replace-file.ts';
import { type FileToStore, removeUpload, storeTogether } from './store-together.ts';
import type { UploadClaims } from './upload-claims.ts';
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

/** How a received file takes the place of another. */
export interface ReplaceOptions {
  readonly attachment: StoredAttachment;
  readonly mime: string;
  readonly unfilteredHtml: boolean;
  readonly settle: (replaced: ReplacedFile) => Promise<void>;
}

/** A file in the file store, with the values for its attachment row. */
export interface StoredUpload {
  /** `_wp_attached_file`. */
  readonly path: string;
  readonly mime: string;
  /** `_wp_attachment_metadata`. */
  readonly metadata: AttachmentMetadata;
  /** Must be called in the transaction that creates the row of the file; without it, the file is removed later. */
  settle(store: Store): Promise<void>;
  /** Removes the file and its copies, unless `settle` was committed. */
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
  /**
   * Puts a received file of the same type in the place of an attachment's, under the same addresses. `settle` stores
   * what is known of it, before anybody else may replace it again. The spooled file is always removed.
   */
  replace(received: SpooledFile, options: ReplaceOptions): Promise<void>;
  serve(request: FileRequest): Promise<FileAnswer>;
  /** Deletes an attachment's files permanently. */
  remove(attachment: StoredAttachment): Promise<void>;
  /** Cleans up after ended processes: spools of this data folder, and uploads of any instance that belong to no row. */
  recover(): Promise<void>;
  close(): Promise<void>;
}

export interface MediaLibraryOptions extends Omit<MediaWorkerOptions, 'folder'> {
  readonly store: FileStore;
  /** Opens the claims of uploads for the owner of this name. */
  readonly claims: (owner: string) => UploadClaims;
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
  const claims = options.claims(spool.name);
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
        return await storeExamined(store, claims, {
          ...checked,
          folder: request.folder,
          file: received.file,
          examined,
        });
      } finally {
        for (const file of [received.file, ...scratchFiles]) await rm(file, { force: true });
      }
    },
    replace: async (received, { attachment, mime, unfilteredHtml, settle }) => {
      const scratchFiles: string[] = [];
      const scratch = () => scratchFiles[scratchFiles.push(spool.scratch()) - 1]!;
      const claim = await claims.claim(attachment.file);
      try {
        if (!claim) throw new UploadRefused('busy', 'Somebody else is replacing this file. Try again.');
        // The name is the one it is stored under, whatever the client calls it.
        const name = baseNameOf(attachment.file);
        const checked = await accepted(received, { name, folder: '', unfilteredHtml }, workers);
        if (checked.mime !== mime) throw new UploadRefused('type', `The file must be of the same type: ${mime}.`);
        const file = { ...received, mime };
        const examined = checked.genuine ? await examineFile(file, { workers, sizes, scratch }) : withoutDetails;
        await settle(await replaceFiles({ store, attachment, mime, localFile: received.file, examined, scratch }));
      } finally {
        // Nothing was announced, so that no file goes with the claim.
        await claim?.abandon(async () => {});
        for (const file of [received.file, ...scratchFiles]) await rm(file, { force: true });
      }
    },
    serve: (request) => serveFile(store, request),
    remove: (attachment) => removeAttachmentFiles(store, attachment),
    recover: async () => {
      await store.sweep();
      const remove = async (paths: readonly string[]) => {
        for (const path of paths) await store.remove(path);
      };
      await spool.recover((owners) => claims.recover(owners, remove));
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
  claims: UploadClaims,
  { folder, name, mime, file, examined }: ExaminedUpload,
): Promise<StoredUpload> {
  const files = [{ suffix: '', localFile: file, mime }, ...examined.copies];
  const { stem, stored, claim } = await storeTogether(store, { folder, name, files, claims });
  const nameOf = ({ suffix }: FileToStore) => fileName({ stem: stem + suffix, extension: name.extension });
  const path = inFolder(folder, fileName({ stem, extension: name.extension }));
  return {
    path,
    mime,
    metadata: examined.metadata(path, (copy) => (stored.includes(copy) ? nameOf(copy) : null)),
    settle: (inside) => claim.settle(inside),
    undo: () => removeUpload(claim, store),
  };
}
