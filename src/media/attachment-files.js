import { readPicture } from './attachment-metadata.ts';
import { baseNameOf, folderOf, inFolder, isMediaPath } from './files/media-path.ts';
/**
 * The paths that belong to an attachment: its file, and those of its copies whose names derive from the file's own.
 * A stored name that points anywhere else is ignored, so that tampered metadata cannot name other files.
 */
export function attachmentFiles({ file, metadata, backups }) {
  if (!isMediaPath(file)) return [];
  const folder = folderOf(file);
  const belongs = derivedFrom(baseNameOf(file));
  const named = [...namesOfCopies(metadata), ...namesIn(backups)];
  const own = named.filter(belongs).map((name) => inFolder(folder, name));
  return [...new Set([file, ...own])];
}
/** Deletes an attachment's files permanently. */
export async function removeAttachmentFiles(store, attachment) {
  for (const path of attachmentFiles(attachment)) await store.remove(path);
}
/** What may follow an attachment's stem: suffixes of an image editor (`-scaled`, `-e` with a timestamp), dimensions. */
const derivedEnding = /^(?:-(?:scaled|rotated|e\d{10,}))*(?:-\d+x\d+)?\.\w+$/;
function derivedFrom(name) {
  const stem = name.replace(/\.[^.]*$/, '').replace(/(?:-(?:scaled|rotated|e\d{10,}))+$/, '');
  return (candidate) => candidate.startsWith(stem) && derivedEnding.test(candidate.slice(stem.length));
}
function namesOfCopies(metadata) {
  const original = isRecord(metadata) ? metadata['original_image'] : undefined;
  const copies = Object.values(readPicture(metadata)?.sizes ?? {}).map((copy) => copy.file);
  return typeof original === 'string' ? [...copies, original] : copies;
}
function isRecord(value) {
  return typeof value === 'object' && value !== null;
}
function namesIn(backups) {
  if (!isRecord(backups)) return [];
  const names = Object.values(backups).map((backup) => (isRecord(backup) ? backup['file'] : undefined));
  return names.filter((name) => typeof name === 'string');
}
