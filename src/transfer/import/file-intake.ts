import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attachmentFiles } from '../../media/attachment-files.ts';
import { readPicture, readStoredValue, writeStoredMetadata } from '../../media/attachment-metadata.ts';
import type { FileStore } from '../../media/files/file-store.ts';
import { judgeFile } from '../../media/files/judge-file.ts';
import { baseNameOf, folderOf, inFolder } from '../../media/files/media-path.ts';
import { coreImageSizes } from '../../media/image-sizes.ts';
import { type Examined, examineFile } from '../../media/store-upload.ts';
import { UploadRefused } from '../../media/upload-refusal.ts';
import { headBytes } from '../../media/workers/file-bytes.ts';
import { isDecodable } from '../../media/workers/image-processor.ts';
import type { MediaWorkers } from '../../media/workers/media-workers.ts';
import { firstFree } from '../../text/slug.ts';
import type { FileSource } from './file-sources.ts';

/** The file of an attachment as the export file describes it. */
export interface AttachmentFile {
  /** Its path below the uploads folder. */
  readonly path: string;
  /** Its address on the old site. */
  readonly url: string;
  /** `_wp_attachment_metadata` and `_wp_attachment_backup_sizes`, as stored; empty where there is none. */
  readonly metadata: string;
  readonly backups: string;
}

/** An attachment's file that is now in the store, with the values for its row; or why it is not. */
export type TakenFile =
  | {
      readonly isKept: true;
      readonly path: string;
      readonly mime: string;
      /** The metadata that was made for it; null where that of the export file stays. */
      readonly metadata: string | null;
      /** How many of the resized copies that the metadata names could not be imported. */
      readonly missing: number;
    }
  | { readonly isKept: false; readonly reason: string };

/** Imports the files of attachments into the store. */
export interface ImportFileIntake {
  take(offered: AttachmentFile): Promise<TakenFile>;
}

interface IntakeOptions {
  readonly files: FileStore;
  readonly source: FileSource;
  /** A private folder for temporary files. */
  readonly scratch: string;
  readonly workers: MediaWorkers;
  readonly maxBytes: number;
}

export function createFileIntake(options: IntakeOptions): ImportFileIntake {
  return {
    take: async (offered) => {
      await mkdir(options.scratch, { recursive: true });
      const temporary: string[] = [];
      const scratch = () => temporary[temporary.push(join(options.scratch, randomUUID())) - 1]!;
      try {
        return await take({ ...options, scratchFile: scratch }, offered);
      } catch (error) {
        // What the workers refuse: a picture that cannot be decoded, or not within the limits.
        if (error instanceof UploadRefused) return { isKept: false, reason: error.message };
        throw error;
      } finally {
        for (const file of temporary) await rm(file, { force: true });
      }
    },
  };
}

type Intake = IntakeOptions & { readonly scratchFile: () => string };

async function take(intake: Intake, { path: wanted, url, metadata, backups }: AttachmentFile): Promise<TakenFile> {
  const local = await fetched(intake, wanted, url);
  if (local.reason !== null) return { isKept: false, reason: local.reason };
  const judged = await judge(intake, wanted, local);
  if (judged.reason !== null) return { isKept: false, reason: judged.reason };
  const { mime } = judged;
  const path = await placeFor(intake, judged.path, local);
  const stored = readStoredValue(metadata);
  // Metadata names the file: it is of no use to one that gets another name.
  const isDescribed = path === wanted && (isDecodable(mime) ? readPicture(stored) !== null : stored !== null);
  const examined = isDescribed ? null : await examine(intake, { ...local, mime });
  // False where the same file is there already.
  await intake.files.put(path, local.file, mime);
  if (examined !== null)
    return { isKept: true, path, mime, metadata: await putCopies(intake, path, examined), missing: 0 };
  const [, ...copies] = attachmentFiles({ file: path, metadata: stored, backups: readStoredValue(backups) });
  return { isKept: true, path, mime, metadata: null, missing: await takeCopies(intake, url, copies) };
}

