import type { LastWrites } from '../foreign-writes.ts';
import type { SearchFiller } from './search-filler.ts';

/**
 * Lets the posts wait that another program changed, before a search: what waits is searched in its text. Nothing is compared as
 * long as the server says that the posts were not written since the last comparison began.
 */
export class SearchComparison {
  readonly #filler: Pick<SearchFiller, 'compare'>;
  readonly #look: LastWrites;
  readonly #areNoted: () => boolean;
  /** The second of the server's clock in which the last comparison began. */
  #comparedAt: number | null = null;
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

  async catchUp(): Promise<void> {
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
    this.#running = this.#compare().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #compare(): Promise<void> {
    const interruptions = this.#interruptions;
    const { now } = await this.#look();
    await this.#filler.compare();
    if (interruptions === this.#interruptions) this.#comparedAt = now;
  }

  /** Must be called when a connection is lost. */
  interrupt(): void {
    this.#interruptions += 1;
    this.#comparedAt = null;
  }
}
