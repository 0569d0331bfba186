import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Command, type CommandContext, CommandError, defineCommand } from '../extension/command.ts';
import { createPlaten } from '../index.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import type { OpenStore } from '../storage/store.ts';
import { type GenerateContext, generateComments, generatePages, generatePosts } from '../transfer/generate-content.ts';
import { createProgress } from '../transfer/progress.ts';
import { siteStorage } from '../transfer/site-storage.ts';

const mostRows = 10_000_000;

/** Adds so many rows to a site. */
type Generator = (count: number, context: GenerateContext) => Promise<void>;

/** Fill a site with generated content, for tests at a realistic size. */
export const generateCommands: readonly Command[] = [
  generateCommand('posts', 'invented posts with authors, categories and tags into the site', generatePosts),
  generateCommand('pages', 'invented pages into the site, most of them below another one', generatePages),
  generateCommand('comments', 'invented comments under the posts of the site', async (count, context) => {
    if ((await generateComments(count, context)) < count)
      throw new CommandError('There is no published post: make some with "platen generate posts" first.');
  }),
];

function generateCommand(noun: string, what: string, generator: Generator): Command {
  return defineCommand({
    name: `generate ${noun}`,
    summary: `Put ${what}, for tests and measurements.`,
    operands: ['count'],
    run: async (context) => {
      const text = context.operands.count;
      const count = Number(text);
      if (!/^\d+$/.test(text) || count < 1 || count > mostRows)
        throw new CommandError(`"${text}" is no number of ${noun}: say one from 1 to ${mostRows}.`);
      await generate(context, { noun, count, generator });
    },
  });
}

interface Generated {
  readonly noun: string;
  readonly count: number;
  readonly generator: Generator;
}

async function generate({ config, site, clock, print }: CommandContext, generated: Generated): Promise<void> {
  const { noun, count, generator } = generated;
  const started = clock();
  const { database } = await siteStorage(config);
  const platen = await createPlaten({ ...config, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
  const progress = createProgress(process.stderr, clock);
  try {
    if (platen.made?.password)
      print(
        `A new site was made. Its administrator is "${config.adminUser}", with the password ${platen.made.password}`,
      );
    const release = platen.store.holdIndexing();
    const bulk = await openBulkWriter(database);
    try {
      const show = (done: number) => progress.show(done, count, `${done} of ${count} ${noun}`);
      const { store } = platen;
      await generator(count, { store, bulk, site: await site(store), nowMs: started, progress: show });
    } finally {
      await bulk.close();
    }
    progress.end();
    const seconds = (clock() - started) / 1000;
    print(`${count} ${noun} in ${seconds.toFixed(1)} s, ${Math.round(count / Math.max(seconds, 0.001))} a second.`);
    release();
    await indexed(platen.store, clock, (done, all) =>
      progress.show(done, all, `${done} of ${all} texts indexed for searches`),
    );
  } finally {
    progress.end();
    await platen.close();
  }
}

const stuckMs = 60_000;

/** Waits until no text waits to be indexed, so that the first searches need not read them; gives up when nothing moves. */
async function indexed(
  store: OpenStore,
  clock: () => number,
  show: (done: number, all: number) => void,
): Promise<void> {
  const { waiting: all } = await store.searchIndex();
  let least = all;
  // Counting takes its time too.
  const pauseMs = Math.min(50 + all / 100, 2_000);
  for (let movedAt = clock(); least > 0 && clock() - movedAt < stuckMs; await sleep(pauseMs)) {
    const { waiting } = await store.searchIndex();
    if (waiting < least) movedAt = clock();
    least = Math.min(least, waiting);
    show(all - least, all);
  }
}
