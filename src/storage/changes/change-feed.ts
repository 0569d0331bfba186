import type { Changes, TouchedTags } from '../store/site.ts';
import { type LoggedChange, loggedTags } from './change-log.ts';

/** A source of changes: watches the change log. */
export interface ChangeSource extends Changes {
  /** Makes the next poll query the database again. */
  expire(): void;
  /** Takes a row of the log as found that this process has committed. */
  skip?(own: LoggedChange): void;
  /** The number up to which no row of the log can appear any more; undefined where rows appear in order. */
  floor?(): number;
}

/** With more pending tags than this, everything counts as changed. */
const mostPending = 10_000;

/** Reports the changes in the database's change log to the caches of this process. */
export class ChangeFeed implements Changes {
  readonly #source: ChangeSource;
  readonly #listeners: ((touched: TouchedTags) => void)[] = [];
  #pending: Set<string> | 'everything' | null = null;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  /** Registers a listener that is called with every change, as soon as any caller polls. */
  listen(listener: (touched: TouchedTags) => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the changes; synchronous where the database can be read synchronously. */
  refresh(): void | Promise<void> {
    const answer = this.#source.poll();
    if (answer instanceof Promise) return answer.then((touched) => this.#take(touched));
    this.#take(answer);
  }

  poll(): TouchedTags | null | Promise<TouchedTags | null> {
    const refreshed = this.refresh();
    return refreshed ? refreshed.then(() => this.#hand()) : this.#hand();
  }

  /** Must be called after a write of this process: earlier poll results are no longer valid. */
  expire(): void {
    this.#source.expire();
  }

  /**
   * Must be called when a transaction of this process was committed with this row of the log: its tags are reported at once,
   * and not again by a poll. The changes of others are still those of the last poll.
   */
  committed(own: LoggedChange, touched: ReadonlySet<string>): void {
    this.#source.skip?.(own);
    this.#take(loggedTags(touched));
  }

  /** The number of the log up to which nothing can appear any more, as of the last refresh; null for no limit. */
  floor(): number | null {
    return this.#source.floor?.() ?? null;
  }

  #take(touched: TouchedTags | null): void {
    if (!touched) return;
    for (const listener of this.#listeners) listener(touched);
    if (touched === 'everything' || this.#pending === 'everything') {
      this.#pending = 'everything';
      return;
    }
    this.#pending ??= new Set();
    for (const tag of touched) this.#pending.add(tag);
    if (this.#pending.size > mostPending) this.#pending = 'everything';
  }

  #hand(): TouchedTags | null {
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }
}
