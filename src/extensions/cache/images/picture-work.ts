import { type Background, startLoop } from '../../../extension.ts';
import { busyCheck } from '../machine-load.ts';
import { readSetting } from '../settings.ts';
import { changeState } from '../stored-state.ts';
import type { PullContext } from './fetch-offered.ts';
import { gatherImages } from './gather-images.ts';
import { imageJobTable, jobStatus } from './image-jobs.ts';
import { takeImageNotice } from './image-notice.ts';
import { imageTotalsEntry } from './image-totals.ts';
import { makePictures, takeJob } from './make-pictures.ts';
import { pullPictures } from './pull-pictures.ts';
import { sweepImages } from './sweep-images.ts';

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
export function startPictureWork(context: PullContext, report: (error: unknown) => void): Background {
  let mark = 0;
  const round = async (stopping: AbortSignal) => {
    mark = await sweepImages(context, mark, context.clock());
    await pullPictures(context);
    if (!(await readSetting(context.store, 'images'))) return;
    await gatherImages(context.store, context.clock());
    const isBusy = await busyCheck(context.store);
    while (!stopping.aborted && !isBusy() && (await workOnPicture(context)));
  };
  return startLoop({ everyMs, firstAfterMs: everyMs, round, report });
}
