import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileFacts } from '../api/variant.ts';
import type { Config } from '../config/config.ts';
import type { Job } from '../lib/jobs.ts';
import type { MaybePromise } from '../lib/maybe-promise.ts';
import type { Site } from '../rules/site.ts';
import type { Store } from '../storage/store.ts';
import {
  attachmentBytes,
  attachmentFiles,
  type ReplacedFile,
  removeAttachmentFiles,
  replaceFiles,
  type StoredAttachment,
} from './attachment-files.ts';
import type { AttachmentMetadata } from './attachment-metadata.ts';
import { changePicture, editedStem, type PictureTools, uploadedPath, withLocalFile } from './change-picture.ts';
import {
  type EditOptions,
  type ExaminedFile,
  editPicture,
  type RestoreOptions,
  restorePicture,
} from './edit-picture.ts';
import { type FileOwners, fileOwners } from './file-owners.ts';
import type { FileStore } from './files/file-store.ts';
import { extensionOf } from './files/file-types.ts';
import { fileName, judgeFile } from './files/judge-file.ts';
import { createLocalFileStore } from './files/local-file-store.ts';
import { baseNameOf, inFolder } from './files/media-path.ts';
import { createS3FileStore, type S3Options } from './files/s3-file-store.ts';
import { type FileAnswer, type FileRequest, serveFile } from './files/serve-file.ts';
import { openSpool, type Spool, type SpooledFile, spooledFile } from './files/spool.ts';
import { coreImageSizes, type ImageSizes, sizesNamed } from './image-sizes.ts';
import { type CopyRenewal, type RenewedAttachment, removeLeftovers, renewCopies } from './sizes/renew-copies.ts';
import { type Examined, examineFile, type FileToStore, removeUpload, sizesOf, storeTogether } from './store-upload.ts';
import { createPictureTransforms, type PictureTransforms } from './transforms/picture-transforms.ts';
import type { TransformRules } from './transforms/transform-addresses.ts';
import { createUploadClaims, type UploadClaim, type UploadClaims } from './upload-claims.ts';
import { UploadRefused } from './upload-refusal.ts';
import { createMediaUsage, type MediaUsage } from './uploads/media-usage.ts';
import { largestUpload } from './uploads/upload-limit.ts';
import type { PictureChange, PictureConverter } from './workers/image-processor.ts';
import { createMediaWorkers, type MediaWorkerOptions, type MediaWorkers } from './workers/media-workers.ts';

export interface ReceiveOptions {
  readonly md5?: string;
  /** Of the account that sends it, whose limit may be below that of a request. */
  readonly roles?: readonly string[];
}

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
  readonly id: number;
  /** What is stored of the file; null once it is gone. */
  readonly read: () => Promise<StoredAttachment | null>;
  readonly mime: string;
  readonly unfilteredHtml: boolean;
  /** Stores what is known of the new file, in one transaction with `release`. */
  readonly settle: (replaced: ReplacedFile, release: Release) => Promise<void>;
}

/** Ends work on files, in the transaction that stores what became of them. */
type Release = (inside: Store) => Promise<void>;

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
  /** Of the file and its copies. */
  readonly bytes: number;
  /** `_wp_attachment_metadata`. */
  readonly metadata: AttachmentMetadata;
  /** The picture that a sound or film has, or a frame of it; the caller stores or discards it. */
  readonly cover?: SpooledFile | null;
  /** The SHA-256 digest of a file that was received; a file that was made of another has none. */
  readonly hash?: string;
  /** Must be called in the transaction that creates the row of the file; without it, the file is removed later. */
  settle(store: Store, attachmentId: number): Promise<void>;
  /** Removes the file and its copies, unless `settle` was committed. */
  undo(): Promise<void>;
}

