import type { Background } from '../../../extension.ts';
import { busyCheck } from '../machine-load.ts';
import { readSetting } from '../settings.ts';
import { startRounds } from '../start-rounds.ts';
import { changeCell } from '../state-cell.ts';
import { gatherImages } from './gather-images.ts';
import { imageJobTable, imageTotalsCell, jobStatus } from './image-jobs.ts';
import { takeImageNotice } from './image-notice.ts';
import { makePictures, takeJob } from './make-pictures.ts';
import { type Puller, pullPictures } from './pull-pictures.ts';
import { sweepImages } from './sweep-images.ts';

/** Works on one waiting picture from the job to the files beside it; false when nothing waits. */
export async function workOnPicture(place: Puller): Promise<boolean> {
  const job = await takeJob(place.store, place.clock());
  if (!job) return false;
  await changeCell(place.store, imageTotalsCell, (totals) => ({ ...totals, lastRequestedMs: place.clock() }));
  const message = await makePictures(job, place);
  // Our own worker speaks as a node does: the same message, taken in by the same function.
  if (message) await takeImageNotice(message, { store: place.store, nowMs: place.clock(), trusted: true });
  else await place.store.table(imageJobTable).remove({ id: job.id, status: jobStatus.requested });
  await pullPictures(place);
  return true;
}

const everyMs = 5_000;

/** Gathers, makes and sweeps, one picture at a time, and holds back while the machine has other things to do. */
export function startPictureWork(place: Puller, report: (error: unknown) => void): Background {
  let mark = 0;
  const round = async (isStopped: () => boolean) => {
    mark = await sweepImages(place, mark, place.clock());
    await pullPictures(place);
    if (!(await readSetting(place.store, 'images'))) return;
    await gatherImages(place.store, place.clock());
    const isBusy = await busyCheck(place.store);
    while (!isStopped() && !isBusy() && (await workOnPicture(place)));
  };
  return startRounds({ everyMs, round, report });
}
