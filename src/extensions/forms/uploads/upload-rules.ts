import { answerKind, type FormTag } from '../template/form-tag.ts';
import { optionValue, optionValues } from '../template/tag-options.ts';
import { uploadExtension } from './file-names.ts';
import { bytesMatch } from './file-signatures.ts';

/** The file fields of a submission. */
export function fileTags(tags: readonly FormTag[]): readonly FormTag[] {
  return tags.filter((tag) => tag.name !== '' && answerKind(tag) === 'file');
}

/** A file as it was received, before it is checked. */
export interface UploadedFile {
  /** The name the client gave it. */
  readonly filename: string;
  readonly size: number;
  /** The first bytes, enough to detect the type. */
  readonly head: Buffer;
  /** The transfer was aborted. */
  readonly broken: boolean;
}

/** The message key of the problem with the files of one field, or null; the first rule that fails decides. */
export async function checkUploads(tag: FormTag, files: readonly UploadedFile[]): Promise<UploadProblem | null> {
  if (files.some((file) => file.broken)) return 'upload_failed_php_error';
  if (files.length === 0) return tag.required ? 'invalid_required' : null;
  const allowed = allowedTypes(tag);
  if (!files.every((file) => isAllowedName(file.filename, allowed))) return 'upload_file_type_invalid';
  if (files.reduce((sum, file) => sum + file.size, 0) > sizeLimit(tag)) return 'upload_file_too_large';
  for (const { filename, head } of files)
    if (!(await bytesMatch(uploadExtension(filename), head))) return 'upload_file_type_invalid';
  return null;
}

/** The possible problems of a file field. */
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

/** Maximum total size in bytes of the files of a field. */
export function sizeLimit(tag: FormTag): number {
  const parts = /^(\d{1,12})(kb|mb)?$/i.exec(optionValue(tag, 'limit') ?? '');
  if (!parts) return mebibyte;
  const unit = { kb: 1024, mb: mebibyte }[parts[2]?.toLowerCase() ?? ''] ?? 1;
  return Number(parts[1]) * unit;
}

const mebibyte = 1_048_576;

/**
 * Only listed extensions pass. A name with control, invisible or unusual space characters, or spaces beside a
 * dot, tries to hide its extension and never passes.
 */
function isAllowedName(filename: string, allowed: readonly string[]): boolean {
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}/\\]|(?! )\p{Zs}/u.test(filename)) return false;
  if (/ \.|\. |^ | $/.test(filename)) return false;
  const extension = uploadExtension(filename);
  if (extension === '') return false;
  return allowed.some((type) => (type.includes('/') ? kindOf(extension) === type : type === extension));
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  'image/*': ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'bmp', 'tif', 'tiff', 'heic'],
  'audio/*': ['mp3', 'm4a', 'ogg', 'oga', 'wav', 'flac', 'aac', 'opus'],
  'video/*': ['mp4', 'm4v', 'mov', 'avi', 'mpg', 'mpeg', 'webm', 'ogv', 'wmv', 'mkv'],
};

const kindOf = (extension: string) => Object.keys(kinds).find((kind) => kinds[kind]?.includes(extension));
