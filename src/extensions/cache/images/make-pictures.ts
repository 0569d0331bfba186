import { hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Files, loadSharp, type Store } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { type ImageJob, imageJobTable, jobStatus, type PictureFormat } from './image-jobs.ts';
import { localServer } from './image-notice.ts';

const limits = { pixels: 100_000_000, seconds: 30 };
const quality = { webp: 80, avif: 50 };

/** Where the worker finds pictures and leaves what it makes. */
export interface Workplace {
  readonly store: Store;
  readonly files: Files;
  /** A private folder. */
  readonly spool: string;
}

/** Takes the oldest waiting job; null when there is none or another process was quicker. */
export async function takeJob(store: Store, nowMs: number): Promise<ImageJob | null> {
  const jobs = store.table(imageJobTable);
  const [job] = await jobs.find(
    { status: jobStatus.gathered },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  if (!job) return null;
  const changes = { status: jobStatus.requested, changedMs: nowMs };
  const taken = await jobs.update({ id: job.id, status: jobStatus.gathered }, changes);
  if (taken === 0) return null;
  await jobs.increase({ id: job.id }, { attempts: 1 });
  return { ...job, ...changes, attempts: job.attempts + 1 };
}

/** Makes the smaller files of one picture and says so in the words a node would use; null where it cannot be read. */
export async function makePictures(job: ImageJob, place: Workplace): Promise<Record<string, unknown> | null> {
  const source = join(place.spool, `${randomUUID()}.source`);
  try {
    const stream = await place.files.read(job.path);
    if (!stream) return null;
    await pipeline(stream, createWriteStream(source));
    const sourceBytes = (await stat(source)).size;
    const entry: Record<string, unknown> = { id: String(job.id), src_size: sourceBytes };
    for (const format of await formatsFor(source)) {
      const name = `${randomUUID()}.${format}`;
      Object.assign(entry, await encode(source, format, join(place.spool, name), { name, sourceBytes, place }));
    }
    const [found, sourceMd5] = [await place.files.stat(job.path), hash('md5', await readFile(source))];
    if (!found) return null;
    await place.store.table(imageJobTable).update({ id: job.id }, { sourceTag: found.tag, sourceMd5 });
    return { server: localServer, status: 6, data: { [job.id]: entry } };
  } catch {
    // A picture that cannot be decoded stays as it is; the node's word for that is a failure of the job.
    return null;
  } finally {
    await rm(source, { force: true });
  }
}

/** What a picture is worth turning into: moving ones have no avif, webp ones nothing but. */
async function formatsFor(source: string): Promise<readonly PictureFormat[]> {
  const { format, pages = 1 } = await (await open(source)).metadata();
  if (format === 'webp') return pages > 1 ? [] : ['avif'];
  return pages > 1 ? ['webp'] : ['webp', 'avif'];
}

async function encode(
  source: string,
  format: PictureFormat,
  target: string,
  { name, sourceBytes, place }: { name: string; sourceBytes: number; place: Workplace },
): Promise<Record<string, unknown>> {
  const upright = (await open(source)).autoOrient();
  const kept = (await readSetting(place.store, 'image_metadata')) ? upright.keepMetadata() : upright;
  // At its usual effort avif would hold a processor for seconds.
  const written =
    format === 'webp' ? kept.webp({ quality: quality.webp }) : kept.avif({ quality: quality.avif, effort: 2 });
  const { size } = await written.toFile(target);
  if (size >= sourceBytes) {
    await rm(target, { force: true });
    return { [`${format}_reduced`]: 0 };
  }
  const md5 = hash('md5', await readFile(target));
  return { [format]: name, [`${format}_md5`]: md5, [`${format}_reduced`]: sourceBytes - size };
}

async function open(file: string) {
  const sharp = await loadSharp();
  return sharp(file, { animated: true, limitInputPixels: limits.pixels, sequentialRead: true }).timeout({
    seconds: limits.seconds,
  });
}

/** What a finished file must turn out to be. */
export interface ExpectedPicture {
  readonly format: PictureFormat;
  readonly width: number;
  readonly height: number;
}

/** The measures of a stored picture as it stands upright; null where it cannot be read. */
export async function measure(file: string): Promise<{ width: number; height: number; format: string } | null> {
  try {
    const image = await open(file);
    const { autoOrient, format, pages = 1, pageHeight } = await image.metadata();
    // Reading pixels is what proves that there are any.
    await (await open(file)).resize(8, 8, { fit: 'fill' }).raw().toBuffer();
    return {
      width: autoOrient.width,
      height: pages > 1 && pageHeight ? pageHeight : autoOrient.height,
      format: format === 'heif' ? 'avif' : format,
    };
  } catch {
    return null;
  }
}
