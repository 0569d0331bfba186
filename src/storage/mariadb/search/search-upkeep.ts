import type { Job } from '../../../lib/jobs.ts';
import type { ForeignComparison } from '../foreign-comparison.ts';
import type { SearchFiller } from './search-filler.ts';

/** Writes that follow each other are indexed together: that costs much less than each by itself. */
const pauseMs = 300;
/** As long as writes follow each other, texts wait no longer than this: searches read every text that waits. */
const longestMs = 1_500;
/** While writes follow each other, others are waited for after fewer texts than this. */
const fewTexts = 100;
/** How often to look for what other processes left, and other programs wrote. */
const lookMs = 2_000;

/** Fills the index of texts in the background, as long as the store is open. */
export class SearchUpkeep {
  readonly #filler: SearchFiller;
  readonly #comparison: ForeignComparison | null;
  readonly #learn: () => Promise<unknown>;
  readonly #job: Job;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  /** When the first of the writes came that are to be indexed next. */
  #wokenAt: number | null = null;
  #isClosed = false;
  #isHeld = false;
  #isLearned = false;

  /** Without a comparison, no other program is expected to write. `learn` reads what is indexed, before a search has to. */
  constructor(
    filler: SearchFiller,
    comparison: ForeignComparison | null,
    { learn, job }: { readonly learn: () => Promise<unknown>; readonly job: Job },
  ) {
    this.#filler = filler;
    this.#learn = learn;
    this.#job = job;
    this.#comparison = comparison;
    this.#plan(lookMs);
  }

  /** Call it when a post waits. */
  wake(): void {
    const now = performance.now();
    this.#wokenAt ??= now;
    if (!this.#running) this.#plan(Math.max(0, Math.min(pauseMs, this.#wokenAt + longestMs - now)));
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
      this.#wokenAt = null;
      // The database may be away; the next look tries again.
      this.#running = this.#job
        .run(() => this.#work())
        .then(() => {
          this.#running = null;
          if (this.#wokenAt === null) this.#plan(lookMs);
          else this.wake();
        });
    }, afterMs).unref();
  }

  async #work(): Promise<void> {
    if (this.#isHeld) return;
    await this.#comparison?.keepUp().catch(this.#job.report);
    let indexed = 0;
    do {
      indexed = await this.#filler.fill();
      if (indexed > 0) this.#isLearned = false;
    } while (indexed >= (this.#wokenAt === null ? 1 : fewTexts) && !this.#isClosed && !this.#isHeld);
    if (this.#isLearned || this.#isClosed) return;
    await this.#learn();
    this.#isLearned = true;
  }
}
