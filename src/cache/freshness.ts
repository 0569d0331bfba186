import type { Changes, TouchedTags } from '../storage/store.ts';

const mostTags = 100_000;

/**
 * Knows when each tag was last touched, by this process or another.
 *
 * Time is counted in epochs, one per noticed change. What was read at an epoch is fresh as long as none of its tags was
 * touched at a later one.
 */
export class Freshness {
  readonly #changes: Changes;
  readonly #listeners: ((touched: TouchedTags) => void)[] = [];
  readonly #touchedAt = new Map<string, number>();
  #everythingAt = 0;
  #epoch = 0;
  #checkedThisTurn = false;
  #asking: Promise<void> | null = null;

  constructor(changes: Changes) {
    this.#changes = changes;
  }

  get epoch(): number {
    return this.#epoch;
  }

  /** Told of every change that is noticed, before anything is judged by it. */
  onChange(listener: (touched: TouchedTags) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Makes sure that every write acknowledged before now is known. Once per turn of the event loop is enough: what is
   * acknowledged to somebody else within one turn is not yet known to anyone who asks in it.
   */
  check(): void | Promise<void> {
    if (this.#checkedThisTurn) return this.#asking ?? undefined;
    this.#checkedThisTurn = true;
    setImmediate(() => {
      this.#checkedThisTurn = false;
    });
    const found = this.#changes.poll();
    if (!(found instanceof Promise)) {
      this.#note(found);
      return;
    }
    const asking = found.then((touched) => {
      this.#note(touched);
      if (this.#asking === asking) this.#asking = null;
    });
    this.#asking = asking;
    return asking;
  }

  /** As `check`, whatever was asked earlier in this turn: for judging what was read a moment ago. */
  async checkAgain(): Promise<void> {
    this.#note(await this.#changes.poll());
  }

  /** Whether nothing among the tags was touched after the epoch. */
  isFresh(tags: Iterable<string>, since: number): boolean {
    if (since === this.#epoch) return true;
    if (this.#everythingAt > since) return false;
    for (const tag of tags) if ((this.#touchedAt.get(tag) ?? 0) > since) return false;
    return true;
  }

  /** Counts everything as touched. */
  expireAll(): void {
    this.#note('everything');
  }

  #note(touched: TouchedTags | null): void {
    if (touched === null) return;
    this.#epoch += 1;
    if (touched === 'everything' || this.#touchedAt.size + touched.size > mostTags) {
      this.#everythingAt = this.#epoch;
      this.#touchedAt.clear();
    } else for (const tag of touched) this.#touchedAt.set(tag, this.#epoch);
    for (const listener of this.#listeners) listener(touched);
  }
}
