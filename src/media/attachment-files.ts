import { copyFile } from 'node:fs/promises';
import { type AttachmentMetadata, originalName, readCopies } from './attachment-metadata.ts';
import type { FileStore } from './files/file-store.ts';
import { baseNameOf, folderOf, inFolder, isMediaPath } from './files/media-path.ts';
import type { FocalPoint } from './focal-point.ts';
import type { Examined, FileToStore } from './store-upload.ts';

/** What is stored about one attachment's files. */
export interface StoredAttachment {
  /** `_wp_attached_file`. */
  readonly file: string;
  /** `_wp_attachment_metadata`, decoded. */
  readonly metadata: unknown;
  /** `_wp_attachment_backup_sizes`, decoded: the files of earlier versions, saved by an image editor. */
  readonly backups?: unknown;
  /** What crops of the picture keep in view; the middle where it is left out. */
  readonly focus?: FocalPoint;
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

/** What the files of an attachment take; those that are gone take nothing. */
export async function attachmentBytes(store: FileStore, attachment: StoredAttachment): Promise<number> {
  const found = await Promise.all(attachmentFiles(attachment).map((path) => store.stat(path)));
  return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}

/** Deletes an attachment's files permanently, but those that belong to others as well. */
export async function removeAttachmentFiles(
  store: FileStore,
  attachment: StoredAttachment,
  taken: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const path of attachmentFiles(attachment)) if (!taken.has(path)) await store.remove(path);
}

/** What may follow an attachment's stem: suffixes of an image editor (`-scaled`, `-e` with a timestamp), that of a first page, dimensions. */
const derivedEnding = /^(?:-(?:scaled|rotated|e\d{10,}))*(?:-pdf)?(?:-\d+x\d+)?\.\w+$/;

function derivedFrom(name: string): (candidate: string) => boolean {
  const stem = name.replace(/\.[^.]*$/, '').replace(/(?:-(?:scaled|rotated|e\d{10,}))+$/, '');
  return (candidate) => candidate.startsWith(stem) && derivedEnding.test(candidate.slice(stem.length));
}

function namesOfCopies(metadata: unknown): string[] {
  const original = isRecord(metadata) ? metadata['original_image'] : undefined;
  const copies = Object.values(readCopies(metadata)).map((copy) => copy.file);
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

/** The same without the copies of these paths, which belong to others whatever the metadata says. */
export function withoutCopies(attachment: StoredAttachment, taken: ReadonlySet<string>): StoredAttachment {
  const { file, metadata } = attachment;
  if (taken.size === 0 || !isRecord(metadata) || !isRecord(metadata['sizes'])) return attachment;
  const isTaken = (copy: unknown) =>
    isRecord(copy) && taken.has(inFolder(folderOf(file), baseNameOf(`${copy['file']}`)));
  const own = Object.entries(metadata['sizes']).filter(([, copy]) => !isTaken(copy));
  return { ...attachment, metadata: { ...metadata, sizes: Object.fromEntries(own) } };
}

/** What stands in the place of an attachment's files. */
export interface ReplacedFile {
  readonly metadata: AttachmentMetadata;
  /**
   * Copies that the new file has no size for, as `_wp_attachment_backup_sizes`: listed there, they go when the attachment
   * goes. Texts may show them, so that they hold the new file itself.
   */
  readonly backups: Readonly<Record<string, { readonly file: string }>>;
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
  /** Those of these paths that belong to other media items. */
  readonly takenAmong?: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
}

/** Puts a file and its copies in the place of an attachment's files: every address leads to the new file afterwards. */
export async function replaceFiles(replacing: Replacing): Promise<ReplacedFile> {
  const {
    store,
    attachment,
    mime,
    localFile,
    examined,
    scratch,
    takenAmong = async () => new Set<string>(),
  } = replacing;
  const path = attachment.file;
  const [, stem = path, ending = ''] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  const copyPath = ({ suffix, extension }: Pick<FileToStore, 'suffix' | 'extension'>) =>
    `${stem}${suffix}${extension === undefined ? ending : `.${extension}`}`;
  const stored = attachmentFiles(attachment);
  const whole = [path, inFolder(folderOf(path), originalName(attachment.metadata) ?? baseNameOf(path))];
  const taken = await takenAmong([...stored, ...examined.copies.map(copyPath)].filter((one) => !whole.includes(one)));
  const copies = examined.copies.filter((copy) => !taken.has(copyPath(copy)));
  const made = new Set(copies.map(copyPath));
  const others = stored.filter((one) => one !== path && !made.has(one) && !taken.has(one));
  for (const copy of copies) await store.replace(copyPath(copy), copy.localFile, copy.mime);
  for (const other of others) {
    const twin = scratch();
    await copyFile(localFile, twin);
    await store.replace(other, twin, mime);
  }
  // The file itself comes last: whoever sees it new sees its copies new as well.
  await store.replace(path, localFile, mime);
  return {
    metadata: examined.metadata(path, (copy) => (taken.has(copyPath(copy)) ? null : baseNameOf(copyPath(copy)))),
    backups: Object.fromEntries(others.map((other, at) => [`replaced-${at}`, { file: baseNameOf(other) }])),
  };
}
