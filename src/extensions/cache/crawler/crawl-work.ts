import { type Background, workerIdentity } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { startRounds } from '../start-rounds.ts';
import { readCell } from '../state-cell.ts';
import { type CrawlHost, crawl } from './crawl.ts';
import { crawlerCell } from './crawler-state.ts';

const lookEveryMs = 5_000;
const betweenRunsMs = 600_000;
const afterLoadMs = 60_000;
const betweenPassesMs = 302_400_000;

/** Crawls when somebody wants a pass, and by itself where the site is set so. */
export function startCrawling(host: CrawlHost, report: (error: unknown) => void): Background {
  const owner = workerIdentity();
  let lastRunMs = 0;
  const isDue = async () => {
    const state = await readCell(host.store, crawlerCell);
    if (state.wanted) return true;
    const rest = state.endReason === 'stopped_highload' ? afterLoadMs : betweenRunsMs;
    if (host.clock() - lastRunMs < rest) return false;
    // What was begun is brought to its end, whoever began it.
    if (state.endReason.startsWith('stopped_')) return true;
    if (!(await readSetting(host.store, 'crawler'))) return false;
    return state.endReason !== 'end' || host.clock() - state.passEndedMs >= betweenPassesMs;
  };
  const round = async () => {
    if (!(await isDue())) return;
    lastRunMs = host.clock();
    await crawl(host, owner);
  };
  return startRounds({ everyMs: lookEveryMs, round, report });
}
