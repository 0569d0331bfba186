import type { Store } from '../../../extension.ts';
import { daily } from '../popup-tables.ts';

const dayMs = 86_400_000;
/** The longest time that one answer shows: two rows a day are read, however many events there were. */
export const mostDays = 366;

/** What happened on one UTC day. */
export interface DayCount {
  readonly day: string;
  readonly opens: number;
  readonly conversions: number;
}

/** Every day from the first to the last, also those without an event. */
export async function dailyCounts(store: Store, popup: number, from: string, to: string): Promise<readonly DayCount[]> {
  const rows = await store.table(daily).find({ popup, day: { from, below: nextDay(to) } });
  const counts = new Map(rows.map(({ event, day, count }) => [`${event} ${day}`, count]));
  return daysBetween(from, to).map((day) => ({
    day,
    opens: counts.get(`open ${day}`) ?? 0,
    conversions: counts.get(`conversion ${day}`) ?? 0,
  }));
}

/** The days from the first to the last, both included; none where they are the wrong way round. */
export function daysBetween(from: string, to: string): readonly string[] {
  const count = Math.floor((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAt(Date.parse(from) + index * dayMs));
}

export const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const nextDay = (day: string) => dayAt(Date.parse(day) + dayMs);

/** A real day, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && dayAt(at) === text;
}
