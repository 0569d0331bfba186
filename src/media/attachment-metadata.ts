import {
  decodePhp,
  encodePhp,
  type PhpArray,
  PhpFloat,
  PhpRaw,
  type PhpValue,
} from '../storage/options/php-serialized.ts';
import { isRecord } from '../text/json.ts';
import { baseNameOf, isMediaPath, siblingUrl } from './files/media-path.ts';
import type { AvDetails } from './workers/av-details.ts';

/** Meta keys that describe an attachment's file, as in every database of this layout. */
export const attachmentMetaKeys = {
  file: '_wp_attached_file',
  metadata: '_wp_attachment_metadata',
  altText: '_wp_attachment_image_alt',
} as const;

/** The files of earlier versions of a picture. */
export const backupsKey = '_wp_attachment_backup_sizes';

/**
 * The path below the uploads folder in a stored `_wp_attached_file`; empty where there is none. Very old sites
 * stored the absolute path on their server's disk.
 */
export function attachedPath(stored: string | null | undefined): string {
  if (!stored) return '';
  if (isMediaPath(stored)) return stored;
  const below = /\/wp-content\/uploads\/(.+)$/.exec(stored.replaceAll('\\', '/'))?.[1] ?? '';
  return isMediaPath(below) ? below : '';
}

/** One resized copy of a picture, in the stored format. */
export interface StoredCopy {
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly 'mime-type': string;
  /** In bytes. */
  readonly filesize?: number;
}

/** A picture's metadata in the stored format. */
export interface StoredPicture {
  readonly width: number;
  readonly height: number;
  /** Path below the uploads folder. */
  readonly file: string;
  /** In bytes. */
  readonly filesize?: number;
  readonly sizes: Readonly<Record<string, StoredCopy>>;
  /** What cameras and editors wrote into it, as `ImageMeta` names it; any program may have written other members. */
  readonly image_meta?: Readonly<Record<string, unknown>>;
  /** The name of the uploaded file, where `file` is a smaller copy of it. */
  readonly original_image?: string;
  /** The picture that this one was made of. */
  readonly parent_image?: { readonly attachment_id: string; readonly file: string };
}

/** The metadata stored for a file; null for types of file without metadata. */
export type AttachmentMetadata = StoredPicture | AvDetails | StoredDocument | { readonly filesize: number } | null;

/** The metadata of a document that has pictures of its first page. */
export interface StoredDocument {
  readonly filesize?: number;
  readonly sizes: Readonly<Record<string, StoredCopy>>;
}

/** Validates the stored metadata of a picture, since any program may have written it; null for anything else. */
export function readPicture(stored: unknown): StoredPicture | null {
  if (!isRecord(stored) || typeof stored['file'] !== 'string') return null;
  const [width, height] = [toLength(stored['width']), toLength(stored['height'])];
  if (width === 0 || height === 0) return null;
  return { width, height, file: stored['file'], sizes: readCopies(stored) };
}

/** The copies that stored metadata names, of a picture or of the first page of a document. */
export function readCopies(stored: unknown): Record<string, StoredCopy> {
  const sizes: Record<string, StoredCopy> = {};
  for (const [name, copy] of Object.entries(isRecord(stored) && isRecord(stored['sizes']) ? stored['sizes'] : {})) {
    const read = readCopy(copy);
    if (read !== null) sizes[name] = read;
  }
  return sizes;
}

/** The name of the uploaded file of a picture that is shown by a smaller copy; null for any other. */
export function originalName(stored: unknown): string | null {
  const name = isRecord(stored) ? stored['original_image'] : undefined;
  return typeof name === 'string' && isMediaPath(name) ? baseNameOf(name) : null;
}

/** The size of the file in bytes, as far as its metadata says so. */
export function storedFileSize(stored: unknown): number | null {
  return isRecord(stored) ? toLength(stored['filesize']) || null : null;
}

