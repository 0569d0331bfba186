import { hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Fetcher } from '../../../extension.ts';
import { raiseNotice } from '../service/notices.ts';
import {
  dropJobs,
  finishJob,
  type ImageJob,
  imageJobTable,
  jobStatus,
  type MadeFile,
  type OfferedFile,
  type PictureFormat,
  pictureFormats,
} from './image-jobs.ts';
import { localServer } from './image-notice.ts';
import { measure, type Workplace } from './make-pictures.ts';

const fetchBytes = 20 * 1024 * 1024;
const fetchMs = 30_000;

export interface Puller extends Workplace {
  readonly fetch: Fetcher;
  readonly clock: () => number;
}

/** Brings the files of finished jobs home: each is what it was said to be, and a picture of the same measures. */
export async function pullPictures(place: Puller): Promise<number> {
  const jobs = place.store.table(imageJobTable);
  const ready = await jobs.find({ status: jobStatus.notified }, undefined, { limit: 20, offset: 0 });
  for (const job of ready) await pullJob(job, place);
  return ready.length;
}

async function pullJob(job: ImageJob, place: Puller): Promise<void> {
  const fetched: { format: PictureFormat; file: string; offered: OfferedFile }[] = [];
  try {
    for (const format of pictureFormats) {
      const offered = job.node?.files[format];
      if (!offered) continue;
      const file = await bring(job, offered, place);
      if (file === 'gone') return await sendBack(job, place);
      if (file === null) return await giveUp(job, place);
      fetched.push({ format, file, offered });
    }
    const source = await currentSource(job, place);
    if (!source || !(await Promise.all(fetched.map((one) => isTrue(one, source)))).every(Boolean))
      return await giveUp(job, place);
    await place.store.table(imageJobTable).update({ id: job.id }, { sourceTag: source.tag, sourceMd5: source.md5 });
    const made: Partial<Record<PictureFormat, MadeFile>> = {};
    for (const one of fetched) made[one.format] = await keep(job, one, place);
    await finishJob(place.store, job, made, place.clock());
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

async function currentSource(job: ImageJob, place: Puller): Promise<Source | null> {
  const copy = join(place.spool, `${randomUUID()}.source`);
  try {
    const [found, stream] = [await place.files.stat(job.path), await place.files.read(job.path)];
    if (!found || !stream) return null;
    await pipeline(stream, createWriteStream(copy));
    const measured = await measure(copy);
    return measured && { ...measured, bytes: found.size, tag: found.tag, md5: hash('md5', await readFile(copy)) };
  } finally {
    await rm(copy, { force: true });
  }
}

async function isTrue(
  { format, file, offered }: { format: PictureFormat; file: string; offered: OfferedFile },
  source: Source,
): Promise<boolean> {
  const content = await readFile(file);
  if (hash('md5', content) !== offered.md5 || source.bytes - content.length !== offered.reduced) return false;
  const found = await measure(file);
  return found?.format === format && found.width === source.width && found.height === source.height;
}

/** A local copy of an offered file; `gone` where the node has it no longer, null where it is not to be had. */
async function bring(job: ImageJob, offered: OfferedFile, place: Puller): Promise<string | 'gone' | null> {
  const target = join(place.spool, `${randomUUID()}.pulled`);
  const server = job.node?.server ?? '';
  if (server === localServer) return bringLocal(offered.path, target, place);
  try {
    const url = new URL(offered.path.replace(/^\/+/, ''), `${server.replace(/\/+$/, '')}/`).href;
    if (!url.startsWith(`${new URL(server).origin}/`)) return null;
    const answer = await place.fetch(url, { maxBytes: fetchBytes, timeoutMs: fetchMs });
    if (answer.status === 404) return 'gone';
    if (answer.status !== 200 || answer.url !== url) return null;
    await writeFile(target, answer.body);
    return target;
  } catch {
    return null;
  }
}

async function bringLocal(name: string, target: string, { spool }: Puller): Promise<string | null> {
  if (!/^[\w-][\w.-]*$/.test(name)) return null;
  const found = await lstat(join(spool, name)).catch(() => null);
  if (!found?.isFile()) return null;
  await rename(join(spool, name), target);
  return target;
}

/** Puts a file beside its source. A name that somebody else's upload has is left alone, and nothing is saved then. */
async function keep(
  job: ImageJob,
  { format, file, offered }: { format: PictureFormat; file: string; offered: OfferedFile },
  { files }: Puller,
): Promise<MadeFile> {
  const path = `${job.path}.${format}`;
  if (job.made?.[format]) await files.remove(path);
  const kept = await files.keep(path, file, `image/${format}`);
  return { md5: offered.md5, saved: kept ? offered.reduced : 0 };
}

async function sendBack(job: ImageJob, { store, clock }: Puller): Promise<void> {
  await store.table(imageJobTable).update({ id: job.id }, { status: jobStatus.gathered, changedMs: clock() });
}

async function giveUp(job: ImageJob, { store, clock }: Puller): Promise<void> {
  await dropJobs(store, [job]);
  const text = `A file made of the picture ${job.path} was not what it was said to be; it was not used.`;
  await raiseNotice(store, { tone: 'error', text }, clock());
}
