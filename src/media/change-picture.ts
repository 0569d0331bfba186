import { stat } from 'node:fs/promises';
import type { StoredAttachment } from './attachment-files.ts';
import { originalName } from './attachment-metadata.ts';
import type { FileOwners } from './file-owners.ts';
import type { FileStore } from './files/file-store.ts';
import { baseNameOf, folderOf, inFolder } from './files/media-path.ts';
import type { Spool, SpooledFile } from './files/spool.ts';
import { type Examined, type ExamineTools, examineFile } from './store-upload.ts';
import type { UploadClaims } from './upload-claims.ts';
import { UploadRefused } from './upload-refusal.ts';
import type { PictureChange } from './workers/image-processor.ts';

/** What stored pictures are changed with. */
export interface PictureTools extends Omit<ExamineTools, 'scratch'> {
  readonly store: FileStore;
  readonly claims: UploadClaims;
  readonly spool: Spool;
  readonly owners: FileOwners;
}

/** The path of the file that was uploaded, whether or not a smaller copy is shown in its place. */
export function uploadedPath({ file, metadata }: StoredAttachment): string {
  const original = originalName(metadata);
  return original === null ? file : inFolder(folderOf(file), original);
}

/** The name of a picture that is made of another one; a name that says so already is kept. */
export function editedStem(path: string): string {
  const stem = baseNameOf(path).replace(/\.[^.]*$/, '');
  return `${stem.replace(/-edited(?:-\d+)?$/, '')}-edited`;
}

/** A picture made of a stored one, as a file that is not stored yet. Its temporary files are the caller's. */
export interface ChangedPicture {
  readonly file: string;
  readonly examined: Examined;
}

/** Makes a picture of a stored one. */
export async function changePicture(
  tools: PictureTools & { readonly scratch: () => string },
  attachment: StoredAttachment,
  mime: string,
  changes: readonly PictureChange[],
): Promise<ChangedPicture> {
  return withLocalFile(tools, uploadedPath(attachment), async ({ file }) => {
    const { images } = tools.workers;
    const target = tools.scratch();
    await images.change(file, await images.inspect(file, mime), changes, target);
    const { size } = await stat(target);
    return { file: target, examined: await examineFile({ file: target, size, mime }, tools) };
  });
}

/** Runs work on a local copy of a stored file, which is removed afterwards. */
export async function withLocalFile<T>(
  { store, spool }: Pick<PictureTools, 'store' | 'spool'>,
  path: string,
  work: (local: SpooledFile) => Promise<T>,
): Promise<T> {
  const stored = await store.read(path);
  if (stored === null) throw new UploadRefused('no-data', 'The file of this picture is missing.');
  const local = await spool.receive(stored, { maxBytes: Number.POSITIVE_INFINITY });
  try {
    return await work(local);
  } finally {
    await local.discard();
  }
}
