import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../error-code.ts';
import { FetchRefused } from '../../fetch/fetch-refused.ts';
import type { Fetcher } from '../../fetch/fetcher.ts';
import { attachmentFiles, type StoredAttachment } from '../../media/attachment-files.ts';
import { headBytes } from '../../media/files/file-bytes.ts';
import type { FileStore } from '../../media/files/file-store.ts';
import { judgeFile } from '../../media/files/judge-file.ts';
import { baseNameOf, isMediaPath } from '../../media/files/media-path.ts';

/** The files of an attachment, and the URL of the first of them on the old site. */
export interface OfferedFiles extends StoredAttachment {
  readonly url: string;
}

/** Whether an attachment's own file is now in the store, and how many of its resized copies were imported. */
export type TakenFiles =
  | { readonly isKept: true; readonly files: number; readonly missing: number }
  | { readonly isKept: false; readonly reason: string };

/** Imports the files of attachments into the store. */
export interface ImportFileIntake {
  take(offered: OfferedFiles): Promise<TakenFiles>;
}

/** Copies one file of the old site to a local path; returns a reason if that fails. */
export type FileSource = (path: string, url: string, target: string) => Promise<string | null>;

/** Reads from a copy of the old site's uploads folder, which is not changed. */
export function folderSource(folder: string): FileSource {
  return async (path, _url, target) => {
    if (!isMediaPath(path)) return 'its path is not one of a file';
    try {
      const found = await stat(join(folder, path));
      if (!found.isFile()) return 'it is not a file';
      await copyFile(join(folder, path), target, constants.COPYFILE_FICLONE);
      return null;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return 'it is not in the folder';
      throw error;
    }
  };
}

/** Fetches from the old site, through the guarded fetcher. */
export function fetchSource(fetch: Fetcher, limits: { readonly maxBytes: number }): FileSource {
  return async (_path, url, target) => {
    try {
      const answer = await fetch(url, { maxBytes: limits.maxBytes, timeoutMs: 60_000 });
      if (answer.status !== 200) return `the old site answered ${answer.status}`;
      await writeFile(target, answer.body, { flag: 'wx' });
      return null;
    } catch (error) {
      if (error instanceof FetchRefused) return `it could not be fetched: ${error.message}`;
      throw error;
    }
  };
}

/** Imports no files. */
export const noSource: FileSource = async () => 'files were not asked for';

interface IntakeOptions {
  readonly files: FileStore;
  readonly source: FileSource;
  /** A private folder for temporary files. */
  readonly scratch: string;
}

export function createFileIntake(options: IntakeOptions): ImportFileIntake {
  return {
    take: async ({ url, ...attachment }) => {
      const [own, ...copies] = attachmentFiles(attachment);
      if (own === undefined) return { isKept: false, reason: 'it names no file' };
      const reason = await takeOne(options, own, url);
      if (reason !== null) return { isKept: false, reason };
      let missing = 0;
      for (const copy of copies) if ((await takeOne(options, copy, sibling(url, copy))) !== null) missing += 1;
      return { isKept: true, files: 1 + copies.length - missing, missing };
    },
  };
}

async function takeOne({ files, source, scratch }: IntakeOptions, path: string, url: string): Promise<string | null> {
  await mkdir(scratch, { recursive: true });
  const target = join(scratch, randomUUID());
  try {
    const there = await files.stat(path);
    const reason = await source(path, url, target);
    // Files of an earlier run, or files that exist because the folder is shared, are not imported again.
    if (reason !== null) return there ? null : reason;
    if (there) return there.size === (await stat(target)).size ? null : 'another file has its name here';
    const checked = await checkType(path, target);
    if (typeof checked !== 'object') return checked;
    return (await files.put(path, target, checked.mime)) ? null : 'another file has its name here';
  } finally {
    await rm(target, { force: true });
  }
}

/** A file that is not allowed as an upload is not imported from an export either. */
async function checkType(path: string, file: string): Promise<{ mime: string } | string> {
  const name = baseNameOf(path);
  const checked = await judgeFile({ name, head: await headOf(file), unfilteredHtml: false });
  if (!checked.accepted) return checked.reason;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!checked.genuine || checked.name.extension !== extension) return 'its bytes are not of the type its name says';
  return { mime: checked.mime };
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

function sibling(url: string, path: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1) + encodeURIComponent(baseNameOf(path));
}