/** How a camera was held, as one of eight numbers; 1 where it is not known or means nothing. */
export function storedOrientation(stored: unknown): number {
  const meta = isRecord(stored) ? stored['image_meta'] : undefined;
  const orientation = isRecord(meta) ? toLength(meta['orientation']) : 0;
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

function readCopy(copy: unknown): StoredCopy | null {
  if (!isRecord(copy) || typeof copy['file'] !== 'string') return null;
  const mime = copy['mime-type'];
  const filesize = toLength(copy['filesize']);
  return {
    // A copy is in the same folder as its original, so any path in its name is dropped.
    file: baseNameOf(copy['file']),
    width: toLength(copy['width']),
    height: toLength(copy['height']),
    'mime-type': typeof mime === 'string' ? mime : '',
    ...(filesize > 0 ? { filesize } : {}),
  };
}

/** The stored metadata in the form the interface shows, with a URL for every copy of a picture. */
export function mediaDetails(
  stored: unknown,
  file: MediaAddress,
  { detailed = false }: { readonly detailed?: boolean } = {},
): Record<string, unknown> {
  if (!isRecord(stored)) return {};
  const picture = readPicture(stored);
  if (picture === null) return { ...stored, sizes: publishedCopies(readCopies(stored), file, detailed) };
  return { ...stored, width: picture.width, height: picture.height, sizes: publishedSizes(picture, file, detailed) };
}

/** The URL and media type of an attachment's file. */
export interface MediaAddress {
  readonly url: string;
  readonly mime: string;
}

/** The sizes to publish: empty for a picture without copies; else the copies, and the original as `full`. */
function publishedSizes(
  picture: StoredPicture,
  { url, mime }: MediaAddress,
  detailed: boolean,
): Record<string, unknown> {
  const sizes = publishedCopies(picture.sizes, { url, mime }, detailed);
  if (Object.keys(sizes).length > 0) {
    const { width, height } = picture;
    sizes['full'] = { file: baseNameOf(picture.file), width, height, mime_type: mime, source_url: url };
  }
  return sizes;
}

function publishedCopies(
  copies: Readonly<Record<string, StoredCopy>>,
  { url }: MediaAddress,
  detailed: boolean,
): Record<string, unknown> {
  const sizes: Record<string, unknown> = {};
  for (const [name, copy] of Object.entries(copies)) {
    const { file, width, height, filesize } = copy;
    sizes[name] = {
      file,
      width,
      height,
      ...(detailed && filesize !== undefined ? { filesize } : {}),
      mime_type: copy['mime-type'],
      source_url: siblingUrl(url, file),
    };
  }
  return sizes;
}

/** Reads a length; old rows store numbers as text. */
function toLength(value: unknown): number {
  const length = typeof value === 'number' || typeof value === 'string' ? Math.trunc(Number(value)) : 0;
  return Number.isFinite(length) && length > 0 ? length : 0;
}

/** A stored value, with PHP arrays as plain lists and objects. */
type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/** Decodes a meta value that another system may have written; null where it is missing or cannot be decoded. */
export function readStoredValue(text: string | null | undefined): unknown {
  if (text === null || text === undefined || text === '') return null;
  const decoded = decodePhp(text);
  return decoded.ok ? toPlain(decoded.value) : null;
}

/** Encodes an attachment's metadata in the format of existing databases. */
export function writeStoredMetadata(metadata: Exclude<AttachmentMetadata, null>): string {
  return encodePhp(toPhp(metadata));
}

/** Encodes a plain value in the format of existing databases. */
export function writeStoredValue(value: unknown): string {
  return encodePhp(toPhp(value));
}

function toPlain(value: PhpValue): Plain {
  if (value instanceof Map) return isList(value) ? [...value.values()].map(toPlain) : toRecord(value);
  if (value instanceof PhpFloat) return Number.isFinite(value.value) ? value.value : null;
  return value instanceof PhpRaw ? null : value;
}

function isList(array: PhpArray): boolean {
  let next = 0;
  for (const key of array.keys()) if (key !== next++) return false;
  return true;
}

/** Without a prototype, since the stored keys are untrusted. */
function toRecord(array: PhpArray): { [key: string]: Plain } {
  const record: { [key: string]: Plain } = Object.create(null);
  for (const [key, value] of array) record[key] = toPlain(value);
  return record;
}

/** PHP has such a key as a number. */
const isWholeNumber = (key: string): boolean => /^(?:0|-?[1-9]\d{0,14})$/.test(key);

function toPhp(value: unknown): PhpValue {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [index, toPhp(item)]));
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [isWholeNumber(key) ? Number(key) : key, toPhp(item)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
