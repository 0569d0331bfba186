import type { ChangeSource } from './dialect.ts';
import type { Changes, TouchedTags } from './store.ts';

/** Where nobody asks for a long time, or ever, it is enough to know that much has changed. */
const mostPending = 10_000;

/** Hands what the database's change log tells to those in this process who keep copies. */
export class ChangeFeed implements Changes {
  readonly #source: ChangeSource;
  readonly #listeners: ((touched: TouchedTags) => void)[] = [];
  #pending: Set<string> | 'everything' | null = null;

  constructor(source: ChangeSource) {
    this.#source = source;
  }

  /** Called with every change, by whoever asks first. */
  listen(listener: (touched: TouchedTags) => void): void {
    this.#listeners.push(listener);
  }

  /** Asks what changed; answers at once where the database can tell at once. */
  refresh(): void | Promise<void> {
    const answer = this.#source.poll();
    if (answer instanceof Promise) return answer.then((touched) => this.#take(touched));
    this.#take(answer);
  }

  poll(): TouchedTags | null | Promise<TouchedTags | null> {
    const asked = this.refresh();
    return asked ? asked.then(() => this.#hand()) : this.#hand();
  }

  /** After a write of this process: what was asked before it no longer counts. */
  expire(): void {
    this.#source.expire();
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
