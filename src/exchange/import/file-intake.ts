import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, open, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FetchRefused } from '../../fetch/fetch-refused.ts';
import type { Fetcher } from '../../fetch/fetcher.ts';
import { attachmentFiles, type StoredAttachment } from '../../media/attachment-files.ts';
import { HEAD_BYTES } from '../../media/file-bytes.ts';
import type { FileStore } from '../../media/file-store.ts';
import { judgeFile } from '../../media/judge-file.ts';
import { baseNameOf, isMediaPath } from '../../media/media-path.ts';

/** The files of an attachment, and the address of the first of them on the old site. */
export interface OfferedFiles extends StoredAttachment {
  readonly url: string;
}

/** Whether an attachment's own file is in the store now, and how many copies of it came along. */
export type TakenFiles =
  | { readonly isKept: true; readonly files: number; readonly missing: number }
  | { readonly isKept: false; readonly reason: string };

/** Brings the files of attachments into the store. */
export interface FileIntake {
  take(offered: OfferedFiles): Promise<TakenFiles>;
}

/** Puts one file of the old site at a local path; a reason where that cannot be. */
export type FileSource = (path: string, url: string, target: string) => Promise<string | null>;

/** Looks into a copy of the old site's uploads folder, which stays as it is. */
export function folderSource(folder: string): FileSource {
  return async (path, _url, target) => {
    if (!isMediaPath(path)) return 'its path is not one of a file';
    try {
      const found = await stat(join(folder, path));
      if (!found.isFile()) return 'it is not a file';
      await copyFile(join(folder, path), target, constants.COPYFILE_FICLONE);
      return null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'it is not in the folder';
      throw error;
    }
  };
}

/** Asks the old site, through the guarded fetcher. */
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

/** Leaves every file where it is. */
export const noSource: FileSource = async () => 'files were not asked for';

export function createFileIntake(parts: {
  readonly files: FileStore;
  readonly source: FileSource;
  /** A private folder for files on their way. */
  readonly scratch: string;
}): FileIntake {
  return {
    take: async ({ url, ...attachment }) => {
      const [own, ...copies] = attachmentFiles(attachment);
      if (own === undefined) return { isKept: false, reason: 'it names no file' };
      const reason = await takeOne(parts, own, url);
      if (reason !== null) return { isKept: false, reason };
      let missing = 0;
      for (const copy of copies) if ((await takeOne(parts, copy, sibling(url, copy))) !== null) missing += 1;
      return { isKept: true, files: 1 + copies.length - missing, missing };
    },
  };
}

async function takeOne(
  { files, source, scratch }: Parameters<typeof createFileIntake>[0],
  path: string,
  url: string,
): Promise<string | null> {
  await mkdir(scratch, { recursive: true });
  const target = join(scratch, randomUUID());
  try {
    const there = await files.stat(path);
    const reason = await source(path, url, target);
    // What an earlier run brought in, or what lies there because the folder is shared, need not come again.
    if (reason !== null) return there ? null : reason;
    if (there) return there.size === (await stat(target)).size ? null : 'another file has its name here';
    const judged = await judgement(path, target);
    if (typeof judged !== 'object') return judged;
    return (await files.keep(path, target, judged.mime)) ? null : 'another file has its name here';
  } finally {
    await rm(target, { force: true });
  }
}

/** A file that would not be taken as an upload is not taken from an export either. */
async function judgement(path: string, file: string): Promise<{ mime: string } | string> {
  const name = baseNameOf(path);
  const judged = await judgeFile({ name, head: await headOf(file), unfilteredHtml: false });
  if (!judged.accepted) return judged.reason;
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  if (!judged.genuine || judged.name.extension !== extension) return 'its bytes are not of the type its name says';
  return { mime: judged.mime };
}

async function headOf(file: string): Promise<Uint8Array> {
  const opened = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

function sibling(url: string, path: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1) + encodeURIComponent(baseNameOf(path));
}
