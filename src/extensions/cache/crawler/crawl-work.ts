import { type Background, startLoop, workerIdentity } from '../../../extension.ts';
import { readSetting } from '../settings.ts';
import { readState } from '../stored-state.ts';
import { type CrawlHost, crawl } from './crawl.ts';
import { crawlerEntry } from './crawler-state.ts';
import { createPassFollower } from './follow-pass.ts';

const lookEveryMs = 5_000;
const betweenRunsMs = 600_000;
const afterLoadMs = 60_000;
const betweenPassesMs = 302_400_000;

/** Crawls when a pass was requested, and regularly if the site is configured to; follows the passes of others. */
export function startCrawling(host: CrawlHost, report: (error: unknown) => void): Background {
  const owner = workerIdentity();
  let lastRunMs = 0;
  const isDue = async () => {
    const state = await readState(host.store, crawlerEntry);
    if (state.wanted) return true;
    const rest = state.endReason === 'stopped_highload' ? afterLoadMs : betweenRunsMs;
    if (host.clock() - lastRunMs < rest) return false;
    // A stopped pass is continued, whichever process began it.
    if (state.endReason.startsWith('stopped_')) return true;
    if (!(await readSetting(host.store, 'crawler'))) return false;
    const hasEnded = state.endReason === 'end' || state.endReason === 'halted';
    return !hasEnded || host.clock() - state.passEndedMs >= betweenPassesMs;
  };
  const follower = createPassFollower(host);
  /** The pass that this instance began; it needs not follow one that it also finished. */
  let ownPassMs = 0;
  const round = async (stopping: AbortSignal) => {
    if (!(await isDue())) return follower.follow(stopping);
    lastRunMs = host.clock();
    const before = await readState(host.store, crawlerEntry);
    const reason = await crawl(host, owner);
    const { passBeganMs } = await readState(host.store, crawlerEntry);
    if (reason !== null && passBeganMs !== before.passBeganMs) ownPassMs = passBeganMs;
    if (reason === 'end' && passBeganMs === ownPassMs) follower.skip(passBeganMs);
  };
  return startLoop({ everyMs: lookEveryMs, firstAfterMs: lookEveryMs, round, report });
}
