import type { SlowStatement } from '../store/slow-statement.ts';

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
