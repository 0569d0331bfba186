import { type FileBytes, readFileBytes } from '../workers/file-bytes.ts';
import { type FileType, fileTypeOf, harmlessTypeOfBytes } from './file-types.ts';

/** What an upload claims to be. */
export interface FileClaim {
  /** As the client sent it. */
  readonly name: string;
  /** The first bytes, at most headBytes of them. */
  readonly head: Uint8Array;
  /** Whether the caller may store what browsers execute. */
  readonly unfilteredHtml: boolean;
  /** Whether the bytes must prove the type. */
  readonly provenType?: boolean;
}

/** The result. Reasons are human-readable; the interface has one code for all refusals. */
export type FileVerdict =
  | {
      readonly accepted: true;
      readonly name: SafeName;
      readonly mime: string;
      /** False for a file that is accepted although its bytes do not match its type: it is never decoded. */
      readonly genuine: boolean;
    }
  | { readonly accepted: false; readonly reason: string };

/** Decides by name and bytes whether a file is accepted, accepted with a corrected extension, or refused. */
export async function judgeFile(
  claim: FileClaim,
  readBytes: (head: Uint8Array) => Promise<FileBytes> = readFileBytes,
): Promise<FileVerdict> {
  const isAllowed = (type: FileType) => !type.active || claim.unfilteredHtml;
  const name = safeFileName(claim.name, isAllowed);
  const type = fileTypeOf(name.extension);
  if (type === undefined || !isAllowed(type)) return refuse('Files of this type are not accepted.');
  // A single byte proves nothing.
  if (claim.provenType && claim.head.length < 2) return refuse('The file is too short to tell its type.');
  const bytes = await readBytes(claim.head);
  if (accepts(type, bytes)) return { accepted: true, name, mime: type.mime, genuine: true };
  const corrected = bytes.kind === 'signature' ? harmlessTypeOfBytes(bytes.mime) : undefined;
  if (corrected !== undefined) {
    return {
      accepted: true,
      name: { ...name, extension: corrected.extensions[0]! },
      mime: corrected.mime,
      genuine: true,
    };
  }
  // A script whose inner extension was disabled has been renamed already; its source is as harmless as any other
  // text. Text that a browser or an image tool would execute is refused under this name like under any other.
  if (!claim.provenType && name.defused && bytes.kind === 'text' && !bytes.active) {
    return { accepted: true, name, mime: type.mime, genuine: false };
  }
  return refuse(`The content of ${fileName(name)} does not match its extension.`);
}

function accepts(type: FileType, bytes: FileBytes): boolean {
  return type.bytes.includes(bytes.kind === 'signature' ? bytes.mime : bytes.kind);
}

function refuse(reason: string): FileVerdict {
  return { accepted: false, reason };
}

/** A name that is safe on every disk, in every URL and in every shell. */
export interface SafeName {
  /** Without its last extension. */
  readonly stem: string;
  /** Lower case, without the dot; empty when the name had none. */
  readonly extension: string;
  /** Whether an inner extension, such as that of a script, was disabled with an underscore. */
  readonly defused: boolean;
}

/** Leaves room on 255-byte file systems for `-2`, `-1024x1024` and the variants an image optimiser adds. */
const maxStemBytes = 180;

/** Characters with a special meaning in shells, URLs, HTML or on some file systems. */
const unsafe = /[?[\]/\\=<>:;,'"&$#*()|~`!{}%+’«»”“]/g;

/** Controls, unpaired surrogates and invisible formatting, which can disguise a name. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/**
 * Makes a name safe: removes special characters, collapses spaces and dashes to one dash, trims dots, dashes and
 * underscores, and adds an underscore to inner parts that look like an extension this caller may not use.
 *
 * @example safeFileName('Summer Trip (2) & more.TXT', allowed) // Summer-Trip-2-more . txt
 * @example safeFileName('evil.php.jpg', allowed) // evil.php_ . jpg, defused
 */
export function safeFileName(name: string, isAllowed: (type: FileType) => boolean): SafeName {
  const plain = name
    .normalize('NFC')
    .replace(/\s/g, ' ')
    .replace(invisible, '')
    .replace(unsafe, '')
    .replace(/[ -]+/g, '-');
  const body = plain.replace(/[.\-_]+$/, '');
  const dot = body.lastIndexOf('.');
  const parts = (dot === -1 ? body : body.slice(0, dot)).replace(/^[.\-_]+/, '').split('.');
  const inert = parts.map((part, at) => (at > 0 && !isHarmlessPart(part, isAllowed) ? `${part}_` : part));
  // A stem of only punctuation becomes `file` instead of an error; the name of a hidden file has no stem.
  const stem = cut(inert.join('.'), maxStemBytes) || (name.startsWith('.') ? '' : 'file');
  return {
    stem,
    extension: dot === -1 || stem === '' ? '' : body.slice(dot + 1).toLowerCase(),
    defused: inert.some((part, at) => part !== parts[at]),
  };
}

/** Joins a safe name's stem and extension. */
export function fileName(name: Pick<SafeName, 'stem' | 'extension'>): string {
  return `${name.stem}.${name.extension}`;
}

/** Web servers may treat inner parts of two to five letters, perhaps with a digit, as extensions. */
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
