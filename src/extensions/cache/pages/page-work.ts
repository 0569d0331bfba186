import type { Background } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { startRounds } from '../start-rounds.ts';
import { sweepQueue } from './page-queue.ts';
import type { Ground } from './work-on-page.ts';

const everyMs = 2_000;

/** Goes through the queue time and again. */
export function startPageWork(ground: Ground, report: (error: unknown) => void): Background {
  const round = async (isStopped: () => boolean) => {
    await sweepQueue(ground.store, ground.clock());
    if (!(await readSetting(ground.store, 'pages'))) return;
    // The parsers are loaded where there is work for them; most sites never ask.
    const { workOnPage } = await import('./work-on-page.ts');
    while (!isStopped() && (await workOnPage(ground)));
  };
  return startRounds({ everyMs, round, report });
}
