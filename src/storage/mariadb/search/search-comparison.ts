import { within } from '../deadlines.ts';
import type { LastWrites } from '../foreign-writes.ts';
import type { SearchFiller } from './search-filler.ts';

/** A comparison that takes no longer is done before every search that needs one. */
const quickMs = 500;
/** One that takes longer may take this share of the time at most, and so may those in the background. */
const restShare = 20;
/** A search waits no longer for a comparison, and answers from the index as it is. */
const mostMs = 2_000;

/**
 * Lets the posts wait that another program changed: what waits is searched in its text. Nothing is compared as long as the
 * server says that the posts were not written since the last comparison began.
 */
export class SearchComparison {
  readonly #filler: Pick<SearchFiller, 'compare'>;
  readonly #look: LastWrites;
  readonly #areNoted: () => boolean;
  /** The second of the server's clock in which the last comparison began. */
  #comparedAt: number | null = null;
  /** When the last comparison began, and when it ended. */
  #begunMs = 0;
  #endedMs = 0;
  /** How often a connection was lost: another server counts the writes of its tables differently. */
  #interruptions = 0;
  #running: Promise<void> | null = null;
  /** The next one, which has not begun: everybody who comes meanwhile waits for it. */
  #next: Promise<void> | null = null;

  /** `areNoted` where the database itself lets changed posts wait: then one comparison is enough. */
  constructor(filler: Pick<SearchFiller, 'compare'>, look: LastWrites, areNoted: () => boolean) {
    this.#filler = filler;
    this.#look = look;
    this.#areNoted = areNoted;
  }

  /** To be called before a search, which it never fails: what could not be compared is compared in the background. */
  async catchUp(): Promise<void> {
    if (this.#isResting(quickMs)) return;
    const late = () => new Error('The comparison takes too long.');
    await within(mostMs, this.#compareWritten(), late).catch(() => {});
  }

  /** To be called in the background, again and again. */
  async keepUp(): Promise<void> {
    if (this.#isResting(0)) return;
    await this.#compareWritten().catch(() => {});
  }

  /** Whether the last comparison, or the one that runs, took longer than this, and lately. */
  #isResting(ms: number): boolean {
    const now = performance.now();
    const ended = this.#running ? now : this.#endedMs;
    const took = ended - this.#begunMs;
    return took > ms && now < ended + took * restShare;
  }

  async #compareWritten(): Promise<void> {
    if (this.#comparedAt !== null && this.#areNoted()) return;
    const { moved, known } = await this.#look();
    if (known === 1 && this.#comparedAt !== null && moved < this.#comparedAt) return;
    // Nobody shares a comparison that has begun: it may have passed a post that was written since.
    this.#next ??= this.#afterRunning();
    await this.#next;
  }

  async #afterRunning(): Promise<void> {
    await this.#running?.catch(() => {});
    this.#next = null;
    if (this.#isResting(quickMs)) return;
    this.#running = this.#compare().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #compare(): Promise<void> {
    const interruptions = this.#interruptions;
    this.#begunMs = performance.now();
    try {
      const { now } = await this.#look();
      await this.#filler.compare();
      if (interruptions === this.#interruptions) this.#comparedAt = now;
    } finally {
      this.#endedMs = performance.now();
    }
  }

  /** Must be called when a connection is lost. */
  interrupt(): void {
    this.#interruptions += 1;
    this.#comparedAt = null;
  }
}
