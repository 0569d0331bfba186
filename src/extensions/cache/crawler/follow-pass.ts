import { busyCheck } from '../machine-load.ts';
import { readSetting } from '../settings.ts';
import { readState } from '../stored-state.ts';
import type { CrawlHost } from './crawl.ts';
import { nextWarmUrl } from './crawled-urls.ts';
import { crawlerEntry } from './crawler-state.ts';
import { crawlers } from './crawlers.ts';

/** Warms this instance after a pass that another one made: each has a cache of its own. */
export interface PassFollower {
  /** This instance has made the whole pass that began then, so that there is nothing to follow. */
  skip(passBeganMs: number): void;
  /** Requests the URLs of the last pass that ended, or goes on with it after the machine was busy. */
  follow(stopping: AbortSignal): Promise<void>;
}

export function createPassFollower(host: CrawlHost): PassFollower {
  const { store, clock, visit } = host;
  const startedMs = clock();
  let donePassMs = 0;
  let at = { passMs: 0, current: 0, position: 0 };

  /** The pass to follow; one that ended before this start is followed only where the site is warmed regularly. */
  const duePass = async (): Promise<number | null> => {
    const { endReason, passBeganMs, passEndedMs } = await readState(store, crawlerEntry);
    if (endReason !== 'end' || passBeganMs <= donePassMs) return null;
    return passEndedMs >= startedMs || (await readSetting(store, 'crawler')) ? passBeganMs : null;
  };
  return {
    skip(passBeganMs) {
      donePassMs = Math.max(donePassMs, passBeganMs);
    },
    async follow(stopping) {
      const passMs = await duePass();
      if (passMs === null) return;
      if (at.passMs !== passMs) at = { passMs, current: 0, position: 0 };
      const list = crawlers(await readSetting(store, 'mobile'));
      const { disabled } = await readState(store, crawlerEntry);
      const isBusy = await busyCheck(store);
      for (; at.current < list.length; at = { passMs, current: at.current + 1, position: 0 }) {
        if (disabled.includes(at.current)) continue;
        for (;;) {
          if (stopping.aborted || isBusy()) return;
          const url = await nextWarmUrl(store, at.current, at.position);
          if (!url) break;
          await visit(url.path, list[at.current]?.device ?? 'desktop');
          at = { ...at, position: url.id };
        }
      }
      donePassMs = passMs;
    },
  };
}
