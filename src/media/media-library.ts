import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFacts } from '../api/variant.ts';
import type { Config } from '../config/config.ts';
import type { Job } from '../lib/jobs.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import { type ReplacedFile, removeAttachmentFiles, replaceFiles, type StoredAttachment } from './attachment-files.ts';
import type { AttachmentMetadata } from './attachment-metadata.ts';
import {
  changePicture,
  completeCopies,
  editedStem,
  type PictureTools,
  type SettleCopies,
  uploadedPath,
} from './change-picture.ts';
import type { FileStore } from './files/file-store.ts';
import { extensionOf } from './files/file-types.ts';
import { fileName, judgeFile, type SafeName } from './files/judge-file.ts';
import { createLocalFileStore } from './files/local-file-store.ts';
import { baseNameOf, inFolder } from './files/media-path.ts';
import { createS3FileStore, type S3Options } from './files/s3-file-store.ts';
import { type FileAnswer, type FileRequest, serveFile } from './files/serve-file.ts';
import { openSpool, type SpooledFile } from './files/spool.ts';
import { coreImageSizes, type ImageSize, sizesNamed } from './image-sizes.ts';
import { type Examined, examineFile, type FileToStore, removeUpload, storeTogether } from './store-upload.ts';
import { createUploadClaims, type UploadClaims } from './upload-claims.ts';
import { UploadRefused } from './upload-refusal.ts';
import type { PictureChange, PictureConverter } from './workers/image-processor.ts';
import { createMediaWorkers, type MediaWorkerOptions, type MediaWorkers } from './workers/media-workers.ts';

/** How a received file is to be stored. */
export interface UploadOptions {
  /** As the client sent it. */
  readonly name: string;
  /** Target folder: `2021/03`. */
  readonly folder: string;
  readonly unfilteredHtml: boolean;
  /** Whether resized copies are made; default true. */
  readonly copies?: boolean;
}

/** How a received file takes the place of another. */
export interface ReplaceOptions {
  readonly attachment: StoredAttachment;
  readonly mime: string;
  readonly unfilteredHtml: boolean;
  readonly settle: (replaced: ReplacedFile) => Promise<void>;
}

/** How a picture is made of a stored one. */
export interface ChangeOptions {
  readonly attachment: StoredAttachment;
  readonly mime: string;
  readonly changes: readonly PictureChange[];
  /** Target folder: `2021/03`. */
  readonly folder: string;
}

/** A file in the file store, with the values for its attachment row. */
export interface StoredUpload {
  /** `_wp_attached_file`. */
  readonly path: string;
  /** The path of the file as it was uploaded, where a smaller copy is shown in its place; else the same. */
  readonly uploadedPath: string;
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
  /** Makes a new file of a stored picture. Throws UploadRefused. */
  change(options: ChangeOptions): Promise<StoredUpload>;
  /** Makes the copies that a stored picture does not have. */
  complete(options: {
    readonly attachment: StoredAttachment;
    readonly mime: string;
    readonly settle: SettleCopies;
  }): Promise<void>;
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
  /** How files are stored; default as the oldest interface does. */
  readonly rules?: FileFacts;
  /** Sizes in addition to those of the rules; one with the same name replaces it. */
  readonly sizes?: Readonly<Record<string, ImageSize>>;
}

const defaultRules: FileFacts = {
  copies: Object.keys(coreImageSizes),
  longestSide: null,
  detailed: false,
  provenTypes: false,
};

