import { copyFile } from 'node:fs/promises';
import { type AttachmentMetadata, readPicture } from './attachment-metadata.ts';
import type { FileStore } from './files/file-store.ts';
import { baseNameOf, folderOf, inFolder, isMediaPath } from './files/media-path.ts';
import type { Examined } from './store-upload.ts';

/** What is stored about one attachment's files. */
export interface StoredAttachment {
  /** `_wp_attached_file`. */
  readonly file: string;
  /** `_wp_attachment_metadata`, decoded. */
  readonly metadata: unknown;
  /** `_wp_attachment_backup_sizes`, decoded: the files of earlier versions, saved by an image editor. */
  readonly backups?: unknown;
}

/**
 * The paths that belong to an attachment: its file, and those of its copies whose names derive from the file's own.
 * A stored name that points anywhere else is ignored, so that tampered metadata cannot name other files.
 */
export function attachmentFiles({ file, metadata, backups }: StoredAttachment): string[] {
  if (!isMediaPath(file)) return [];
  const folder = folderOf(file);
  const belongs = derivedFrom(baseNameOf(file));
  const named = [...namesOfCopies(metadata), ...namesIn(backups)];
  const own = named.filter(belongs).map((name) => inFolder(folder, name));
  return [...new Set([file, ...own])];
}

/** Deletes an attachment's files permanently. */
export async function removeAttachmentFiles(store: FileStore, attachment: StoredAttachment): Promise<void> {
  for (const path of attachmentFiles(attachment)) await store.remove(path);
}

/** What may follow an attachment's stem: suffixes of an image editor (`-scaled`, `-e` with a timestamp), dimensions. */
const derivedEnding = /^(?:-(?:scaled|rotated|e\d{10,}))*(?:-\d+x\d+)?\.\w+$/;

function derivedFrom(name: string): (candidate: string) => boolean {
  const stem = name.replace(/\.[^.]*$/, '').replace(/(?:-(?:scaled|rotated|e\d{10,}))+$/, '');
  return (candidate) => candidate.startsWith(stem) && derivedEnding.test(candidate.slice(stem.length));
}

function namesOfCopies(metadata: unknown): string[] {
  const original = isRecord(metadata) ? metadata['original_image'] : undefined;
  const copies = Object.values(readPicture(metadata)?.sizes ?? {}).map((copy) => copy.file);
  return typeof original === 'string' ? [...copies, original] : copies;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function namesIn(backups: unknown): string[] {
  if (!isRecord(backups)) return [];
  const names = Object.values(backups).map((backup) => (isRecord(backup) ? backup['file'] : undefined));
  return names.filter((name) => typeof name === 'string');
}

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
