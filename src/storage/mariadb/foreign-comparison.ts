import type { Job } from '../../lib/jobs.ts';
import { hasMoved, type LastWrites, type WriteTimes } from './foreign-writes.ts';
import { within } from './mariadb-address.ts';

/** A comparison that takes no longer is done before every read that needs one. */
const quickMs = 500;
/** One that takes longer may take this share of the time at most, and so may those in the background. */
const restShare = 20;
/** A read waits no longer for a comparison, and answers from what is known. */
const mostMs = 2_000;

interface ComparisonOptions {
  readonly job: Job;
  /** Where the database itself notes what others write, one comparison is enough. */
  readonly areNoted?: () => boolean;
}

/**
 * Finds what other programs wrote to some tables, by comparing all of it with what is known. Nothing is compared as long as the
 * server says that the tables were not written since the last comparison began.
 */
export class ForeignComparison {
  readonly #look: LastWrites;
  readonly #compare: () => Promise<void>;
  readonly #areNoted: () => boolean;
  readonly #job: Job;
  /** The writes at the time when the last comparison began. */
  #compared: WriteTimes | null = null;
  /** When the last comparison began, and when it ended. */
  #begunMs = 0;
  #endedMs = 0;
  /** How often a connection was lost: another server counts the writes of its tables differently. */
  #interruptions = 0;
  #running: Promise<void> | null = null;
  /** The next one, which has not begun: everybody who comes meanwhile waits for it. */
  #next: Promise<void> | null = null;

  constructor(look: LastWrites, compare: () => Promise<void>, { job, areNoted = () => false }: ComparisonOptions) {
    this.#look = look;
    this.#compare = compare;
    this.#areNoted = areNoted;
    this.#job = job;
  }

  /** To be called before a read, which it never fails: what could not be compared is compared in the background. */
  async catchUp(): Promise<void> {
    if (this.#isResting(quickMs)) return;
    const late = () => new Error('The comparison takes too long.');
    await this.#job.run(() => within(mostMs, this.#compareWritten(), late));
  }

  /** To be called by a job, again and again; resolves to whether it was time to look. */
  async keepUp(): Promise<boolean> {
    if (this.#isResting(0)) return false;
    await this.#compareWritten();
    return true;
  }

  /** Whether the last comparison, or the one that runs, took longer than this, and lately. */
  #isResting(ms: number): boolean {
    const now = performance.now();
    const ended = this.#running ? now : this.#endedMs;
    const took = ended - this.#begunMs;
    return took > ms && now < ended + took * restShare;
  }

  async #compareWritten(): Promise<void> {
    if (this.#compared && (this.#areNoted() || !hasMoved(this.#compared, await this.#look()))) return;
    // Nobody shares a comparison that has begun: it may have passed a row that was written since.
    this.#next ??= this.#afterRunning();
    await this.#next;
  }

  async #afterRunning(): Promise<void> {
    await Promise.allSettled([this.#running]);
    this.#next = null;
    if (this.#isResting(quickMs)) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #run(): Promise<void> {
    const interruptions = this.#interruptions;
    this.#begunMs = performance.now();
    try {
      const writes = await this.#look();
      await this.#compare();
      if (interruptions === this.#interruptions) this.#compared = writes;
    } finally {
      this.#endedMs = performance.now();
    }
  }

  /** Must be called when a connection is lost. */
  interrupt(): void {
    this.#interruptions += 1;
    this.#compared = null;
  }
}
