import { type FileBytes, readFileBytes } from './file-bytes.ts';
import { fileName, type SafeName, safeFileName } from './file-name.ts';
import { type FileType, fileTypeOf, harmlessTypeOfBytes } from './file-types.ts';

/** An upload as it presents itself. */
export interface FileClaim {
  /** As the client sent it. */
  readonly name: string;
  /** The first bytes, at most HEAD_BYTES of them. */
  readonly head: Uint8Array;
  /** Whether the caller may store what a browser runs. */
  readonly unfilteredHtml: boolean;
}

/** What became of the claim. Reasons are for people; every refusal is the same kind of answer. */
export type Judgement =
  | {
      readonly accepted: true;
      readonly name: SafeName;
      readonly mime: string;
      /** False for a file that is kept but whose bytes are not of its type: it is never decoded. */
      readonly genuine: boolean;
    }
  | { readonly accepted: false; readonly reason: string };

/** Decides by name and bytes whether a file is kept, kept under a truer name, or refused. */
export async function judgeFile(claim: FileClaim): Promise<Judgement> {
  const isAllowed = (type: FileType) => !type.active || claim.unfilteredHtml;
  const name = safeFileName(claim.name, isAllowed);
  const type = fileTypeOf(name.extension);
  if (type === undefined || !isAllowed(type)) return refuse('This type of file is not accepted.');
  const bytes = await readFileBytes(claim.head);
  if (accepts(type, bytes)) return { accepted: true, name, mime: type.mime, genuine: true };
  const truer = bytes.kind === 'signature' ? harmlessTypeOfBytes(bytes.mime) : undefined;
  if (truer !== undefined) {
    return { accepted: true, name: { ...name, extension: truer.extensions[0]! }, mime: truer.mime, genuine: true };
  }
  // A script whose extension was made inert has been renamed already; its source text is as harmless as any other
  // text. What a browser or an image tool would act on is refused under this name like under any other.
  if (name.defused && bytes.kind === 'text' && !bytes.active) {
    return { accepted: true, name, mime: type.mime, genuine: false };
  }
  return refuse(`What is in ${fileName(name)} is not what its extension says.`);
}

function accepts(type: FileType, bytes: FileBytes): boolean {
  return type.bytes.includes(bytes.kind === 'signature' ? bytes.mime : bytes.kind);
}

function refuse(reason: string): Judgement {
  return { accepted: false, reason };
}
