import { isRecord } from '../text/formats/json-record.ts';
import { baseNameOf, isMediaPath } from './files/media-path.ts';
import { siblingUrl } from './media-urls.ts';
/** Meta keys that describe an attachment's file, as in every database of this layout. */
export const attachmentMetaKeys = {
  file: '_wp_attached_file',
  metadata: '_wp_attachment_metadata',
  altText: '_wp_attachment_image_alt',
};
/**
 * The path below the uploads folder in a stored `_wp_attached_file`; empty where there is none. Very old sites
 * stored the absolute path on their server's disk.
 */
export function attachedPath(stored) {
  if (!stored) return '';
  if (isMediaPath(stored)) return stored;
  const below = /\/wp-content\/uploads\/(.+)$/.exec(stored.replaceAll('\\', '/'))?.[1] ?? '';
  return isMediaPath(below) ? below : '';
}
/** Validates the stored metadata of a picture, since any program may have written it; null for anything else. */
export function readPicture(stored) {
  if (!isRecord(stored) || typeof stored['file'] !== 'string') return null;
  const [width, height] = [toLength(stored['width']), toLength(stored['height'])];
  if (width === 0 || height === 0) return null;
  const sizes = {};
  for (const [name, copy] of Object.entries(isRecord(stored['sizes']) ? stored['sizes'] : {})) {
    const read = readCopy(copy);
    if (read !== null) sizes[name] = read;
  }
  return { width, height, file: stored['file'], sizes };
}
function readCopy(copy) {
  if (!isRecord(copy) || typeof copy['file'] !== 'string') return null;
  const mime = copy['mime-type'];
  return {
    // A copy is in the same folder as its original, so any path in its name is dropped.
    file: baseNameOf(copy['file']),
    width: toLength(copy['width']),
    height: toLength(copy['height']),
    'mime-type': typeof mime === 'string' ? mime : '',
  };
}
/** The stored metadata in the form the interface shows, with a URL for every copy of a picture. */
export function mediaDetails(stored, file) {
  if (!isRecord(stored)) return {};
  const picture = readPicture(stored);
  if (picture === null) return { ...stored, sizes: isRecord(stored['sizes']) ? stored['sizes'] : {} };
  return { ...stored, width: picture.width, height: picture.height, sizes: publishedSizes(picture, file) };
}
/** The sizes to publish: empty for a picture without copies; else the copies, and the original as `full`. */
function publishedSizes(picture, { url, mime }) {
  const sizes = {};
  for (const [name, copy] of Object.entries(picture.sizes)) {
    const { file, width, height } = copy;
    sizes[name] = { file, width, height, mime_type: copy['mime-type'], source_url: siblingUrl(url, file) };
  }
  if (Object.keys(sizes).length > 0) {
    const { width, height } = picture;
    sizes['full'] = { file: baseNameOf(picture.file), width, height, mime_type: mime, source_url: url };
  }
  return sizes;
}
/** Reads a length; old rows store numbers as text. */
function toLength(value) {
  const length = typeof value === 'number' || typeof value === 'string' ? Math.trunc(Number(value)) : 0;
  return Number.isFinite(length) && length > 0 ? length : 0;
}
