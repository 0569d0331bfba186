import type { Background } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { sweepQueue } from './page-queue.ts';
import type { Ground } from './work-on-page.ts';

const everyMs = 2_000;

/** Goes through the queue time and again. */
export function startPageWork(ground: Ground, report: (error: unknown) => void): Background {
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  let pending: NodeJS.Timeout;
  const round = async () => {
    await sweepQueue(ground.store, ground.clock());
    if (!(await readSetting(ground.store, 'pages'))) return;
    // The parsers are loaded where there is work for them; most sites never ask.
    const { workOnPage } = await import('./work-on-page.ts');
    while (!stopped && (await workOnPage(ground)));
  };
  const plan = () => {
    pending = setTimeout(() => {
      working = round()
        .catch(report)
        .then(() => {
          if (!stopped) plan();
        });
    }, everyMs);
    pending.unref();
  };
  plan();
  return {
    async stop() {
      stopped = true;
      clearTimeout(pending);
      await working;
    },
  };
}
