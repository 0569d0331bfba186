/**
 * Whether a path may name a stored file: relative, plain segments, nothing hidden, no `..`. Every method of every
 * file store checks this, so no caller can forget to.
 */
export function isMediaPath(path) {
  return path.length <= 1024 && path.split('/').every(isPlainSegment);
}
function isPlainSegment(segment) {
  return (
    segment !== '' && !segment.startsWith('.') && !/[\\\p{Cc}]/u.test(segment) && Buffer.byteLength(segment) <= 255
  );
}
/** The folder of a path; empty for a file at the top. */
export function folderOf(path) {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
/** The file name of a path. */
export function baseNameOf(path) {
  return path.slice(path.lastIndexOf('/') + 1);
}
/** Joins a folder and a name; the top folder is empty. */
export function inFolder(folder, name) {
  return folder === '' ? name : `${folder}/${name}`;
}
/** The uploads folder of a month, by the date of the attachment or of its post: `2021/03`. */
export function monthFolder(date) {
  return `${date.slice(0, 4)}/${date.slice(5, 7)}`;
}
