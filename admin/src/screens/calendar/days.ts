/** A day of the site's calendar, `2026-05-01`. No zone of this browser gets in between. */
export type Day = string;

const dayMs = 86_400_000;
const asUtc = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: Day, count: number): Day => dayOf(asUtc(day).getTime() + count * dayMs);

export type View = 'month' | 'week';

/** The days that are shown, in whole weeks. */
export function shownDays(day: Day, view: View, startOfWeek: number): readonly Day[] {
  const first = weekStart(view === 'month' ? `${day.slice(0, 8)}01` : day, startOfWeek);
  if (view === 'week') return Array.from({ length: 7 }, (_, at) => addDays(first, at));
  const last = addDays(shifted(`${day.slice(0, 8)}01`, 'month', 1), -1);
  const weeks = Math.floor((asUtc(last).getTime() - asUtc(first).getTime()) / dayMs / 7) + 1;
  return Array.from({ length: weeks * 7 }, (_, at) => addDays(first, at));
}

const weekStart = (day: Day, startOfWeek: number): Day =>
  addDays(day, -((asUtc(day).getUTCDay() - startOfWeek + 7) % 7));

/** The same day so many weeks or months later; the last of a month that is shorter. */
export function shifted(day: Day, view: View, by: number): Day {
  if (view === 'week') return addDays(day, 7 * by);
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + by, 0)).getUTCDate();
  return dayOf(Date.UTC(year, month - 1 + by, Math.min(date, last)));
}

export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(asUtc(text).getTime());
