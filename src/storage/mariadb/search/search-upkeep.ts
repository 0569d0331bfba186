import type { ForeignWrites } from '../foreign-writes.ts';
import type { SearchFiller } from './search-filler.ts';

/** Writes that follow each other are indexed together. */
const pauseMs = 300;
/** How often to look for what other processes left, and other programs wrote. */
const lookMs = 2_000;
/** A comparison of all texts may take this share of the time at most. */
const restShare = 20;

/** Fills the index of texts in the background, as long as the store is open. */
export class SearchUpkeep {
  readonly #filler: SearchFiller;
  readonly #foreign: ForeignWrites;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;
  #isHeld = false;
  #nextCompareAt = 0;

  constructor(filler: SearchFiller, foreign: ForeignWrites) {
    this.#filler = filler;
    this.#foreign = foreign;
    this.#plan(lookMs);
  }

  /** Call it when a post waits. */
  wake(): void {
    if (!this.#running) this.#plan(pauseMs);
  }

  /** Indexes nothing until the function that it returns is called. */
  hold(): () => void {
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.wake();
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#running;
  }

  #plan(afterMs: number): void {
    if (this.#isClosed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = null;
      // The database may be away; the next look tries again.
      this.#running = this.#work()
        .catch(() => {})
        .finally(() => {
          this.#running = null;
          this.#plan(lookMs);
        });
    }, afterMs).unref();
  }

  async #work(): Promise<void> {
    if (this.#isHeld) return;
    await this.#compare();
    while (!this.#isClosed && !this.#isHeld && (await this.#filler.fill()) > 0);
  }

  async #compare(): Promise<void> {
    if (performance.now() < this.#nextCompareAt || !(await this.#foreign.happened())) return;
    const begun = performance.now();
    await this.#filler.compare();
    this.#nextCompareAt = performance.now() + (performance.now() - begun) * restShare;
  }
}
