import type { Changes, TouchedTags } from '../../storage/store.ts';

const mostTags = 100_000;

/** A number that is another one whenever the event loop has waited for events since. */
function eventBatch(): number {
  const { loopCount, events } = performance.nodeTiming.uvMetricsInfo;
  return loopCount + events;
}

/**
 * Tracks when each tag was last changed, by this process or another.
 *
 * Time is counted in epochs, one per detected change. What was read at an epoch is fresh as long as none of its tags
 * was changed at a later one.
 */
export class InvalidationClock {
  readonly #changes: Changes;
  readonly #clock: () => number;
  readonly #listeners: ((touched: TouchedTags) => void)[] = [];
  readonly #touchedAt = new Map<string, number>();
  #everythingAt = 0;
  #epoch = 0;
  /** The batch of events in which changes were last read. */
  #checkedIn = -1;
  #asking: Promise<void> | null = null;
  #checkedMs = 0;

  constructor(changes: Changes, clock: () => number = Date.now) {
    this.#changes = changes;
    this.#clock = clock;
  }

  /** When the last successful check began: what was fresh then may have changed since. */
  get checkedMs(): number {
    return this.#checkedMs;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Adds a listener that is called for every detected change, before any freshness check that depends on it. */
  onChange(listener: (touched: TouchedTags) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Reads all changes acknowledged before now. Once per batch of events is enough: each request of a batch was sent before
   * the batch began, so its client cannot know of a write that was acknowledged since.
   */
  check(): void | Promise<void> {
    const batch = eventBatch();
    if (batch === this.#checkedIn) return this.#asking ?? undefined;
    const begunMs = this.#clock();
    const found = this.#poll();
    this.#checkedIn = batch;
    if (!(found instanceof Promise)) {
      this.#note(found, begunMs);
      return;
    }
    const asking = found.then((touched) => {
      this.#note(touched, begunMs);
      if (this.#asking === asking) this.#asking = null;
    });
    this.#asking = asking;
    return asking;
  }

  /** Like `check`, even if it ran already in this batch of events: for data that was read a moment ago. */
  async checkAgain(): Promise<void> {
    const begunMs = this.#clock();
    this.#note(await this.#changes.poll(), begunMs);
  }

  /** Whether none of the tags was changed after the epoch. */
  isFresh(tags: Iterable<string>, since: number): boolean {
    if (since === this.#epoch) return true;
    if (this.#everythingAt > since) return false;
    for (const tag of tags) if ((this.#touchedAt.get(tag) ?? 0) > since) return false;
    return true;
  }

  /** Treats everything as changed. */
  expireAll(): void {
    this.#note('everything', this.#checkedMs);
  }

  /** A file that cannot be read throws; the request that asks is answered as where a server cannot be asked. */
  #poll(): ReturnType<Changes['poll']> {
    try {
      return this.#changes.poll();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #note(touched: TouchedTags | null, begunMs: number): void {
    // A later time was noted by a later check, unless the clock was set back since.
    if (begunMs > this.#checkedMs || this.#checkedMs > this.#clock()) this.#checkedMs = begunMs;
    if (touched === null) return;
    this.#epoch += 1;
    if (touched === 'everything' || this.#touchedAt.size + touched.size > mostTags) {
      this.#everythingAt = this.#epoch;
      this.#touchedAt.clear();
    } else for (const tag of touched) this.#touchedAt.set(tag, this.#epoch);
    for (const listener of this.#listeners) listener(touched);
  }
}