/** Opens the library. No worker process starts before the first upload, since most processes never get one. */
export async function openMediaLibrary(options: MediaLibraryOptions): Promise<MediaLibrary> {
  const { store, maxBytes } = options;
  const spool = await openSpool(options.spoolFolder);
  const claims = options.claims(spool.name);
  const workers = createMediaWorkers({ ...options, folder: spool.folder });
  const { copies, longestSide, detailed, provenTypes } = options.rules ?? defaultRules;
  const sizes = { ...sizesNamed(copies), ...options.sizes };
  const examining = { workers, sizes, longestSide, detailed };
  const tools: PictureTools = { ...examining, store, claims, spool };
  /** Runs work with temporary files, which are removed afterwards. */
  const withScratch = async <T>(work: (scratch: () => string) => Promise<T>): Promise<T> => {
    const files: string[] = [];
    try {
      return await work(() => files[files.push(spool.scratch()) - 1]!);
    } finally {
      for (const file of files) await rm(file, { force: true });
    }
  };
  return {
    files: store,
    pictures: workers.pictures,
    receive: (body, { md5 } = {}) => spool.receive(body, { maxBytes, ...(md5 === undefined ? {} : { md5 }) }),
    store: async (received, request) => {
      try {
        const checked = await accepted(received, { ...request, provenTypes }, workers);
        const file = { ...received, mime: checked.mime };
        const ownSizes = request.copies === false ? {} : sizes;
        return await withScratch(async (scratch) => {
          const examined = checked.genuine
            ? await examineFile(file, { ...examining, sizes: ownSizes, scratch })
            : withoutDetails;
          return storeExamined(store, claims, { ...checked, folder: request.folder, file: received.file, examined });
        });
      } finally {
        await rm(received.file, { force: true });
      }
    },
    replace: async (received, { attachment, mime, unfilteredHtml, settle }) => {
      const claim = await claims.claim(attachment.file);
      try {
        if (!claim) throw new UploadRefused('busy', 'Somebody else is replacing this file. Try again.');
        // The name is the one it is stored under, whatever the client calls it.
        const name = baseNameOf(attachment.file);
        const checked = await accepted(received, { name, unfilteredHtml, provenTypes }, workers);
        if (checked.mime !== mime) throw new UploadRefused('type', `The file must be of the same type: ${mime}.`);
        const file = { ...received, mime };
        await withScratch(async (scratch) => {
          // It keeps its address, so that it is shown itself, however large.
          const examined = checked.genuine
            ? await examineFile(file, { ...examining, longestSide: null, scratch })
            : withoutDetails;
          await settle(await replaceFiles({ store, attachment, mime, localFile: received.file, examined, scratch }));
        });
      } finally {
        // Nothing was announced, so that no file goes with the claim.
        await claim?.abandon(async () => {});
        await rm(received.file, { force: true });
      }
    },
    change: ({ attachment, mime, changes, folder }) =>
      withScratch(async (scratch) => {
        const { file, examined } = await changePicture({ ...tools, scratch }, attachment, mime, changes);
        const path = uploadedPath(attachment);
        const name = { stem: editedStem(path), extension: extensionOf(path), defused: false };
        return storeExamined(store, claims, { folder, name, mime, file, examined });
      }),
    complete: (options) => completeCopies(tools, options),
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
const withoutDetails: Examined = { copies: [], shown: null, metadata: () => null };

async function accepted(
  { head }: SpooledFile,
  {
    name,
    unfilteredHtml,
    provenTypes,
  }: Pick<UploadOptions, 'name' | 'unfilteredHtml'> & Pick<FileFacts, 'provenTypes'>,
  workers: MediaWorkers,
) {
  const judgement = await judgeFile({ name, head, unfilteredHtml, provenType: provenTypes }, workers.bytes);
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
  const uploadedAt = inFolder(folder, fileName({ stem, extension: name.extension }));
  const { shown } = examined;
  const path = shown && stored.includes(shown) ? inFolder(folder, nameOf(shown)) : uploadedAt;
  return {
    path,
    uploadedPath: uploadedAt,
    mime,
    metadata: examined.metadata(path, (copy) => (stored.includes(copy) ? nameOf(copy) : null)),
    settle: (inside) => claim.settle(inside),
    undo: () => removeUpload(claim, store),
  };
}

type MediaConfig = Pick<Config, 'mediaStorage' | 'uploadsDir' | 'uploadLimitMegabytes'>;

/** Opens the configured media library: a folder on this machine, or an S3 bucket. */
export async function createMediaLibrary(
  config: MediaConfig,
  dataDir: string,
  rows: Store,
  { job, ...more }: Pick<MediaLibraryOptions, 'sizes' | 'imageLimits' | 'rules'> & { readonly job?: Job } = {},
): Promise<MediaLibrary> {
  return openMediaLibrary({
    store: await openFileStore(config, dataDir),
    claims: (owner) => createUploadClaims(rows, owner, Date.now, job),
    spoolFolder: join(dataDir, 'spool'),
    maxBytes: config.uploadLimitMegabytes * 1024 * 1024,
    ...more,
  });
}

async function openFileStore({ mediaStorage, uploadsDir }: MediaConfig, dataDir: string): Promise<FileStore> {
  if (mediaStorage) return createS3FileStore(readS3Address(mediaStorage));
  return createLocalFileStore(uploadsDir || join(dataDir, 'uploads'));
}

/**
 * Parses `s3://KEY:SECRET@host[:port]/bucket[/prefix]?region=…`; `s3+http` is for a service on the same machine.
 * Without a key the SDK uses its default credential providers.
 */
export function readS3Address(address: string): S3Options {
  const url = new URL(address);
  const [bucket = '', ...prefix] = url.pathname
    .split('/')
    .filter((part) => part !== '')
    .map(decodeURIComponent);
  if (bucket === '') throw new Error('The URL of the media storage has no bucket.');
  return {
    bucket,
    prefix: prefix.join('/'),
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: `${url.protocol === 's3+http:' ? 'http' : 'https'}://${url.host}`,
    ...(url.username === ''
      ? {}
      : {
          credentials: {
            accessKeyId: decodeURIComponent(url.username),
            secretAccessKey: decodeURIComponent(url.password),
          },
        }),
  };
}

/** The dependencies of the media resource in addition to those of all content. */
export interface MediaContext {
  readonly library: MediaLibrary;
  /** URL of the uploads folder, no trailing slash. */
  readonly uploadsUrl: (site: Site) => string;
}
