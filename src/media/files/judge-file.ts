import { type FileBytes, readFileBytes } from './file-bytes.ts';
import { fileName, type SafeName, safeFileName } from './file-name.ts';
import { type FileType, fileTypeOf, harmlessTypeOfBytes } from './file-types.ts';

/** What an upload claims to be. */
export interface FileClaim {
  /** As the client sent it. */
  readonly name: string;
  /** The first bytes, at most headBytes of them. */
  readonly head: Uint8Array;
  /** Whether the caller may store what browsers execute. */
  readonly unfilteredHtml: boolean;
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
  if (name.defused && bytes.kind === 'text' && !bytes.active) {
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
