import { setTimeout as sleep } from 'node:timers/promises';
import { system } from '../content/caller.ts';
import type { Site } from '../content/site.ts';
import { millisecondsOf } from '../content/zone.ts';
import type { ContentKind } from '../kinds/content-kind.ts';
import { publishDue } from '../kinds/post-publish-due.ts';
import type { Store } from '../storage/store.ts';

export interface PublisherParts {
  readonly store: Store;
  readonly site: () => Promise<Site>;
  readonly clock: () => number;
  readonly kinds: readonly ContentKind[];
  /** Told of every failure; the work goes on. */
  readonly report: (error: unknown) => void;
  /** Longest pause between two looks: other processes schedule too, and clocks are set. */
  readonly longestPauseMs?: number;
}

/** Something that goes on until it is stopped. */
export interface Publisher {
  stop(): Promise<void>;
}

/**
 * Publishes scheduled posts when their time comes. What is due is read from the database each time, so nothing is lost
 * over a restart, and any number of workers may run side by side.
 */
export function startPublisher(parts: PublisherParts): Publisher {
  const { longestPauseMs = 1000 } = parts;
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const pause = await round(parts).catch((error: unknown) => {
        parts.report(error);
        return longestPauseMs;
      });
      await sleep(Math.min(pause, longestPauseMs), undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Publishes what is due and says how many milliseconds are left until something is. */
async function round({ store, site, clock, kinds }: PublisherParts): Promise<number> {
  const now = clock();
  const next = await store.posts.nextDue();
  if (next === null) return Number.POSITIVE_INFINITY;
  const wait = millisecondsOf(next) - now;
  if (wait > 0) return wait;
  await publishDue(kinds, { store, site: await site(), caller: system, now });
  const following = await store.posts.nextDue();
  // A row that is due still could not be published; it is tried again after the longest pause, not at once.
  const left = following === null ? Number.POSITIVE_INFINITY : millisecondsOf(following) - clock();
  return left > 0 ? left : Number.POSITIVE_INFINITY;
}
