import { hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { isFree } from '../../../extension.ts';
import { raiseNotice } from '../service/notices.ts';
import { fetchOffered, type PullContext } from './fetch-offered.ts';
import {
  type ImageJob,
  imageJobTable,
  jobStatus,
  type MadeFile,
  type OfferedFile,
  type PictureFormat,
  pictureFormats,
} from './image-jobs.ts';
import { dropJobs, finishJob } from './image-totals.ts';
import { leaseMs } from './make-pictures.ts';

/** Fetches the files of finished jobs; each must match what the node announced and be a picture of the same size. */
export async function pullPictures(context: PullContext): Promise<number> {
  const jobs = context.store.table(imageJobTable);
  const ready = await jobs.find({ status: jobStatus.notified }, undefined, { limit: 20, offset: 0 });
  for (const job of ready) if (await takeReady(job, context)) await pullJob(job, context);
  return ready.length;
}

/** Takes a finished job, so that one worker fetches its files; false where another has it. */
async function takeReady(job: ImageJob, { store, owner, clock }: PullContext): Promise<boolean> {
  const held = { owner: job.owner ?? '', untilMs: job.ownedUntilMs ?? 0 };
  if (held.owner !== owner && !isFree(held, clock())) return false;
  const where = { id: job.id, status: jobStatus.notified, owner: job.owner };
  const lease = { owner, ownedUntilMs: clock() + leaseMs };
  return (await store.table(imageJobTable).update(where, lease)) > 0;
}

async function pullJob(job: ImageJob, context: PullContext): Promise<void> {
  const fetched: { format: PictureFormat; file: string; offered: OfferedFile }[] = [];
  try {
    for (const format of pictureFormats) {
      const offered = job.node?.files[format];
      if (!offered) continue;
      const file = await fetchOffered(job, offered, context);
      if (file === 'gone') return await sendBack(job, context);
      if (file === null) return await giveUp(job, context);
      fetched.push({ format, file, offered });
    }
    const source = await currentSource(job, context);
    if (!source || !(await Promise.all(fetched.map((one) => isAsAnnounced(one, source, context)))).every(Boolean))
      return await giveUp(job, context);
    await context.store.table(imageJobTable).update({ id: job.id }, { sourceTag: source.tag, sourceMd5: source.md5 });
    const made: Partial<Record<PictureFormat, MadeFile>> = {};
    for (const one of fetched) made[one.format] = await storeBeside(job, one, context);
    await finishJob(context.store, job, made, context.clock());
  } finally {
    for (const { file } of fetched) await rm(file, { force: true });
  }
}

interface Source {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly tag: string;
  readonly md5: string;
}

async function currentSource(job: ImageJob, context: PullContext): Promise<Source | null> {
  const copy = join(context.spool, `${randomUUID()}.source`);
  try {
    const [found, stream] = [await context.files.stat(job.path), await context.files.read(job.path)];
    if (!found || !stream) return null;
    await pipeline(stream, createWriteStream(copy));
    const measured = await context.pictures.measure(copy);
    return measured && { ...measured, bytes: found.size, tag: found.tag, md5: hash('md5', await readFile(copy)) };
  } finally {
    await rm(copy, { force: true });
  }
}

async function isAsAnnounced(
  { format, file, offered }: { format: PictureFormat; file: string; offered: OfferedFile },
  source: Source,
  { pictures }: PullContext,
): Promise<boolean> {
  const content = await readFile(file);
  if (hash('md5', content) !== offered.md5 || source.bytes - content.length !== offered.reduced) return false;
  const found = await pictures.measure(file);
  return found?.format === format && found.width === source.width && found.height === source.height;
}

/** Stores a file beside its source, unless another upload already has that name; then nothing is saved. */
async function storeBeside(
  job: ImageJob,
  { format, file, offered }: { format: PictureFormat; file: string; offered: OfferedFile },
  { files }: PullContext,
): Promise<MadeFile> {
  const path = `${job.path}.${format}`;
  if (job.made?.[format]) await files.remove(path);
  const isStored = await files.put(path, file, `image/${format}`);
  return { md5: offered.md5, saved: isStored ? offered.reduced : 0 };
}

async function sendBack(job: ImageJob, { store, clock }: PullContext): Promise<void> {
  await store.table(imageJobTable).update({ id: job.id }, { status: jobStatus.gathered, changedMs: clock() });
}

async function giveUp(job: ImageJob, { store, clock }: PullContext): Promise<void> {
  await dropJobs(store, [job]);
  const text = `A file made of the picture ${job.path} was not what the node announced; it was not used.`;
  await raiseNotice(store, { tone: 'error', text }, clock());
}
