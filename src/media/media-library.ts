import { rm } from 'node:fs/promises';
import { removeAttachmentFiles, type StoredAttachment } from './attachment-files.ts';
import type { AttachmentMetadata } from './attachment-metadata.ts';
import { type Examined, examineFile } from './examine-file.ts';
import { fileName, type SafeName } from './file-name.ts';
import type { FileStore } from './file-store.ts';
import { coreImageSizes, type ImageSize } from './image-sizes.ts';
import { defaultImageLimits, type ImageLimits, type ImageWorkshop, openImageWorkshop } from './image-workshop.ts';
import { judgeFile } from './judge-file.ts';
import { type FileToKeep, keepTogether } from './keep-together.ts';
import { inFolder } from './media-path.ts';
import { type FileAnswer, type FileRequest, serveFile } from './serve-file.ts';
import { openSpool, type Spool, type SpooledFile } from './spool.ts';
import { UploadRefused } from './upload-refused.ts';

/** What is asked of the library when a received file is to stay. */
export interface KeepOptions {
  /** As the client sent it. */
  readonly name: string;
  /** Where it goes: `2021/03`. */
  readonly folder: string;
  readonly unfilteredHtml: boolean;
}

/** A file that now lies in the store, with what its row should say. */
export interface KeptFile {
  /** `_wp_attached_file`. */
  readonly path: string;
  readonly mime: string;
  /** `_wp_attachment_metadata`. */
  readonly metadata: AttachmentMetadata;
  /** To be called when a row owns the file; until then a crash undoes it at the next start. */
  settle(): Promise<void>;
  /** Takes everything back. */
  undo(): Promise<void>;
}

/** Everything the house does with uploaded files. */
export interface MediaLibrary {
  /** Where the files lie. */
  readonly files: FileStore;
  /** Takes a body in. Throws UploadRefused. */
  receive(body: AsyncIterable<Uint8Array>, options?: { readonly md5?: string }): Promise<SpooledFile>;
  /** Judges, examines, copies and keeps a received file, which is gone from the spool afterwards, kept or refused. */
  keep(received: SpooledFile, options: KeepOptions): Promise<KeptFile>;
  serve(request: FileRequest): Promise<FileAnswer>;
  /** Removes an attachment's files for good. */
  remove(attachment: StoredAttachment): Promise<void>;
  /** Clears what processes that are gone left behind; `isOwned` says whether a row has the path. */
  recover(isOwned: (path: string) => Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

export interface MediaLibraryOptions {
  readonly store: FileStore;
  /** A local folder outside of what is served, best on the same disk as the store's. */
  readonly spoolFolder: string;
  readonly maxBytes: number;
  /** Copies beside the core ones, or instead of them where the name is the same. */
  readonly sizes?: Readonly<Record<string, ImageSize>>;
  readonly imageLimits?: ImageLimits;
}

/** Opens the library. The picture decoder is loaded by the first picture, since most processes never see one. */
export async function openMediaLibrary(options: MediaLibraryOptions): Promise<MediaLibrary> {
  const { store, maxBytes } = options;
  const spool = await openSpool(options.spoolFolder);
  const workshop = lazyWorkshop(options.imageLimits);
  const sizes = { ...coreImageSizes, ...options.sizes };
  return {
    files: store,
    receive: (body, { md5 } = {}) => spool.receive(body, { maxBytes, ...(md5 === undefined ? {} : { md5 }) }),
    keep: async (received, request) => {
      const scratchFiles: string[] = [];
      const scratch = () => scratchFiles[scratchFiles.push(spool.scratch()) - 1]!;
      try {
        const judged = await accepted(received, request);
        const file = { ...received, mime: judged.mime };
        const examined = judged.genuine ? await examineFile(file, { workshop, sizes, scratch }) : nothingToTell;
        return await place(store, spool, { ...judged, folder: request.folder, file: received.file, examined });
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
      await spool.close();
      await store.close();
    },
  };
}

/** What is known of a file whose bytes are not of its type. */
const nothingToTell: Examined = { copies: [], metadata: () => null };

async function accepted({ head }: SpooledFile, { name, unfilteredHtml }: KeepOptions) {
  const judgement = await judgeFile({ name, head, unfilteredHtml });
  if (!judgement.accepted) throw new UploadRefused('type', judgement.reason);
  return judgement;
}

interface Placement {
  readonly folder: string;
  readonly name: SafeName;
  readonly mime: string;
  readonly file: string;
  readonly examined: Examined;
}

async function place(
  store: FileStore,
  spool: Spool,
  { folder, name, mime, file, examined }: Placement,
): Promise<KeptFile> {
  const intent = await spool.intend([]);
  try {
    const files = [{ suffix: '', localFile: file, mime }, ...examined.copies];
    const { stem, kept } = await keepTogether(store, { folder, name, files, announce: intent.change });
    const nameOf = ({ suffix }: FileToKeep) => fileName({ stem: stem + suffix, extension: name.extension });
    const paths = kept.map((each) => inFolder(folder, nameOf(each)));
    return {
      path: paths[0]!,
      mime,
      metadata: examined.metadata(paths[0]!, (copy) => (kept.includes(copy) ? nameOf(copy) : null)),
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

function lazyWorkshop(limits: ImageLimits = defaultImageLimits): ImageWorkshop {
  let opened: Promise<ImageWorkshop> | undefined;
  const open = () => {
    opened ??= openImageWorkshop(limits);
    return opened;
  };
  return {
    inspect: async (...task) => (await open()).inspect(...task),
    makeCopies: async (...task) => (await open()).makeCopies(...task),
  };
}
