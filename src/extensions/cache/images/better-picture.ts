import type { Files, Store } from '../../../extension.ts';
import { imageJobTable, jobStatus, pathDigest, pictureFormats } from './image-jobs.ts';

const pictureName = /\.(?:jpe?g|png|gif|webp)$/i;

/**
 * Which file to send instead of a picture, for a browser that accepts better formats: only one that was made from the
 * current bytes of the source. Null for the picture itself; undefined for a path that has no generated files.
 */
export async function betterPicture(
  { store, files }: { store: Store; files: Files },
  path: string,
  accept: string,
): Promise<string | null | undefined> {
  if (!pictureName.test(path)) return undefined;
  const [job] = await store.table(imageJobTable).find({ pathDigest: pathDigest(path), status: jobStatus.fetched });
  if (job?.path !== path) return undefined;
  const format = pictureFormats.find((one) => (job.made?.[one]?.saved ?? 0) > 0 && takes(accept, `image/${one}`));
  if (!format) return null;
  return (await files.stat(path))?.tag === job.sourceTag ? `${path}.${format}` : null;
}

/** Whether the header names the type and does not exclude it; a wildcard does not mean that it can be displayed. */
function takes(accept: string, type: string): boolean {
  return accept.split(',').some((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
