import { errors } from '../lib/errors.ts';
import type { Job } from '../lib/jobs.ts';
import { networkOf } from '../limits/network-of.ts';
import type { FeedPosition, FeedRow } from '../storage/store.ts';

/** Clients that wait for the next change. Their number is bounded, and that of each network. */
export interface WaitingClients {
  /** Counts a client until the returned function is called; refuses one too many. */
  enter(address: string): () => void;
  /** Resolves when there is something after the position, when the time is over, or when the server ends. */
  next(after: FeedPosition, milliseconds: number, gone?: AbortSignal): Promise<void>;
  /** Whether the server ends, so that nobody should wait. */
  isClosing(): boolean;
}

export interface WaitingOptions {
  /** The last row of the feed. */
  readonly newest: () => Promise<FeedRow>;
  readonly isClosing: () => boolean;
  readonly job: Job;
  readonly most?: number;
  readonly mostPerNetwork?: number;
  readonly lookMs?: number;
}

/** One look at the feed serves all who wait; nobody looks while nobody waits. */
export function createWaitingClients(options: WaitingOptions): WaitingClients {
  const { newest, isClosing, job, most = 500, mostPerNetwork = 50, lookMs = 250 } = options;
  const inside = new Map<string, number>();
  const waiting = new Set<{ readonly after: FeedPosition; readonly wake: () => void }>();
  let total = 0;
  let isLooking = false;

  const look = async (): Promise<void> => {
    // Where the database cannot be asked, those who wait find out when they read themselves.
    let last: FeedRow | null = null;
    await job.run(async () => {
      last = await newest();
    });
    for (const one of waiting) if (isClosing() || (last && isAfter(last, one.after))) one.wake();
    isLooking = waiting.size > 0;
    if (isLooking) setTimeout(look, lookMs);
  };
  const beginLooking = (): void => {
    if (isLooking) return;
    isLooking = true;
    setTimeout(look, lookMs);
  };
  return {
    isClosing,
    enter(address) {
      const network = networkOf(address);
      const here = inside.get(network) ?? 0;
      const headers = { 'Retry-After': '5' };
      if (total >= most) throw errors.rest_too_many_waiting(undefined, { headers });
      if (here >= mostPerNetwork) throw errors.rest_too_many_requests(undefined, { headers });
      total += 1;
      inside.set(network, here + 1);
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        total -= 1;
        const rest = (inside.get(network) ?? 1) - 1;
        if (rest === 0) inside.delete(network);
        else inside.set(network, rest);
      };
    },
    next: (after, milliseconds, gone) =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(limit);
          gone?.removeEventListener('abort', wake);
          waiting.delete(one);
          resolve();
        };
        const one = { after, wake };
        const limit = setTimeout(wake, milliseconds);
        gone?.addEventListener('abort', wake);
        waiting.add(one);
        if (gone?.aborted) wake();
        else beginLooking();
      }),
  };
}

const isAfter = (row: FeedPosition, other: FeedPosition): boolean =>
  row.seq > other.seq || (row.seq === other.seq && row.pos > other.pos);
