import { type Kysely, sql } from 'kysely';
import { readTags } from '../change-log.ts';
import type { ChangeSource } from '../dialect.ts';
import type { TouchedTags } from '../store.ts';
import type { Tables } from '../tables.ts';
import type { ForeignWrites } from './foreign-writes.ts';

/** Sequence numbers are given out before they are committed, so rows this young may still appear below the last one. */
const settleMs = 10_000;

/** Changes by anyone, read from the log at most once per turn of the event loop, and from the tables once a second. */
export class MariadbChanges implements ChangeSource {
  readonly #db: Kysely<Tables>;
  readonly #foreign: ForeignWrites;
  /** Rows above this are looked at again until they have settled. */
  #floor: number;
  readonly #seen = new Map<number, number>();
  /** The question that callers may still join: not sent yet, or sent in this very turn. */
  #asked: Promise<TouchedTags | null> | null = null;
  /** The question that is under way. */
  #running: Promise<unknown> | null = null;

  constructor(db: Kysely<Tables>, floor: number, foreign: ForeignWrites) {
    this.#db = db;
    this.#floor = floor;
    this.#foreign = foreign;
  }

  /**
   * Everyone who asks in one turn gets the answer of one query; only the first is told of the change itself. Nobody
   * joins a query of an earlier turn: it may have been answered before what was acknowledged to the caller since. Those
   * who come while one is under way share the next.
   */
  poll(): Promise<TouchedTags | null> {
    if (this.#asked) return this.#asked.then(() => null);
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
        if (this.#asked === asked) this.#asked = null;
      });
      return reading;
    };
    const asked: Promise<TouchedTags | null> = this.#running ? this.#running.then(send) : send();
    this.#asked = asked;
    return asked;
  }

  expire(): void {
    this.#asked = null;
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
    // Rows that nobody here has seen may be gone from the log already.
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
