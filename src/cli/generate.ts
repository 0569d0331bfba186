import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { type Command, type CommandContext, CommandError, defineCommand } from '../commands/command.ts';
import { createProgress } from '../exchange/progress.ts';
import { siteStorage } from '../exchange/site-storage.ts';
import { createPlaten } from '../platen.ts';
import { generatePosts } from '../setup/generate-posts.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import type { OpenStore } from '../storage/store.ts';

const mostPosts = 10_000_000;

/** Fills a site with generated posts, for tests at a realistic size. */
export const generateCommand: Command = defineCommand({
  name: 'generate posts',
  summary: 'Put invented posts with authors, categories and tags into the site, for tests and measurements.',
  operands: ['count'],
  run: async (context) => {
    const text = context.operands.count;
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < 1 || count > mostPosts)
      throw new CommandError(`"${text}" is no number of posts: say one from 1 to ${mostPosts}.`);
    await generate(context, count);
  },
});

async function generate({ config, site, clock, print }: CommandContext, count: number): Promise<void> {
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
      const show = (done: number) => progress.show(done, count, `${done} of ${count} posts`);
      const { store } = platen;
      await generatePosts(count, { store, bulk, site: await site(store), nowMs: started, progress: show });
    } finally {
      await bulk.close();
    }
    progress.end();
    const seconds = (clock() - started) / 1000;
    print(`${count} posts in ${seconds.toFixed(1)} s, ${Math.round(count / Math.max(seconds, 0.001))} a second.`);
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