/** Receives, stores, serves and removes uploaded files. */
export interface MediaLibrary {
  /** The file store behind the library. */
  readonly files: FileStore;
  /** The right to a path or an upload, among all processes. */
  readonly claims: UploadClaims;
  readonly usage?: MediaUsage | undefined;
  /** The folder for temporary files. */
  readonly spool: Pick<Spool, 'ready' | 'readyScratch'>;
  /** Converts stored pictures to other formats. */
  readonly pictures: PictureConverter;
  /** The sizes that copies are made in now, read through a store. */
  readonly sizes: (store?: Store) => MaybePromise<ImageSizes>;
  /** Resized pictures that are made when they are asked for. */
  readonly transforms: PictureTransforms;
  /** Writes a request body to the spool. Throws UploadRefused. */
  receive(body: AsyncIterable<Uint8Array>, options?: ReceiveOptions): Promise<SpooledFile>;
  /** The largest file that an account with these roles may upload, in several requests. */
  mostBytes(roles: readonly string[]): number;
  /** Checks a received file, creates its copies and stores them all; the spooled file is always removed. */
  store(received: SpooledFile, options: UploadOptions): Promise<StoredUpload>;
  /**
   * Puts a received file of the same type in the place of an attachment's, under the same addresses. `settle` stores
   * what is known of it, before anybody else may replace it again. The spooled file is always removed.
   */
  replace(received: SpooledFile, options: ReplaceOptions): Promise<void>;
  /** Makes a new file of a stored picture. Throws UploadRefused. */
  change(options: ChangeOptions): Promise<StoredUpload>;
  /** Makes copies of a stored picture again; returns how many files were written. Throws UploadRefused. */
  renew(renewal: CopyRenewal): Promise<number>;
  /** Removes the copies of a picture that no size needs any more; returns how many. */
  removeLeftovers(order: Pick<CopyRenewal, 'id' | 'file' | 'read' | 'settle'>): Promise<number>;
  /** Makes another version of a stored picture, which is shown in its place; the files before it are kept. */
  edit(options: EditOptions): Promise<void>;
  /** Shows the first version of an edited picture again. */
  restore(options: RestoreOptions): Promise<void>;
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
  /** Of a file in one request. */
  readonly maxBytes: number;
  /** The largest file of an account with these roles; default `maxBytes`. */
  readonly mostBytes?: (roles: readonly string[]) => number;
  /** What the files of the site take; not counted without it. */
  readonly usage?: MediaUsage;
  /** Who has which files; without it, none is shared. */
  readonly owners?: FileOwners;
  /** Whether pictures are made of sounds, films and documents; default false. */
  readonly previews?: boolean;
  /** How files are stored; default as the oldest interface does. */
  readonly rules?: FileFacts;
  /** The sizes of copies, asked for each upload; those of the rules where it is left out. */
  readonly sizes?: (store?: Store) => MaybePromise<ImageSizes>;
}

const nobody: FileOwners = { taken: async () => new Set<string>(), versions: async () => new Set<string>() };

const defaultRules: FileFacts = {
  copies: Object.keys(coreImageSizes),
  longestSide: null,
  showsUpright: false,
  detailed: false,
  provenTypes: false,
};

