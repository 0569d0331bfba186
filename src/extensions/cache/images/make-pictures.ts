import { hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Files, PictureConverter, Store } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { type ImageJob, imageJobTable, jobStatus, type PictureFormat } from './image-jobs.ts';
import { localServer } from './image-notice.ts';

/** Longer than making or fetching the files of one picture takes. */
export const leaseMs = 300_000;

const quality = { webp: 80, avif: 50 };

/** What making smaller pictures depends on. */
export interface PictureContext {
  readonly store: Store;
  readonly files: Files;
  readonly pictures: PictureConverter;
  /** A private folder for temporary files. */
  readonly spool: string;
  /** The worker in the jobs that it takes. */
  readonly owner: string;
}

/** Claims the oldest waiting job; null when there is none or another process was faster. */
export async function takeJob(
  { store, owner }: Pick<PictureContext, 'store' | 'owner'>,
  nowMs: number,
): Promise<ImageJob | null> {
  const jobs = store.table(imageJobTable);
  const [job] = await jobs.find(
    { status: jobStatus.gathered },
    { by: 'id', direction: 'asc' },
    { limit: 1, offset: 0 },
  );
  if (!job) return null;
  const lease = { owner, ownedUntilMs: nowMs + leaseMs };
  const changes = { status: jobStatus.requested, changedMs: nowMs, ...lease };
  const taken = await jobs.update({ id: job.id, status: jobStatus.gathered }, changes);
  if (taken === 0) return null;
  await jobs.increase({ id: job.id }, { attempts: 1 });
  return { ...job, ...changes, attempts: job.attempts + 1 };
}

/**
 * Makes the smaller files of one picture; returns the message a node would send, or null if there is no picture that can be decoded.
 */
export async function makePictures(job: ImageJob, context: PictureContext): Promise<Record<string, unknown> | null> {
  const source = join(context.spool, `${randomUUID()}.source`);
  try {
    const stream = await context.files.read(job.path);
    if (!stream) return null;
    await pipeline(stream, createWriteStream(source));
    const sourceBytes = (await stat(source)).size;
    const entry: Record<string, unknown> = { id: String(job.id), src_size: sourceBytes };
    const formats = await formatsFor(source, context);
    if (formats === null) return null;
    for (const format of formats) {
      const name = `${randomUUID()}.${format}`;
      const made = await encode(source, format, join(context.spool, name), { name, sourceBytes, context });
      if (made === null) return null;
      Object.assign(entry, made);
    }
    const [found, sourceMd5] = [await context.files.stat(job.path), hash('md5', await readFile(source))];
    if (!found) return null;
    await context.store.table(imageJobTable).update({ id: job.id }, { sourceTag: found.tag, sourceMd5 });
    return { server: localServer, status: 6, data: { [job.id]: entry } };
  } finally {
    await rm(source, { force: true });
  }
}

/** The formats to generate: no avif from an animated picture, only avif from a webp. */
async function formatsFor(source: string, { pictures }: PictureContext): Promise<readonly PictureFormat[] | null> {
  const found = await pictures.measure(source);
  if (found === null) return null;
  if (found.format === 'webp') return found.frames > 1 ? [] : ['avif'];
  return found.frames > 1 ? ['webp'] : ['webp', 'avif'];
}

async function encode(
  source: string,
  format: PictureFormat,
  target: string,
  { name, sourceBytes, context }: { name: string; sourceBytes: number; context: PictureContext },
): Promise<Record<string, unknown> | null> {
  const keepMetadata = await readSetting(context.store, 'image_metadata');
  const size = await context.pictures.convert(source, target, { format, quality: quality[format], keepMetadata });
  if (size === null) return null;
  if (size >= sourceBytes) {
    await rm(target, { force: true });
    return { [`${format}_reduced`]: 0 };
  }
  const md5 = hash('md5', await readFile(target));
  return { [format]: name, [`${format}_md5`]: md5, [`${format}_reduced`]: sourceBytes - size };
}
