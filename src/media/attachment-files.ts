import { readPicture } from './attachment-metadata.ts';
import type { FileStore } from './file-store.ts';
import { baseNameOf, folderOf, inFolder, isMediaPath } from './media-path.ts';

/** What is stored of one attachment's files. */
export interface StoredAttachment {
  /** `_wp_attached_file`. */
  readonly file: string;
  /** `_wp_attachment_metadata`, decoded. */
  readonly metadata: unknown;
  /** `_wp_attachment_backup_sizes`, decoded: what an editor of pictures kept of earlier states. */
  readonly backups?: unknown;
}

/**
 * The paths that belong to an attachment: its file, and those of its copies whose names derive from the file's own.
 * A stored name that points anywhere else is not among them, whoever managed to store it.
 */
export function attachmentFiles({ file, metadata, backups }: StoredAttachment): string[] {
  if (!isMediaPath(file)) return [];
  const folder = folderOf(file);
  const belongs = derivedFrom(baseNameOf(file));
  const named = [...namesOfCopies(metadata), ...namesIn(backups)];
  const own = named.filter(belongs).map((name) => inFolder(folder, name));
  return [...new Set([file, ...own])];
}

/** Removes an attachment's files for good. */
export async function removeAttachmentFiles(store: FileStore, attachment: StoredAttachment): Promise<void> {
  for (const path of attachmentFiles(attachment)) await store.remove(path);
}

/** What may follow an attachment's stem: marks of an editor of pictures (`-scaled`, `-e` with a time), a measure. */
const derivedEnding = /^(?:-(?:scaled|rotated|e\d{10,}))*(?:-\d+x\d+)?\.\w+$/;

function derivedFrom(name: string): (candidate: string) => boolean {
  const stem = name.replace(/\.[^.]*$/, '').replace(/(?:-(?:scaled|rotated|e\d{10,}))+$/, '');
  return (candidate) => candidate.startsWith(stem) && derivedEnding.test(candidate.slice(stem.length));
}

function namesOfCopies(metadata: unknown): string[] {
  const original = (metadata as { original_image?: unknown } | null)?.original_image;
  const copies = Object.values(readPicture(metadata)?.sizes ?? {}).map((copy) => copy.file);
  return typeof original === 'string' ? [...copies, original] : copies;
}

function namesIn(backups: unknown): string[] {
  if (typeof backups !== 'object' || backups === null) return [];
  const names = Object.values(backups).map((backup: { file?: unknown } | null) => backup?.file);
  return names.filter((name) => typeof name === 'string');
}
