import type { FormTag } from '../template/form-tag.ts';
import { optionValue, optionValues } from '../template/tag-options.ts';
import { extensionOf } from './file-names.ts';
import { bytesMatch } from './file-signatures.ts';

/** A file as it came in, before anything about it is believed. */
export interface UploadedFile {
  /** The name the client gave it. */
  readonly filename: string;
  readonly size: number;
  /** The first bytes, enough to tell a type by. */
  readonly head: Buffer;
  /** The transfer broke off. */
  readonly broken: boolean;
}

/** The message key of what is wrong with the files of one field, or null; the first rule that fails speaks. */
export function checkUploads(tag: FormTag, files: readonly UploadedFile[]): UploadProblem | null {
  if (files.some((file) => file.broken)) return 'upload_failed_php_error';
  if (files.length === 0) return tag.required ? 'invalid_required' : null;
  const allowed = allowedTypes(tag);
  if (!files.every((file) => isAllowedName(file.filename, allowed))) return 'upload_file_type_invalid';
  if (files.reduce((sum, file) => sum + file.size, 0) > sizeLimit(tag)) return 'upload_file_too_large';
  if (!files.every((file) => bytesMatch(extensionOf(file.filename), file.head))) return 'upload_file_type_invalid';
  return null;
}

/** What can be wrong with a file field. */
export type UploadProblem =
  | 'upload_failed_php_error'
  | 'invalid_required'
  | 'upload_file_type_invalid'
  | 'upload_file_too_large'
  | 'upload_failed';

const defaultTypes = 'jpg jpeg png gif pdf doc docx ppt pptx odt avi ogg m4a mov mp3 mp4 mpg wav wmv'.split(' ');

/** The extensions, or kinds such as `image/*`, that a file field accepts: its own list, else the default one. */
export function allowedTypes(tag: FormTag): readonly string[] {
  const listed = optionValues(tag, 'filetypes')
    .flatMap((list) => list.toLowerCase().split('|'))
    .map((type) => type.replace(/^\./, ''))
    .filter((type) => /^[a-z0-9]+$|^(?:image|audio|video)\/\*$/.test(type));
  return listed.length > 0 ? listed : defaultTypes;
}

/** How many bytes the files of a field may have together. */
export function sizeLimit(tag: FormTag): number {
  const parts = /^(\d{1,12})(kb|mb)?$/i.exec(optionValue(tag, 'limit') ?? '');
  if (!parts) return MEBIBYTE;
  const unit = { kb: 1024, mb: MEBIBYTE }[parts[2]?.toLowerCase() ?? ''] ?? 1;
  return Number(parts[1]) * unit;
}

const MEBIBYTE = 1_048_576;

/**
 * Only what the list names passes. A name that uses control, invisible or odd space characters, or spaces beside a
 * dot, is hiding an extension from somebody, so it never does.
 */
function isAllowedName(filename: string, allowed: readonly string[]): boolean {
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\]|(?! )\p{Zs}/u.test(filename)) return false;
  if (/ \.|\. |^ | $/.test(filename)) return false;
  const extension = extensionOf(filename);
  if (extension === '') return false;
  return allowed.some((type) => (type.includes('/') ? kindOf(extension) === type : type === extension));
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  'image/*': ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'heic'],
  'audio/*': ['mp3', 'm4a', 'ogg', 'oga', 'wav', 'flac', 'aac', 'opus'],
  'video/*': ['mp4', 'm4v', 'mov', 'avi', 'mpg', 'mpeg', 'webm', 'ogv', 'wmv', 'mkv'],
};

const kindOf = (extension: string) => Object.keys(kinds).find((kind) => kinds[kind]?.includes(extension));
