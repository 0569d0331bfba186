import { setTimeout as pause } from 'node:timers/promises';
import type { Hooks } from '../../../background/hooks.ts';
import { ApiError } from '../../../lib/errors.ts';
import type { MaybePromise } from '../../../lib/maybe-promise.ts';
import { readPicture } from '../../../media/attachment-metadata.ts';
import type { MediaLibrary } from '../../../media/media-library.ts';
import { leftoversOf, planRenewal, type RenewalChoices } from '../../../media/sizes/renewal-plan.ts';
import { UploadRefused } from '../../../media/upload-refusal.ts';
import { isDecodable } from '../../../media/workers/image-processor.ts';
import { system } from '../../../rules/capabilities.ts';
import type { Site } from '../../../rules/site.ts';
import { everything } from '../../../rules/visibility.ts';
import type { Post } from '../../../storage/rows.ts';
import type { PostFilter, Store } from '../../../storage/store.ts';
import type { OperationContext } from '../../context/core-context.ts';
import type { ContentKinds } from '../../posts/content-kind.ts';
import { storeCopies, storedFiles, storedFilesOf } from '../write-attachment.ts';
import type { RegenerationChoices, RegenerationProgress } from './regeneration-table.ts';

/** What copies of stored pictures are made again with. */
export interface RegenerationWork {
  readonly store: Store;
  readonly library: Pick<MediaLibrary, 'renew' | 'removeLeftovers' | 'sizes'>;
  readonly kinds: () => ContentKinds;
  readonly site: (store: Store) => MaybePromise<Site>;
  readonly hooks: () => Hooks | null;
  readonly clock: () => number;
}

type PictureRow = Pick<Post, 'id' | 'mimeType'>;

/** How many files were written, and how many removed. */
export interface RenewedFiles {
  readonly made: number;
  readonly removed: number;
}

const nothing: RenewedFiles = { made: 0, removed: 0 };

/** Makes copies of one picture again; files that are no pictures have none. Throws UploadRefused. */
export async function regeneratePicture(
  { library, kinds }: Pick<RegenerationWork, 'library' | 'kinds'>,
  { id, mimeType }: PictureRow,
  choices: RegenerationChoices,
  work: OperationContext,
): Promise<RenewedFiles> {
  const { store } = work;
  const attachment = isDecodable(mimeType) ? await storedFiles(id, store) : null;
  if (!attachment) return nothing;
  const order = {
    id,
    file: attachment.file,
    read: () => storedFiles(id, store),
    settle: async (...[renewed, release]: Parameters<Parameters<MediaLibrary['renew']>[0]['settle']>) => {
      await storeCopies(kinds().of('attachment'), { id }, renewed, work, release);
    },
  };
  const made = await library.renew({ ...order, ...renewalOf(choices), mime: mimeType });
  const removed = choices.removesUnused ? await library.removeLeftovers(order) : 0;
  return { made, removed };
}

function renewalOf({ only, isMissing, removesUnused }: RegenerationChoices): RenewalChoices {
  return {
    which: isMissing ? 'missing' : 'all',
    ...(only.length > 0 ? { only } : {}),
    dropsUnused: removesUnused,
  };
}

const pageSize = 50;
const mostFailures = 50;

const pictures: PostFilter = { types: ['attachment'], visibility: everything, mimeTypes: ['image/*'] };
const after = (id: number): PostFilter => ({ ...pictures, beyond: { by: 'id', id, direction: 'asc' } });

/** The progress of a run that begins after this number. */
export async function freshProgress(store: Store, position: number): Promise<RegenerationProgress> {
  const all = await store.posts.count(position > 0 ? after(position) : pictures);
  return { position, done: 0, all, made: 0, removed: 0, failed: 0, failures: [] };
}

/** The progress where a run goes on: pictures beyond the position that had ended are made again, and counted then. */
export async function resumedProgress(store: Store, progress: RegenerationProgress): Promise<RegenerationProgress> {
  if (progress.done === 0) return progress;
  const left = await store.posts.count(after(progress.position));
  return { ...progress, done: Math.min(progress.done, Math.max(0, progress.all - left)) };
}

