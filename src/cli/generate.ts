import { pino } from 'pino';
import { createPlaten } from '../app.ts';
import { createProgress } from '../exchange/progress.ts';
import { readSite, sitePlaces } from '../exchange/site-places.ts';
import { generatePosts } from '../setup/generate-posts.ts';
import { openBulkWriter } from '../storage/bulk/bulk-writer.ts';
import { type Command, type CommandContext, CommandError } from './command.ts';

const mostPosts = 10_000_000;

/** Fills a site with invented posts, for trying things out at the size they will have. */
export const generateCommand: Command = {
  name: 'generate posts',
  summary: 'Put invented posts with authors, categories and tags into the site, for tests and measurements.',
  operands: ['count'],
  run: async (context) => {
    const text = context.operands['count'] ?? '';
    const count = Number(text);
    if (!/^\d+$/.test(text) || count < 1 || count > mostPosts)
      throw new CommandError(`"${text}" is no number of posts: say one from 1 to ${mostPosts}.`);
    await generate(context, count);
  },
};

async function generate({ config, clock, print }: CommandContext, count: number): Promise<void> {
  const started = clock();
  const { database } = await sitePlaces(config);
  const platen = await createPlaten({ ...config, sampleContent: false, leads: false, log: pino({ level: 'silent' }) });
  const progress = createProgress(process.stderr, clock);
  try {
    if (platen.made?.password)
      print(
        `A new site was made. Its administrator is "${config.adminUser}", with the password ${platen.made.password}`,
      );
    const { site } = await readSite(platen.store, config, clock);
    const bulk = await openBulkWriter(database);
    try {
      const show = (done: number) => progress.show(done, count, `${done} of ${count} posts`);
      await generatePosts(count, { store: platen.store, bulk, site, nowMs: started, progress: show });
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