interface LocalFile {
  readonly file: string;
  readonly size: number;
}

/** What a step found, or the reason why the file is not imported. */
type Found<T> = (T & { readonly reason: null }) | { readonly reason: string };

/** A local copy of the file of the old site, or of the one that is in the store: an earlier run may have put it there. */
async function fetched(
  { files, source, scratchFile, maxBytes }: Intake,
  path: string,
  url: string,
): Promise<Found<LocalFile>> {
  const file = scratchFile();
  const reason = await source(path, url, file);
  if (reason !== null) {
    const there = await files.read(path);
    if (there === null) return { reason };
    await rm(file, { force: true });
    await pipeline(there, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  }
  const { size } = await stat(file);
  if (size === 0) return { reason: 'it is empty' };
  if (size > maxBytes) return { reason: `it is larger than ${maxBytes} bytes` };
  return { file, size, reason: null };
}

/** A file that is not allowed as an upload is not imported either; one of another type than its name says is renamed. */
async function judge(
  { workers }: Intake,
  path: string,
  { file }: LocalFile,
): Promise<Found<{ readonly path: string; readonly mime: string }>> {
  const name = baseNameOf(path);
  const judged = await judgeFile({ name, head: await headOf(file), unfilteredHtml: false }, workers.bytes);
  if (!judged.accepted) return { reason: judged.reason };
  if (!judged.genuine) return { reason: 'its bytes are not of the type its name says' };
  const { extension } = judged.name;
  const isTrue = name.slice(name.lastIndexOf('.') + 1).toLowerCase() === extension;
  return {
    path: isTrue ? path : inFolder(folderOf(path), `${stemOf(name)}.${extension}`),
    mime: judged.mime,
    reason: null,
  };
}

/** The path, or the next one that is free where another file has its name. */
async function placeFor({ files }: Intake, path: string, { size }: LocalFile): Promise<string> {
  const isFree = async (candidate: string) => {
    const there = await files.stat(candidate);
    return there === null || there.size === size;
  };
  if (await isFree(path)) return path;
  const name = baseNameOf(path);
  const numbered = (n: number) => inFolder(folderOf(path), name.replace(/(\.[^.]*)?$/, `-${n}$1`));
  return numbered(await firstFree(1, (n) => isFree(numbered(n))));
}

function examine({ workers, scratchFile }: Intake, file: LocalFile & { readonly mime: string }): Promise<Examined> {
  return examineFile(file, { workers, sizes: coreImageSizes, scratch: scratchFile });
}

/** Stores the resized copies that were made; the metadata to store with them. */
async function putCopies({ files }: Intake, path: string, { copies, metadata }: Examined): Promise<string | null> {
  const name = baseNameOf(path);
  const nameOf = (suffix: string) => stemOf(name) + suffix + name.slice(stemOf(name).length);
  const taken = new Set<string>();
  for (const { suffix, localFile, mime } of copies) {
    const { size } = await stat(localFile);
    const at = inFolder(folderOf(path), nameOf(suffix));
    if (!(await files.put(at, localFile, mime)) && (await files.stat(at))?.size !== size) taken.add(suffix);
  }
  const made = metadata(path, ({ suffix }) => (taken.has(suffix) ? null : nameOf(suffix)));
  return made && writeStoredMetadata(made);
}

/** Imports the copies that the old site made; returns how many it does not have. */
async function takeCopies(intake: Intake, url: string, paths: readonly string[]): Promise<number> {
  let missing = 0;
  for (const path of paths) {
    const local = await fetched(intake, path, sibling(url, path));
    const judged = local.reason === null ? await judge(intake, path, local) : local;
    if (local.reason !== null || judged.reason !== null || judged.path !== path) missing += 1;
    else await intake.files.put(path, local.file, judged.mime);
  }
  return missing;
}

async function headOf(file: string): Promise<Uint8Array> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');

function sibling(url: string, path: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1) + encodeURIComponent(baseNameOf(path));
}
