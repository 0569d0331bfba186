import type { TouchedTags } from '../store/changes.ts';
import type { PostPeriod } from '../store/posts.ts';

/** The tag of a month in which a row appeared, disappeared or changed its type, status or date. */
export const monthTag = (date: string): string => `${prefix}${monthOf(date)}`;
const prefix = 'month:';
const monthOf = (date: string): string => date.slice(0, 7);

/** Different filters whose counts are kept. */
const mostKept = 10;
/** With more changed months than this, all are counted again. */
const mostStale = 24;

/** The days of some filter as they were counted, newest first. */
export interface KeptDays {
  readonly days: readonly PostPeriod[];
  /** The months that have changed since. */
  readonly stale: ReadonlySet<string>;
}

/**
 * How many rows each day has, for lists of all of a site's days. Kept until rows of a month change, which are then
 * counted again: counting costs as much as the month, and not as much as the site.
 */
export class DayCounts {
  readonly #kept = new Map<string, KeptDays & { readonly stale: Set<string> }>();
  #generation = 0;

  /** Read before a query, so that a result made stale by a concurrent change is not kept. */
  get generation(): number {
    return this.#generation;
  }

  get(filter: string): KeptDays | undefined {
    return this.#kept.get(filter);
  }

  keep(filter: string, generation: number, days: readonly PostPeriod[]): void {
    if (generation !== this.#generation) return;
    this.#kept.delete(filter);
    this.#kept.set(filter, { days, stale: new Set() });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  invalidate(touched: TouchedTags): void {
    const months = touched === 'everything' ? null : [...touched].filter((tag) => tag.startsWith(prefix));
    if (months?.length === 0) return;
    this.#generation += 1;
    for (const [filter, { stale }] of this.#kept) {
      for (const tag of months ?? []) stale.add(tag.slice(prefix.length));
      if (months === null || stale.size > mostStale) this.#kept.delete(filter);
    }
  }
}

/** All days after those of some months were counted again. */
export function renewedDays(
  days: readonly PostPeriod[],
  months: ReadonlySet<string>,
  counted: readonly PostPeriod[],
): PostPeriod[] {
  const others = days.filter(({ period }) => !months.has(monthOf(period)));
  return [...others, ...counted].sort((one, other) => (one.period < other.period ? 1 : -1));
}

/** The first moment of a month and of the next; undefined for a date that is none. */
export function monthSpan(month: string): readonly [from: string, below: string] | undefined {
  const [year = 0, number = 0] = month.split('-').map(Number);
  if (!/^\d{4}-\d\d$/.test(month) || number < 1 || number > 12 || year > 9998) return undefined;
  const [nextYear, nextNumber] = number === 12 ? [year + 1, 1] : [year, number + 1];
  const next = `${String(nextYear).padStart(4, '0')}-${String(nextNumber).padStart(2, '0')}`;
  return [`${month}-01 00:00:00`, `${next}-01 00:00:00`];
}

/** Days put together by year, month or day. */
export function inPeriods(days: readonly PostPeriod[], length: number): PostPeriod[] {
  const found = new Map<string, number>();
  for (const { period, count } of days) {
    const name = period.slice(0, length);
    found.set(name, (found.get(name) ?? 0) + count);
  }
  return [...found].map(([period, count]) => ({ period, count }));
}