export interface RegenerationRun {
  readonly choices: RegenerationChoices;
  readonly start: RegenerationProgress;
  /** How many pictures are worked on at a time. */
  readonly workers: number;
  /** Called after each picture; throws where the run should end. */
  readonly watch: (progress: RegenerationProgress) => void;
  /** Only says what would be done. */
  readonly isDry?: boolean;
}

/** Goes over the pictures of the site, in the order of their numbers. A picture that fails does not stop the others. */
export async function regeneratePictures(work: RegenerationWork, run: RegenerationRun): Promise<RegenerationProgress> {
  let progress = run.start;
  const note = (changes: Partial<RegenerationProgress>) => {
    progress = { ...progress, ...changes };
  };
  const one = run.isDry ? await dryRun(work, run.choices) : (row: PictureRow) => regenerateOne(work, row, run.choices);
  for (;;) {
    const page = await nextPictures(work.store, progress.position);
    if (page.length === 0) return progress;
    const ended = new Set<number>();
    await inParallel(page, run.workers, async (row) => {
      const { made, removed, why } = await one(row);
      const failures = why === null || progress.failures.length >= mostFailures ? [] : [{ id: row.id, why }];
      ended.add(row.id);
      // Those of smaller numbers may still be under way.
      const open = page.find(({ id }) => !ended.has(id));
      const position = open ? (page[page.indexOf(open) - 1]?.id ?? progress.position) : page.at(-1)!.id;
      note({
        position,
        done: progress.done + 1,
        made: progress.made + made,
        removed: progress.removed + removed,
        failed: progress.failed + (why === null ? 0 : 1),
        failures: [...progress.failures, ...failures],
      });
      run.watch(progress);
    });
  }
}

const nextPictures = (store: Store, position: number): Promise<PictureRow[]> =>
  store.posts.find(after(position), { by: 'id', direction: 'asc' }, { limit: pageSize, offset: 0 }, ['id', 'mimeType']);

type Outcome = RenewedFiles & { readonly why: string | null };

/** How often a picture is tried that somebody else is changing. */
const attempts = 4;

async function regenerateOne(work: RegenerationWork, row: PictureRow, choices: RegenerationChoices): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { store, hooks, clock } = work;
      const context = { store, site: await work.site(store), caller: system, now: clock(), hooks: hooks() };
      return { ...(await regeneratePicture(work, row, choices, context)), why: null };
    } catch (error) {
      const isBusy = error instanceof UploadRefused && error.reason === 'busy';
      if (isBusy && attempt < attempts) {
        await pause(attempt * 500);
        continue;
      }
      if (error instanceof UploadRefused) return { ...nothing, why: error.message };
      // It was deleted meanwhile, or an extension does not want it to be changed.
      if (error instanceof ApiError) return { ...nothing, why: error.status === 404 ? null : error.message };
      throw error;
    }
  }
}

/** What would be done, by what is stored. */
async function dryRun({ store, library }: RegenerationWork, choices: RegenerationChoices) {
  const sizes = await library.sizes();
  const renewal = renewalOf(choices);
  return async ({ id, mimeType }: PictureRow): Promise<Outcome> => {
    const attachment = isDecodable(mimeType) ? (await storedFilesOf([id], store)).get(id) : undefined;
    const picture = readPicture(attachment?.metadata);
    if (!attachment || !picture) return { ...nothing, why: null };
    const plan = planRenewal(picture, picture, sizes, renewal);
    const unused = Object.keys(picture.sizes).filter((name) => !plan.kept[name] && !plan.sizes[name]).length;
    const removed = choices.removesUnused ? unused + leftoversOf(attachment).paths.length : 0;
    return { made: Object.keys(plan.sizes).length, removed, why: null };
  };
}

/** Runs work on each item, at most so many at a time. After a failure, no further one is begun. */
async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items.values();
  let isStopped = false;
  const worker = async () => {
    for (const item of left) {
      if (isStopped) return;
      try {
        await work(item);
      } catch (error) {
        isStopped = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.max(1, atOnce) }, worker));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}