/** Opens the library. No worker process starts before the first upload, since most processes never get one. */
export async function openMediaLibrary(options: MediaLibraryOptions): Promise<MediaLibrary> {
  const { store, maxBytes, mostBytes = () => maxBytes, usage, owners = nobody } = options;
  const spool = await openSpool(options.spoolFolder);
  const claims = options.claims(spool.name);
  const workers = createMediaWorkers({ ...options, folder: spool.folder });
  const { copies, longestSide, showsUpright, detailed, provenTypes } = options.rules ?? defaultRules;
  const { sizes = () => sizesNamed(copies), previews = false } = options;
  const examining = async () => ({ workers, sizes: await sizes(), longestSide, showsUpright, detailed, previews });
  const tools = async (): Promise<PictureTools> => ({ ...(await examining()), store, claims, spool, owners });
  /** Runs work with temporary files, which are removed afterwards. */
  const withScratch = async <T>(work: (scratch: () => string) => Promise<T>): Promise<T> => {
    const files: string[] = [];
    await spool.ready();
    try {
      return await work(() => files[files.push(spool.scratch()) - 1]!);
    } finally {
      for (const file of files) await rm(file, { force: true });
    }
  };
  /** Ends work on the files of an attachment, and counts what they take as they are stored now. */
  const counting = async (
    id: number,
    attachment: StoredAttachment,
    release: Release,
    { mayExceed = false } = {},
  ): Promise<Release> => {
    const bytes = usage ? await attachmentBytes(store, attachment) : 0;
    return async (inside) => {
      await release(inside);
      await usage?.record(inside, id, { bytes, mayExceed });
    };
  };
  const countedCopies = <Order extends Pick<CopyRenewal, 'id' | 'read' | 'settle'>>(order: Order): Order => ({
    ...order,
    settle: async (renewed: RenewedAttachment, release: Release) => {
      const known = usage ? await order.read() : null;
      const mayExceed = true;
      await order.settle(
        renewed,
        known ? await counting(order.id, { ...known, ...renewed }, release, { mayExceed }) : release,
      );
    },
  });
  const settled = (stored: StoredFiles): StoredUpload => ({
    ...stored,
    settle: async (inside, attachmentId) => {
      await stored.settle(inside);
      await usage?.record(inside, attachmentId, { bytes: stored.bytes });
    },
  });
  const transforms = createPictureTransforms({
    store,
    claims,
    pictures: workers.pictures,
    versions: owners.versions,
    withScratch,
    withLocalFile: async (path, work) => {
      const file = await store.localFile(path);
      return file === null ? withLocalFile({ store, spool }, path, (local) => work(local.file)) : work(file);
    },
  });
  return {
    files: store,
    claims,
    spool,
    usage,
    pictures: workers.pictures,
    sizes,
    transforms,
    receive: (body, { md5, roles } = {}) => {
      const most = roles ? Math.min(maxBytes, mostBytes(roles)) : maxBytes;
      return spool.receive(body, { maxBytes: most, ...(md5 === undefined ? {} : { md5 }) });
    },
    mostBytes,
    store: async (received, request) => {
      try {
        await usage?.admit(received.size);
        const checked = await accepted(received, { ...request, provenTypes }, workers);
        const file = { ...received, mime: checked.mime };
        const usual = await examining();
        const tools = request.copies === false ? { ...usual, sizes: {} } : usual;
        return await withScratch(async (scratch) => {
          const examined = checked.genuine ? await examineFile(file, { ...tools, scratch }) : withoutDetails;
          const kept = { ...checked, folder: request.folder, file: received.file, examined };
          const cover = previews && checked.genuine ? await coverOf(file, workers, spool) : null;
          const stored = await storeExamined(store, claims, kept).catch(async (error: unknown) => {
            await cover?.discard();
            throw error;
          });
          const settle: StoredUpload['settle'] = async (inside, id) => {
            await settled(stored).settle(inside, id);
            await received.settled?.(inside, id);
          };
          return { ...stored, cover, hash: received.sha256, settle };
        });
      } finally {
        await rm(received.file, { force: true });
      }
    },
    replace: async (received, { id, read, mime, unfilteredHtml, settle }) => {
      let claim: UploadClaim | null = null;
      try {
        const seen = await read();
        claim = seen && (await claims.claim(seen.file));
        if (seen && !claim) throw new UploadRefused('busy', 'Somebody else is changing this file. Try again.');
        // As it is now that nobody else changes it.
        const attachment = await read();
        if (!attachment) throw new UploadRefused('no-data', 'The file of this media item is missing.');
        if (attachment.file !== seen?.file)
          throw new UploadRefused('busy', 'Somebody else has changed this file. Try again.');
        const before = (await store.stat(attachment.file))?.size ?? 0;
        await usage?.admit(Math.max(0, received.size - before));
        // The name is the one it is stored under, whatever the client calls it.
        const name = baseNameOf(attachment.file);
        const checked = await accepted(received, { name, unfilteredHtml, provenTypes }, workers);
        if (checked.mime !== mime) throw new UploadRefused('type', `The file must be of the same type: ${mime}.`);
        const file = { ...received, mime };
        await withScratch(async (scratch) => {
          // It keeps its address, so that it is shown itself, however large and however the camera was held.
          const examined = checked.genuine
            ? await examineFile(file, { ...(await examining()), longestSide: null, showsUpright: false, scratch })
            : withoutDetails;
          await transforms.purge(attachment.file);
          const replaced = await replaceFiles({
            ...{ store, attachment, mime, localFile: received.file, examined, scratch },
            takenAmong: (paths) => owners.taken(paths, id),
          });
          const after = { ...attachment, ...replaced };
          const nothing = async () => {};
          const mayExceed = true;
          try {
            await settle(replaced, await counting(id, after, nothing, { mayExceed }));
          } catch (error) {
            // Somebody deleted the media item meanwhile, before these files were there.
            if ((await read()) === null)
              await removeAttachmentFiles(store, after, await owners.taken(attachmentFiles(after)));
            throw error;
          }
        });
      } finally {
        // Nothing was announced, so that no file goes with the claim.
        await claim?.abandon(async () => {});
        await rm(received.file, { force: true });
      }
    },
    change: ({ attachment, mime, changes, folder }) =>
      withScratch(async (scratch) => {
        const { file, examined } = await changePicture({ ...(await tools()), scratch }, attachment, mime, changes);
        const path = uploadedPath(attachment);
        const name = { stem: editedStem(path), extension: extensionOf(path), defused: false };
        return settled(await storeExamined(store, claims, { folder, name, mime, file, examined }));
      }),
    renew: async (renewal) => renewCopies(await tools(), countedCopies(renewal)),
    removeLeftovers: async (order) => removeLeftovers(await tools(), countedCopies(order)),
    edit: async (options) => {
      const counted: EditOptions = {
        ...options,
        settle: async (version, release) => options.settle(version, await counting(options.id, version, release)),
      };
      await withScratch(async (scratch) =>
        editPicture({ ...(await tools()), scratch }, counted, (made) => storeExamined(store, claims, made)),
      );
      await transforms.purge(options.attachment.file);
    },
    restore: async (options) => {
      await restorePicture(await tools(), options);
      await transforms.purge(options.attachment.file);
    },
    serve: (request) => serveFile(store, request),
    remove: async (attachment) => {
      // Of several media items that share a file, the last takes it along.
      const taken = await owners.taken(attachmentFiles(attachment));
      await removeAttachmentFiles(store, attachment, taken);
      if (!taken.has(attachment.file)) await transforms.purge(attachment.file);
    },
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

/** Files that were stored, before it is known for which row. */
interface StoredFiles extends Omit<StoredUpload, 'settle'> {
  settle(store: Store): Promise<void>;
}

async function storeExamined(
  store: FileStore,
  claims: UploadClaims,
  { folder, name, mime, file, examined }: ExaminedFile,
): Promise<StoredFiles> {
  const files = [{ suffix: '', localFile: file, mime }, ...examined.copies];
  const sizes = await sizesOf(files);
  const { stem, stored, claim } = await storeTogether(store, { folder, name, files, claims });
  const nameOf = ({ suffix, extension = name.extension }: FileToStore) => fileName({ stem: stem + suffix, extension });
  const uploadedAt = inFolder(folder, fileName({ stem, extension: name.extension }));
  const { shown } = examined;
  const path = shown && stored.includes(shown) ? inFolder(folder, nameOf(shown)) : uploadedAt;
  return {
    path,
    uploadedPath: uploadedAt,
    mime,
    bytes: stored.reduce((sum, one) => sum + (sizes.get(one) ?? 0), 0),
    metadata: examined.metadata(path, (copy) => (stored.includes(copy) ? nameOf(copy) : null)),
    settle: (inside) => claim.settle(inside),
    undo: () => removeUpload(claim, store),
  };
}

/** The picture of a sound or film, as a file that was received. */
async function coverOf(
  { file, mime }: { readonly file: string; readonly mime: string },
  workers: MediaWorkers,
  spool: Spool,
): Promise<SpooledFile | null> {
  if (!/^(?:audio|video)\//.test(mime)) return null;
  const target = spool.scratch();
  return (await workers.preview(file, mime, target)) ? spooledFile(target) : null;
}

type MediaConfig = Pick<Config, 'mediaStorage' | 'uploadsDir' | 'uploadLimitMegabytes'> &
  Partial<Pick<Config, 'mediaQuotaMegabytes' | 'mediaPreviews' | 'uploadLimits'>>;

/** Opens the configured media library: a folder on this machine, or an S3 bucket. */
export async function createMediaLibrary(
  config: MediaConfig,
  dataDir: string,
  rows: Store,
  {
    job,
    ...more
  }: Pick<MediaLibraryOptions, 'sizes' | 'imageLimits' | 'rules' | 'picturesAtOnce'> & { readonly job?: Job } = {},
): Promise<MediaLibrary> {
  return openMediaLibrary({
    store: await openFileStore(config, dataDir),
    claims: (owner) => createUploadClaims(rows, owner, Date.now, job),
    spoolFolder: join(dataDir, 'spool'),
    maxBytes: config.uploadLimitMegabytes * 1024 * 1024,
    mostBytes: (roles) => largestUpload(roles, { uploadLimits: {}, ...config }),
    usage: createMediaUsage(rows, config.mediaQuotaMegabytes ?? 0),
    owners: fileOwners(rows),
    previews: config.mediaPreviews ?? false,
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
  /** Which resized pictures may be asked for. */
  readonly transformRules: TransformRules;
}
