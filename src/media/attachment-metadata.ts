import type { AvDetails } from './av-details.ts';
import type { ImageMeta } from './image-meta.ts';
import { baseNameOf, isMediaPath } from './media-path.ts';

/** Meta keys under which an attachment's file is described, as every database of this layout has them. */
export const attachmentMetaKeys = {
  file: '_wp_attached_file',
  metadata: '_wp_attachment_metadata',
  altText: '_wp_attachment_image_alt',
} as const;

/**
 * The path below the uploads folder that a stored `_wp_attached_file` names; empty for what names none. Very old sites
 * stored the whole path on the disk of their server.
 */
export function attachedPath(stored: string | null | undefined): string {
  if (!stored) return '';
  if (isMediaPath(stored)) return stored;
  const below = /\/wp-content\/uploads\/(.+)$/.exec(stored.replaceAll('\\', '/'))?.[1] ?? '';
  return isMediaPath(below) ? below : '';
}

/** One copy of a picture, in the stored shape. */
export interface StoredCopy {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly 'mime-type': string;
}

/** A picture's metadata as it is stored. */
export interface StoredPicture {
  readonly width: number;
  readonly height: number;
  /** Path below the uploads folder. */
  readonly file: string;
  readonly sizes: Readonly<Record<string, StoredCopy>>;
  readonly image_meta?: ImageMeta;
}

/** What is stored for a file; null for kinds of file that have nothing to tell. */
export type AttachmentMetadata = StoredPicture | AvDetails | null;

/** Reads a stored picture's metadata, whoever wrote it; null for anything that is not one. */
export function readPicture(stored: unknown): StoredPicture | null {
  if (!isRecord(stored) || typeof stored['file'] !== 'string') return null;
  const [width, height] = [toLength(stored['width']), toLength(stored['height'])];
  if (width === 0 || height === 0) return null;
  const sizes: Record<string, StoredCopy> = {};
  for (const [name, copy] of Object.entries(isRecord(stored['sizes']) ? stored['sizes'] : {})) {
    const read = readCopy(copy);
    if (read !== null) sizes[name] = read;
  }
  return { width, height, file: stored['file'], sizes };
}

function readCopy(copy: unknown): StoredCopy | null {
  if (!isRecord(copy) || typeof copy['file'] !== 'string') return null;
  const mime = copy['mime-type'];
  return {
    // A copy lies beside its original; a name that says otherwise is not believed.
    file: baseNameOf(copy['file']),
    width: toLength(copy['width']),
    height: toLength(copy['height']),
    'mime-type': typeof mime === 'string' ? mime : '',
  };
}

/** The members of a stored value that the interface shows, with an address for every copy of a picture. */
export function mediaDetails(stored: unknown, file: MediaAddress): Record<string, unknown> {
  if (!isRecord(stored)) return {};
  const picture = readPicture(stored);
  if (picture === null) return { ...stored };
  return { ...stored, width: picture.width, height: picture.height, sizes: publishedSizes(picture, file) };
}

/** Where an attachment's file is found, and what it is. */
export interface MediaAddress {
  readonly url: string;
  readonly mime: string;
}

/** A picture without copies shows an empty object; with copies, the original is listed as `full`. */
function publishedSizes(picture: StoredPicture, { url, mime }: MediaAddress): Record<string, unknown> {
  const beside = (name: string) => url.slice(0, url.lastIndexOf('/') + 1) + encodeURIComponent(name);
  const sizes: Record<string, unknown> = {};
  for (const [name, copy] of Object.entries(picture.sizes)) {
    const { file, width, height } = copy;
    sizes[name] = { file, width, height, mime_type: copy['mime-type'], source_url: beside(file) };
  }
  if (Object.keys(sizes).length > 0) {
    const { width, height } = picture;
    sizes['full'] = { file: baseNameOf(picture.file), width, height, mime_type: mime, source_url: url };
  }
  return sizes;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Old rows hold numbers as text. */
function toLength(value: unknown): number {
  const length = typeof value === 'number' || typeof value === 'string' ? Math.trunc(Number(value)) : 0;
  return Number.isFinite(length) && length > 0 ? length : 0;
}
