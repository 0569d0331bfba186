import type { SearchComparison } from './search-comparison.ts';
import type { SearchFiller } from './search-filler.ts';

/** Writes that follow each other are indexed together. */
const pauseMs = 300;
/** How often to look for what other processes left, and other programs wrote. */
const lookMs = 2_000;

/** Fills the index of texts in the background, as long as the store is open. */
export class SearchUpkeep {
  readonly #filler: SearchFiller;
  readonly #comparison: SearchComparison | null;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #isClosed = false;
  #isHeld = false;

  /** Without a comparison, no other program is expected to write. */
  constructor(filler: SearchFiller, comparison: SearchComparison | null) {
    this.#filler = filler;
    this.#comparison = comparison;
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
    await this.#comparison?.keepUp();
    while (!this.#isClosed && !this.#isHeld && (await this.#filler.fill()) > 0);
  }
}
