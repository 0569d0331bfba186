import { availableParallelism } from 'node:os';
import { createLog } from '../app/log.ts';
import { openPictureWork, type PictureWork } from '../app/open-picture-work.ts';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import type { SiteSize } from '../media/sizes/site-sizes.ts';
import { createProgress } from '../transfer/progress.ts';
import { freshProgress, regeneratePictures } from '../wp/media/regenerate/regenerate-pictures.ts';
import { beginCommand, runRow } from '../wp/media/regenerate/regeneration-jobs.ts';
import type { RegenerationChoices, RegenerationProgress } from '../wp/media/regenerate/regeneration-table.ts';

const mostWorkers = 32;

/** Copies of pictures from the terminal. */
export const mediaCommands: readonly Command[] = [
  defineCommand({
    name: 'media sizes',
    summary: 'List the sizes that copies of pictures are made in, and where each comes from.',
    run: (context) =>
      withPictures(context, 1, async ({ sizes }) => {
        for (const size of await sizes.list()) context.print(sizeLine(size));
      }),
  }),
  defineCommand({
    name: 'media regenerate',
    summary: 'Make the copies of all pictures again, beside a running server. Killed, it goes on where it was.',
    flags: {
      'dry-run': { help: 'Only say what would be done.' },
      only: { value: 'NAMES', help: 'Only sizes of these names, separated by commas.' },
      missing: { help: 'Only copies that are missing or have other dimensions now.' },
      workers: { value: 'N', help: 'How many pictures to work on at a time. Default: one for each processor.' },
      from: { value: 'ID', help: 'Begin with the picture of this number, and not where an earlier run was killed.' },
      'remove-unused': { help: 'Remove copies that no size needs any more. Texts may show them.' },
    },
    run: (context) => {
      const { flags } = context;
      const workers = wholeNumber('--workers', flags.workers, 1, mostWorkers) ?? availableParallelism();
      const from = wholeNumber('--from', flags.from, 0, Number.MAX_SAFE_INTEGER);
      const choices: RegenerationChoices = {
        only: (flags.only ?? '').split(',').flatMap((name) => name.trim() || []),
        isMissing: flags.missing !== undefined,
        removesUnused: flags['remove-unused'] !== undefined,
      };
      return withPictures(context, workers, async (pictures) => {
        await refuseUnknown(choices, pictures);
        const order = { choices, workers, from };
        if (flags['dry-run'] !== undefined) await tryOut(context, pictures, order);
        else await regenerate(context, pictures, order);
      });
    },
  }),
];

interface Order {
  readonly choices: RegenerationChoices;
  readonly workers: number;
  readonly from: number | null;
}

async function tryOut({ print, clock }: CommandContext, { context }: PictureWork, order: Order): Promise<void> {
  const bar = createProgress(process.stderr, clock);
  const start = await freshProgress(context.store, Math.max(0, (order.from ?? 0) - 1));
  const { done, made, removed } = await regeneratePictures(context, {
    choices: order.choices,
    start,
    workers: 1,
    isDry: true,
    watch: (progress) => bar.show(progress.done, progress.all, `${progress.done} of ${progress.all} pictures`),
  });
  bar.end();
  const unused = order.choices.removesUnused ? `, and ${removed} removed` : '';
  print(`${made} copies of ${done} pictures would be made${unused}. Nothing was changed.`);
}

async function regenerate({ print, clock }: CommandContext, pictures: PictureWork, order: Order): Promise<void> {
  const { context } = pictures;
  // A command that was killed may have left claims on pictures.
  await pictures.recover();
  const begun = await beginCommand(context, order.choices, order.from);
  if (!begun)
    throw new CommandError(
      'Copies are being made again already, by a server or another command. Wait until that has ended, or stop it.',
    );
  const { row, goesOn } = begun;
  if (goesOn && row.progress.done > 0)
    print(`Goes on after picture ${row.progress.position}, where an earlier run was. --from 0 begins anew.`);
  const bar = createProgress(process.stderr, clock);
  let last: RegenerationProgress = row.progress;
  const state = await runRow(context, row, {
    workers: order.workers,
    watch: (progress) => {
      last = progress;
      bar.show(progress.done, progress.all, `${progress.done} of ${progress.all} pictures`);
    },
  }).finally(() => bar.end());
  const { done, made, removed, failed, failures } = last;
  const unused = order.choices.removesUnused ? `, ${removed} removed` : '';
  print(
    `${made} copies of ${done} pictures were made${unused}${state === 'cancelled' ? '; then it was stopped' : ''}.`,
  );
  for (const { id, why } of failures) print(`  picture ${id}: ${why}`);
  if (failed > failures.length) print(`  and ${failed - failures.length} more`);
  if (failed > 0) throw new CommandError(`${failed} of ${done} pictures failed; their copies are as they were.`);
}

async function withPictures(
  { config, clock, store }: CommandContext,
  picturesAtOnce: number,
  work: (pictures: PictureWork) => Promise<void>,
): Promise<void> {
  // Opened first, so that a site that is missing is said to be.
  await store();
  const pictures = await openPictureWork(config, { log: createLog('error'), clock, picturesAtOnce });
  try {
    await work(pictures);
  } finally {
    await pictures.close();
  }
}

async function refuseUnknown({ only }: RegenerationChoices, { sizes }: PictureWork): Promise<void> {
  const known = (await sizes.list()).map(({ name }) => name);
  const unknown = only.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new CommandError(`There is no size "${unknown}"; there are ${known.join(', ')}.`);
}

function wholeNumber(flag: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new CommandError(`${flag} is "${text}"; it must be a whole number from ${least} to ${most}.`);
}

function sizeLine({ name, width, height, crop, source, extension, isMade, isCertain }: SiteSize): string {
  const box = `${width || 'any'} x ${height || 'any'}${crop ? ', cropped' : ''}`;
  const from = extension === '' ? source : `${source} ${extension}`;
  return [name, box, from + (isCertain ? '' : ' (not certain)'), isMade ? '' : 'not made'].join('\t').trimEnd();
}
