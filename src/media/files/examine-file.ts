import type { AttachmentMetadata, StoredCopy } from '../attachment-metadata.ts';
import { type CopyOrder, isDecodable } from '../images/image-processor.ts';
import { type ImageSize, resizedDimensions } from '../images/image-sizes.ts';
import type { FileToStore } from '../store-together.ts';
import type { MediaWorkers } from '../workers/media-workers.ts';

/** A local file whose type has been checked. */
export interface ExamineRequest {
  readonly file: string;
  readonly size: number;
  readonly mime: string;
}

export interface Examined {
  /** The copies, as temporary files. */
  readonly copies: readonly FileToStore[];
  /** The metadata to store, given the path of the file and the names of the copies that were stored. */
  metadata(path: string, copyName: (copy: FileToStore) => string | null): AttachmentMetadata;
}

/** Reads the metadata of a file and makes its resized copies; other types of file have neither. */
export async function examineFile(
  request: ExamineRequest,
  tools: { workers: MediaWorkers; sizes: Readonly<Record<string, ImageSize>>; scratch: () => string },
): Promise<Examined> {
  if (isDecodable(request.mime)) return examinePicture(request, tools);
  const details = /^(?:audio|video)\//.test(request.mime)
    ? await tools.workers.details(request.file, request.mime, request.size)
    : null;
  return { copies: [], metadata: () => details };
}

/** One copy is used for all sizes with the same dimensions. */
interface PlannedCopy extends CopyOrder, FileToStore {
  readonly sizes: string[];
}

async function examinePicture(
  { file, mime }: ExamineRequest,
  { workers: { images }, sizes, scratch }: Parameters<typeof examineFile>[1],
): Promise<Examined> {
  const picture = await images.inspect(file, mime);
  const planned = new Map<string, PlannedCopy>();
  for (const [name, size] of Object.entries(sizes)) {
    const measure = resizedDimensions(picture, size);
    if (measure === null) continue;
    const suffix = `-${measure.width}x${measure.height}`;
    const twin = planned.get(suffix);
    if (twin) twin.sizes.push(name);
    else {
      const localFile = scratch();
      planned.set(suffix, { ...measure, crop: size.crop, file: localFile, localFile, suffix, mime, sizes: [name] });
    }
  }
  const copies = [...planned.values()];
  await images.makeCopies(file, picture, copies);
  return {
    copies,
    metadata: (path, copyName) => ({
      width: picture.width,
      height: picture.height,
      file: path,
      sizes: storedSizes(sizes, copies, copyName),
      image_meta: picture.meta,
    }),
  };
}

function storedSizes(
  sizes: Readonly<Record<string, ImageSize>>,
  copies: readonly PlannedCopy[],
  copyName: (copy: FileToStore) => string | null,
): Record<string, StoredCopy> {
  const stored: Record<string, StoredCopy> = {};
  for (const name of Object.keys(sizes)) {
    const copy = copies.find((candidate) => candidate.sizes.includes(name));
    const file = copy === undefined ? null : copyName(copy);
    if (copy && file) stored[name] = { file, width: copy.width, height: copy.height, 'mime-type': copy.mime };
  }
  return stored;
}
