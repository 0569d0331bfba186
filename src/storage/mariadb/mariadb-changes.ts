import type { Job } from '../../lib/jobs.ts';
import type { ChangeSource } from '../changes/change-feed.ts';
import type { LoggedChange } from '../changes/change-log.ts';
import { compactLog, type LogMaintenance, logLimits, needsCompaction } from '../changes/compact-log.ts';
import { type ChangeLog, LogTracker } from '../changes/log-tracker.ts';
import type { TouchedTags } from '../store/site.ts';
import { explaining } from './explain-mariadb-error.ts';
import type { ForeignWrites } from './foreign-writes.ts';

/** Time between two attempts to fence or prune, at least; random, so that not all processes do it at once. */
const tendPauseMs = (): number => 1_000 + Math.random() * 2_000;

/** Changes by any process: reads the log at most once per event loop tick, and the table write times once a second. */
export class MariadbChanges implements ChangeSource {
  readonly #upkeep: LogMaintenance | null;
  readonly #tracker: LogTracker;
  readonly #foreign: ForeignWrites;
  readonly #job: Job;
  #nextTendMs = 0;
  /** The query that callers may still share: not sent yet, or sent in this tick. */
  #shared: Promise<TouchedTags | null> | null = null;
  /** Whether the shared query was sent. */
  #isSent = false;
  /** The end of the last query, running or waiting: there is never more than one of each. */
  #last: Promise<void> | null = null;
  #tending: Promise<void> | null = null;

  /** `upkeep` is null where nothing may be written. */
  constructor(
    log: ChangeLog,
    options: { readonly foreign: ForeignWrites; readonly upkeep: LogMaintenance | null; readonly job: Job },
  ) {
    this.#tracker = new LogTracker(log);
    this.#foreign = options.foreign;
    this.#job = options.job;
    this.#upkeep = options.upkeep;
  }

  /** Must be called before the first poll; nothing may be cached before. */
  start(): Promise<void> {
    return this.#tracker.restart(performance.now());
  }

  /** Must be called when a connection is lost, or leads to another server than the one before. */
  interrupt(): void {
    this.#tracker.interrupt();
  }

  /** Whether another server has every change that was found here by a poll. */
  isCoveredBy(other: LogTracker): boolean {
    return this.#tracker.isCoveredBy(other);
  }

  /**
   * All callers in one tick share one query; only the first gets the changes themselves. Nobody shares a query of an
   * earlier tick: it may have read the log before a write that has been acknowledged since. Callers that arrive
   * while a query is running share the next one.
   */
  poll(): Promise<TouchedTags | null> {
    if (this.#shared) return this.#shared.then(() => null);
    const send = (): Promise<TouchedTags | null> => {
      this.#isSent = true;
      setImmediate(() => {
        if (this.#shared === shared) this.#shared = null;
      });
      return explaining(() => this.#read());
    };
    this.#isSent = false;
    const shared: Promise<TouchedTags | null> = this.#last ? this.#last.then(send) : send();
    const ended = shared.then(
      () => {},
      () => {},
    );
    this.#last = ended;
    void ended.then(() => {
      if (this.#last === ended) this.#last = null;
    });
    this.#shared = shared;
    return shared;
  }

  floor(): number {
    return this.#tracker.floor;
  }

  /** A query that is not sent yet will find what was written. */
  expire(): void {
    if (this.#isSent) this.#shared = null;
  }

  skip(own: LoggedChange): void {
    this.#tracker.skip(own, performance.now());
  }

  /** Resolves when no fencing or pruning is under way. */
  async idle(): Promise<void> {
    await this.#tending;
  }

  async #read(): Promise<TouchedTags | null> {
    if (await this.#foreign.happened()) this.#tracker.interrupt();
    const touched = await this.#tracker.poll(performance.now());
    this.#tend();
    return touched;
  }

  /** Fences and prunes in the background. If that fails, the log is only longer than it need be, until the next time. */
  #tend(): void {
    const nowMs = performance.now();
    if (!this.#upkeep || this.#tending || nowMs < this.#nextTendMs) return;
    if (!needsCompaction(this.#tracker, logLimits, nowMs)) return;
    this.#nextTendMs = nowMs + tendPauseMs();
    const [upkeep, tracker] = [this.#upkeep, this.#tracker];
    this.#tending = this.#job
      .run(() => compactLog(upkeep, tracker, { limits: logLimits, nowMs }))
      .then(() => {
        this.#tending = null;
      });
  }
}
