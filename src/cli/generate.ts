import { pino } from 'pino';
import { type Command, type CommandContext, CommandError, defineCommand } from '../commands/command.ts';
import { createProgress } from '../exchange/progress.ts';
import { siteStorage } from '../exchange/site-storage.ts';
import { createPlaten } from '../platen.ts';
import { generatePosts } from '../setup/generate-posts.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';

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
    const bulk = await openBulkWriter(database);
    try {
      const show = (done: number) => progress.show(done, count, `${done} of ${count} posts`);
      const { store } = platen;
      await generatePosts(count, { store, bulk, site: await site(store), nowMs: started, progress: show });
    } finally {
      await bulk.close();
    }
  } finally {
    progress.end();
    await platen.close();
  }
  const seconds = (clock() - started) / 1000;
  print(`${count} posts in ${seconds.toFixed(1)} s, ${Math.round(count / Math.max(seconds, 0.001))} a second.`);
}
