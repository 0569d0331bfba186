import type { AttachmentMetadata, StoredCopy } from './attachment-metadata.ts';
import { readAvDetails } from './av-details.ts';
import { type ImageSize, resizedDimensions } from './image-sizes.ts';
import { type CopyOrder, type ImageWorkshop, isDecodable } from './image-workshop.ts';
import type { FileToKeep } from './keep-together.ts';

/** A judged local file. */
export interface ExamineRequest {
  readonly file: string;
  readonly size: number;
  readonly mime: string;
}

export interface Examined {
  /** The copies that were made, as scratch files. */
  readonly copies: readonly FileToKeep[];
  /** What to store, once it is settled where the file lies and which copies were kept. */
  metadata(path: string, copyName: (copy: FileToKeep) => string | null): AttachmentMetadata;
}

/** Looks into a file and makes the copies its kind gets; files that tell nothing come back with nothing. */
export async function examineFile(
  request: ExamineRequest,
  tools: { workshop: ImageWorkshop; sizes: Readonly<Record<string, ImageSize>>; scratch: () => string },
): Promise<Examined> {
  if (isDecodable(request.mime)) return examinePicture(request, tools);
  const details = /^(?:audio|video)\//.test(request.mime)
    ? await readAvDetails(request.file, request.mime, request.size)
    : null;
  return { copies: [], metadata: () => details };
}

/** One copy can serve several sizes that come out alike. */
interface PlannedCopy extends CopyOrder, FileToKeep {
  readonly sizes: string[];
}

async function examinePicture(
  { file, mime }: ExamineRequest,
  { workshop, sizes, scratch }: Parameters<typeof examineFile>[1],
): Promise<Examined> {
  const picture = await workshop.inspect(file, mime);
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
  await workshop.makeCopies(file, picture, copies);
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
  copyName: (copy: FileToKeep) => string | null,
): Record<string, StoredCopy> {
  const stored: Record<string, StoredCopy> = {};
  for (const name of Object.keys(sizes)) {
    const copy = copies.find((candidate) => candidate.sizes.includes(name));
    const file = copy === undefined ? null : copyName(copy);
    if (copy && file) stored[name] = { file, width: copy.width, height: copy.height, 'mime-type': copy.mime };
  }
  return stored;
}
