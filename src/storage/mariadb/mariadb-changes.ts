import { type Kysely, sql } from 'kysely';
import { readTags } from '../changes/change-log.ts';
import type { ChangeSource } from '../changes/change-source.ts';
import type { Tables } from '../query/tables.ts';
import type { TouchedTags } from '../store/changes.ts';
import type { ForeignWrites } from './foreign-writes.ts';

/** Sequence numbers are assigned before the commit, so rows below the last one may still appear for this long. */
const settleMs = 10_000;

/** Changes by any process: reads the log at most once per event loop tick, and the table write times once a second. */
export class MariadbChanges implements ChangeSource {
  readonly #db: Kysely<Tables>;
  readonly #foreign: ForeignWrites;
  /** Rows above this are read again until they have settled. */
  #floor: number;
  readonly #seen = new Map<number, number>();
  /** The query that callers may still share: not sent yet, or sent in this tick. */
  #shared: Promise<TouchedTags | null> | null = null;
  /** The running query. */
  #running: Promise<unknown> | null = null;

  constructor(db: Kysely<Tables>, floor: number, foreign: ForeignWrites) {
    this.#db = db;
    this.#floor = floor;
    this.#foreign = foreign;
  }

  /**
   * All callers in one tick share one query; only the first gets the changes themselves. Nobody shares a query of an
   * earlier tick: it may have read the log before a write that has been acknowledged since. Callers that arrive
   * while a query is running share the next one.
   */
  poll(): Promise<TouchedTags | null> {
    if (this.#shared) return this.#shared.then(() => null);
    const send = (): Promise<TouchedTags | null> => {
      const reading = this.#read();
      const ended = reading.then(
        () => {},
        () => {},
      );
      this.#running = ended;
      void ended.then(() => {
        if (this.#running === ended) this.#running = null;
      });
      setImmediate(() => {
        if (this.#shared === shared) this.#shared = null;
      });
      return reading;
    };
    const shared: Promise<TouchedTags | null> = this.#running ? this.#running.then(send) : send();
    this.#shared = shared;
    return shared;
  }

  expire(): void {
    this.#shared = null;
  }

  async #read(): Promise<TouchedTags | null> {
    if (await this.#foreign.happened()) {
      await this.#take();
      return 'everything';
    }
    return this.#take();
  }

  async #take(): Promise<TouchedTags | null> {
    const state = await this.#db
      .selectFrom('platen_changes')
      .select(({ fn, selectFrom }) => [
        fn.countAll<number>().as('rows'),
        selectFrom('platen_changes as every').select(sql<number>`min(every.seq)`.as('seq')).as('oldest'),
      ])
      .where('seq', '>', this.#floor)
      .executeTakeFirst();
    if (!state || state.rows === this.#seen.size) return null;
    const rows = await this.#db
      .selectFrom('platen_changes')
      .select(['seq', 'tags'])
      .where('seq', '>', this.#floor)
      .orderBy('seq')
      .execute();
    const fresh = rows.filter((row) => !this.#seen.has(row.seq));
    // Rows that this process has not read may already be pruned from the log.
    const isPruned = (state.oldest ?? 0) > this.#floor + 1;
    this.#settle(fresh.map((row) => row.seq));
    if (fresh.length === 0) return null;
    return isPruned ? 'everything' : readTags(fresh);
  }

  #settle(fresh: readonly number[]): void {
    const now = Date.now();
    for (const seq of fresh) this.#seen.set(seq, now);
    for (const [seq, at] of this.#seen) {
      if (now - at < settleMs) continue;
      this.#floor = Math.max(this.#floor, seq);
    }
    for (const seq of this.#seen.keys()) if (seq <= this.#floor) this.#seen.delete(seq);
  }
}

/** The last sequence number of the log. */
export async function lastChange(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('platen_changes')
    .select(sql<number>`coalesce(max(seq), 0)`.as('seq'))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}
