import type { Hooks } from '../../hooks/hooks.ts';
import type { Background } from '../../jobs/background.ts';
import { startLoop } from '../../jobs/loop.ts';
import { system } from '../../rules/caller.ts';
import type { Site } from '../../rules/site.ts';
import { millisecondsOf } from '../../rules/zone.ts';
import type { Store } from '../../storage/store.ts';
import type { ContentKinds } from './content-kind.ts';
import { publishDue } from './operations/publish-due.ts';

export interface PublisherOptions {
  readonly store: Store;
  readonly site: () => Promise<Site>;
  readonly clock: () => number;
  readonly kinds: ContentKinds;
  /** The hooks of extensions; null if nobody listens. */
  readonly hooks: Hooks | null;
  /** Called for every failure; the loop continues. */
  readonly report: (error: unknown) => void;
  /** Longest pause between two checks: other processes schedule posts too, and the clock may be adjusted. */
  readonly longestPauseMs?: number;
}

/**
 * Publishes scheduled posts when they are due. The schedule is read from the database each time, so nothing is lost on
 * a restart, and any number of workers may run at the same time.
 */
export function startPublisher(options: PublisherOptions): Background {
  const { longestPauseMs = 1000, report } = options;
  return startLoop({ round: () => publishRound(options), everyMs: longestPauseMs, report });
}

/** Publishes due posts and returns the milliseconds until the next one is due. */
export async function publishRound({ store, site, clock, kinds, hooks }: PublisherOptions): Promise<number> {
  const now = clock();
  const next = await store.posts.nextDue();
  if (next === null) return Number.POSITIVE_INFINITY;
  const wait = millisecondsOf(next) - now;
  if (wait > 0) return wait;
  await publishDue(kinds, { store, site: await site(), caller: system, now, hooks });
  const following = await store.posts.nextDue();
  // A row that is still due could not be published; it is retried after the longest pause, not at once.
  const left = following === null ? Number.POSITIVE_INFINITY : millisecondsOf(following) - clock();
  return left > 0 ? left : Number.POSITIVE_INFINITY;
}
