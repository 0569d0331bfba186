import { type FileType, fileTypeOf } from './file-types.ts';

/** A name that is safe on every disk, in every URL and in every shell. */
export interface SafeName {
  /** Without its last extension. */
  readonly stem: string;
  /** Lower case, without the dot; empty when the name had none. */
  readonly extension: string;
  /** Whether an inner extension, such as that of a script, was made inert with an underscore. */
  readonly defused: boolean;
}

/** Leaves room on 255-byte file systems for `-2`, `-1024x1024` and the variants an optimiser puts beside a file. */
const MAX_STEM_BYTES = 180;

/** Characters with a meaning in shells, URLs, HTML or on some disk. */
const unsafe = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+’«»”“]/g;

/** Controls, unpaired surrogates and invisible formatting: they hide what a name really says. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Makes a name safe: special characters go, runs of spaces and dashes become one dash, the ends lose dots, dashes and
 * underscores, and inner parts that look like an extension this caller may not use get an underscore.
 *
 * @example safeFileName('Summer Trip (2) & more.TXT', allowed) // Summer-Trip-2-more . txt
 * @example safeFileName('evil.php.jpg', allowed) // evil.php_ . jpg, defused
 */
export function safeFileName(name: string, isAllowed: (type: FileType) => boolean): SafeName {
  const plain = name
    .normalize('NFC')
    .replace(/%20|\+/g, '-')
    .replace(/\s/g, ' ')
    .replace(invisible, '')
    .replace(unsafe, '')
    .replace(/[ -]+/g, '-');
  const body = plain.replace(/[.\-_]+$/, '');
  const dot = body.lastIndexOf('.');
  const parts = (dot === -1 ? body : body.slice(0, dot)).replace(/^[.\-_]+/, '').split('.');
  const inert = parts.map((part, at) => (at > 0 && !isHarmlessPart(part, isAllowed) ? `${part}_` : part));
  // A stem of nothing but punctuation is no reason to refuse a picture; a hidden file's name is not a stem at all.
  const stem = cut(inert.join('.'), MAX_STEM_BYTES) || (name.startsWith('.') ? '' : 'file');
  return {
    stem,
    extension: dot === -1 || stem === '' ? '' : body.slice(dot + 1).toLowerCase(),
    defused: inert.some((part, at) => part !== parts[at]),
  };
}

/** Puts a safe name together again. */
export function fileName(name: Pick<SafeName, 'stem' | 'extension'>): string {
  return `${name.stem}.${name.extension}`;
}

/** Inner parts of two to five letters, perhaps with a digit, are what web servers take for extensions. */
function isHarmlessPart(part: string, isAllowed: (type: FileType) => boolean): boolean {
  if (!/^[a-z]{2,5}\d?$/i.test(part)) return true;
  const type = fileTypeOf(part);
  return type !== undefined && isAllowed(type);
}

/** Shortens to a number of UTF-8 bytes without splitting a character. */
function cut(text: string, bytes: number): string {
  const whole = Buffer.from(text);
  if (whole.length <= bytes) return text;
  let end = bytes;
  while (end > 0 && (whole[end]! & 0xc0) === 0x80) end -= 1;
  return whole.subarray(0, end).toString();
}
