import { AsyncLocalStorage } from 'node:async_hooks';
import type { SlowStatement } from '../store/site.ts';

const slowMs = 200;
const mostKept = 20;

/** The statements of this process that took long, by their text, which has placeholders instead of values. */
export class SlowStatements {
  readonly #known = new Map<string, SlowStatement>();

  note(sql: string, milliseconds: number): void {
    if (milliseconds < slowMs) return;
    const { count = 0, longestMs = 0 } = this.#known.get(sql) ?? {};
    this.#known.set(sql, { sql, count: count + 1, longestMs: Math.max(longestMs, Math.round(milliseconds)) });
    if (this.#known.size > mostKept) this.#known.delete(this.list().at(-1)?.sql ?? sql);
  }

  /** The slowest first. */
  list(): SlowStatement[] {
    return [...this.#known.values()].sort((one, other) => other.longestMs - one.longestMs);
  }
}

/** Counts the statements of an open store, all of them and those of one piece of work, and its round trips. */
export class StatementCount {
  #total = 0;
  #roundTrips = 0;
  readonly #during = new AsyncLocalStorage<{ statements: number }>();

  get total(): number {
    return this.#total;
  }

  get roundTrips(): number {
    return this.#roundTrips;
  }

  /** Statements that are sent in one round trip. */
  add(statements: number): void {
    this.#total += statements;
    this.#roundTrips += 1;
    const work = this.#during.getStore();
    if (work) work.statements += statements;
  }

  /** How many statements run because of `work`; what else runs meanwhile is not counted. */
  async during(work: () => unknown): Promise<number> {
    const counted = { statements: 0 };
    await this.#during.run(counted, work);
    return counted.statements;
  }
}
