import { readFileBytes } from '../../../extension.ts';
import { answerKind, type FormTag } from './form-tag.ts';
import { optionValue, optionValues } from './tag-options.ts';

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

/** True when a file that begins with these bytes may have this extension. */
export async function bytesMatch(extension: string, head: Buffer): Promise<boolean> {
  const bytes = await readFileBytes(head);
  const type = bytes.kind === 'signature' ? bytes.mime : '';
  if (programs.has(type) || script.test(head.toString('latin1', 0, 16))) return false;
  // The first letters of a text may look like the signature of another type.
  if (textExtensions.has(extension)) return !head.includes(0);
  // PDF readers ignore bytes before the PDF header.
  if (extension === 'pdf') return head.subarray(0, 1_024).includes('%PDF-');
  const expected = typesOf.get(extension);
  return expected === undefined || expected.includes(type);
}

const picture = (...types: readonly string[]) => types.map((type) => `image/${type}`);
const zip = ['application/zip'];
const office = ['application/x-cfb'];
const ogg = ['audio/ogg', 'audio/ogg; codecs=opus', 'video/ogg', 'application/ogg'];
const isoMedia = ['video/mp4', 'video/x-m4v', 'audio/mp4', 'audio/x-m4a', 'video/quicktime', 'video/3gpp'];
const mpeg = ['video/mpeg', 'video/MP1S', 'video/MP2P'];

/** The media types that the bytes of a file may have, by extension; other extensions cannot be checked by bytes. */
const typesOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['jpg', picture('jpeg')],
  ['jpeg', picture('jpeg')],
  ['png', picture('png', 'apng')],
  ['gif', picture('gif')],
  ['webp', picture('webp')],
  ...['zip', 'docx', 'pptx', 'xlsx', 'odt', 'ods', 'odp'].map((name) => [name, zip] as const),
  ...['doc', 'ppt', 'xls'].map((name) => [name, office] as const),
  ['avi', ['video/vnd.avi']],
  ['wav', ['audio/wav']],
  ...['ogg', 'oga', 'ogv'].map((name) => [name, ogg] as const),
  ...['m4a', 'm4v', 'mov', 'mp4'].map((name) => [name, isoMedia] as const),
  ['mp3', ['audio/mpeg']],
  ...['mpg', 'mpeg'].map((name) => [name, mpeg] as const),
  ['wmv', ['video/x-ms-asf', 'application/vnd.ms-asf']],
]);

const textExtensions: ReadonlySet<string> = new Set(['txt', 'csv', 'md', 'log', 'ics', 'vcf', 'rtf']);

/** Executables and scripts are always rejected, whatever their extension. */
const programs: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
]);
const script = /^(?:#!|<\?php|\xca\xfe\xba\xbe)/i;

/** The extension in lower case; empty when there is none. */
export function uploadExtension(filename: string): string {
  return /[^.]\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
}

/**
 * The name of a stored or mailed file: a base name without control characters, in which an extension that a
 * server could execute is made harmless, also in the middle of the name.
 */
export function safeUploadName(filename: string): string {
  const base = filename.split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '');
  const [stem = '', ...extensions] = clean.split('.');
  const parts = [
    stem || 'file',
    ...extensions.map((part) => (scriptExtension.test(part.trim()) ? `${part.trim()}_` : part)),
  ];
  const name = parts.join('.');
  const safe = extensions.length > 0 && parts.at(-1) !== extensions.at(-1) ? `${name}.txt` : name;
  return safe.length <= 150 ? safe : `${safe.slice(0, 120)}.${uploadExtension(safe).slice(0, 20) || 'txt'}`;
}

/** Makes names unique, in order, by a number before the extension. */
export function distinctNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let candidate = name;
    for (let n = 1; taken.has(candidate.toLowerCase()); n++) candidate = `${stem}-${n}${extension}`;
    taken.add(candidate.toLowerCase());
    return candidate;
  });
}

/** Extensions that some server or desktop would execute. */
const scriptExtension =
  /^(?:php\d*|phtml?|pht|phar|phps|pl|py|rb|cgi|asp|aspx|jsp|sh|exe|bat|cmd|com|js|mjs|html?|xhtml|svg|htaccess)$/i;
