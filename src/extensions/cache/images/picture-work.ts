import { hash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Background, type Fetcher, isFree, type Job, startLoop, unlessAbsent } from '../../../extension.ts';
import { raiseNotice } from '../service/notices.ts';
import { busyCheck, readSetting } from '../settings.ts';
import { changeState } from '../stored-state.ts';
import { gatherImages, sweepImages } from './gather-images.ts';
import {
  dropJobs,
  finishJob,
  type ImageJob,
  imageJobTable,
  imageTotalsEntry,
  jobStatus,
  type MadeFile,
  type OfferedFile,
  type PictureFormat,
  pictureFormats,
} from './image-jobs.ts';
import { localServer, takeImageNotice } from './image-notice.ts';
import { leaseMs, makePictures, type PictureContext, takeJob } from './make-pictures.ts';

/** Makes and stores the files of one waiting picture; false when none waits. */
export async function workOnPicture(context: PullContext): Promise<boolean> {
  const job = await takeJob(context, context.clock());
  if (!job) return false;
  await changeState(context.store, imageTotalsEntry, (totals) => ({ ...totals, lastRequestedMs: context.clock() }));
  const message = await makePictures(job, context);
  // Our own worker calls the same function that handles a node's message.
  if (message) await takeImageNotice(message, { store: context.store, nowMs: context.clock(), trusted: true });
  else await context.store.table(imageJobTable).remove({ id: job.id, status: jobStatus.requested });
  await pullPictures(context);
  return true;
}

const everyMs = 5_000;

/** Scans, generates and cleans up, one picture at a time, and pauses while the machine is busy. */
export function startPictureWork(
  { spool, ...rest }: Omit<PullContext, 'spool'> & { readonly spool: () => Promise<string> },
  job: Job,
): Background {
  let mark = 0;
  const round = async (stopping: AbortSignal) => {
    const context = { ...rest, spool: await spool() };
    mark = await sweepImages(context, mark, context.clock());
    await pullPictures(context);
    if (!(await readSetting(context.store, 'images'))) return;
    await gatherImages(context.store, context.clock());
    const isBusy = await busyCheck(context.store);
    while (!stopping.aborted && !isBusy() && (await workOnPicture(context)));
  };
  return startLoop({ everyMs, firstAfterMs: everyMs, round, job });
}

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
  if (held.owner !== owner && !isFree(held, clock(), leaseMs)) return false;
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

const fetchBytes = 20 * 1024 * 1024;
const fetchMs = 30_000;

/** What fetching finished files depends on. */
export interface PullContext extends PictureContext {
  readonly fetch: Fetcher;
  readonly clock: () => number;
}

/** A local copy of an offered file; `gone` if the node no longer has it, null if it cannot be fetched. */
export async function fetchOffered(
  job: ImageJob,
  offered: OfferedFile,
  context: PullContext,
): Promise<string | 'gone' | null> {
  const target = join(context.spool, `${randomUUID()}.pulled`);
  const server = job.node?.server ?? '';
  if (server === localServer) return takeLocal(offered.path, target, context);
  try {
    const url = new URL(offered.path.replace(/^\/+/, ''), `${server.replace(/\/+$/, '')}/`).href;
    if (!url.startsWith(`${new URL(server).origin}/`)) return null;
    const answer = await context.fetch(url, { maxBytes: fetchBytes, timeoutMs: fetchMs });
    if (answer.status === 404) return 'gone';
    if (answer.status !== 200 || answer.url !== url) return null;
    await writeFile(target, answer.body);
    return target;
  } catch {
    return null;
  }
}

/** A file of our own workers; `gone` where it lay on a machine that is gone, so that it is made again. */
async function takeLocal(name: string, target: string, { spool }: PullContext): Promise<string | 'gone' | null> {
  if (!/^[\w-][\w.-]*$/.test(name)) return null;
  const found = await unlessAbsent(lstat(join(spool, name)));
  if (found === null) return 'gone';
  if (!found.isFile()) return null;
  await rename(join(spool, name), target);
  return target;
}
