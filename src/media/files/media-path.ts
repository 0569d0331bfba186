import type { Site } from '../../rules/site.ts';

/**
 * Whether a path may name a stored file: relative, plain segments, nothing hidden, no `..`. Every method of every
 * file store checks this, so no caller can forget to.
 */
export function isMediaPath(path: string): boolean {
  return path.length <= 1024 && path.split('/').every(isPlainSegment);
}

function isPlainSegment(segment: string): boolean {
  return (
    segment !== '' && !segment.startsWith('.') && !/[\\\p{Cc}]/u.test(segment) && Buffer.byteLength(segment) <= 255
  );
}

/** The folder of a path; empty for a file at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The file name of a path. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Joins a folder and a name; the top folder is empty. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

/** The uploads folder of a month, by the date of the attachment or of its post: `2021/03`. */
export function monthFolder(date: string): string {
  return `${date.slice(0, 4)}/${date.slice(5, 7)}`;
}

/** The folder of resized pictures that were made on demand. They can be made again: nothing else keeps or serves them. */
export const transformsFolder = 'platen-transforms';

/** Whether a path is that of a resized picture that was made on demand. */
export const isTransformPath = (path: string): boolean => path.startsWith(`${transformsFolder}/`);

/** The path of uploads on existing sites. */
export const uploadsPath = '/wp-content/uploads';

/** URL of the uploads folder: on the site itself, unless another server serves the files. */
export function uploadsUrl(site: Pick<Site, 'serverUrl'>, elsewhere: string | null): string {
  return elsewhere?.replace(/\/+$/, '') || site.serverUrl + uploadsPath;
}

/** The URL of a stored path: not percent-encoded beyond what is needed, as it is written in texts. */
export function fileUrl(base: string, path: string): string {
  return `${base}/${path.replace(misread, encodeURIComponent)}`;
}

/** The URL of a file in the same folder as another. */
export function siblingUrl(url: string, name: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1) + name.replace(misread, encodeURIComponent);
}

/** Characters that must be encoded in a path. Our own file names have none of them; those of old sites may. */
const misread = /[%?#\s"<>\\]/g;
