import { type Background, startLoop } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { isQueueEmpty, sweepQueue } from './page-queue.ts';
import type { PageContext } from './work-on-page.ts';

const everyMs = 2_000;

/** Processes the queue at regular intervals. */
export function startPageWork(context: PageContext, report: (error: unknown) => void): Background {
  const round = async (stopping: AbortSignal) => {
    await sweepQueue(context.store, context.clock());
    if ((await isQueueEmpty(context.store)) || !(await readSetting(context.store, 'pages'))) return;
    // The parsers are loaded only where there is work for them.
    const { workOnPage } = await import('./work-on-page.ts');
    while (!stopping.aborted && (await workOnPage(context)));
  };
  return startLoop({ everyMs, firstAfterMs: everyMs, round, report });
}
