import { copyFile } from 'node:fs/promises';
import { attachmentFiles, type StoredAttachment } from './attachment-files.ts';
import type { AttachmentMetadata } from './attachment-metadata.ts';
import type { Examined } from './files/examine-file.ts';
import type { FileStore } from './files/file-store.ts';
import { baseNameOf } from './files/media-path.ts';

/** What stands in the place of an attachment's files. */
export interface ReplacedFile {
  readonly metadata: AttachmentMetadata;
  /** Names of copies that the new file has no size for. Texts may show them, so that they hold the new file itself. */
  readonly otherNames: readonly string[];
}

interface Replacing {
  readonly store: FileStore;
  /** What is stored now. */
  readonly attachment: StoredAttachment;
  readonly mime: string;
  /** The new file, which is moved away. */
  readonly localFile: string;
  readonly examined: Examined;
  readonly scratch: () => string;
}

/** Puts a file and its copies in the place of an attachment's files: every address leads to the new file afterwards. */
export async function replaceFiles(replacing: Replacing): Promise<ReplacedFile> {
  const { store, attachment, mime, localFile, examined, scratch } = replacing;
  const path = attachment.file;
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  const copyPath = (suffix: string) => `${stem}${suffix}${ending}`;
  const made = new Set(examined.copies.map(({ suffix }) => copyPath(suffix)));
  const others = attachmentFiles(attachment).filter((one) => one !== path && !made.has(one));
  for (const { suffix, localFile: copy, mime: copyMime } of examined.copies)
    await store.replace(copyPath(suffix), copy, copyMime);
  for (const other of others) {
    const twin = scratch();
    await copyFile(localFile, twin);
    await store.replace(other, twin, mime);
  }
  // The file itself comes last: whoever sees it new sees its copies new as well.
  await store.replace(path, localFile, mime);
  return {
    metadata: examined.metadata(path, ({ suffix }) => baseNameOf(copyPath(suffix))),
    otherNames: others.map(baseNameOf),
  };
}
