import { dateLink } from '../../rules/permalinks.ts';
import type { Site } from '../../rules/site.ts';
import type { PostPeriod } from '../../storage/store.ts';
import type { AskedMonth, CalendarMonth, Period, PeriodUnit } from '../../text/blocks/block-data.ts';
import type { BlockLoader, BlockWork } from './block-loader.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** Different months in one response. */
const mostMonths = 5;

/** Months: their days with posts, and the nearest months with posts. */
export const loadCalendar: BlockLoader = async (needed, loaded, work) => {
  for (const [key, asked] of [...needed.calendar].slice(0, mostMonths)) {
    if (loaded.calendar.has(key)) continue;
    loaded.calendar.set(key, await monthFor(asked, work));
  }
};

async function monthFor(asked: AskedMonth | null, { call, visibility }: BlockWork): Promise<CalendarMonth> {
  // Tomorrow another day is marked, and no change of the site tells a cache.
  call.keepPrivate();
  const { store, site, now } = call;
  const [thisYear = 0, thisMonth = 1] = site.zone.localAt(now).split('-').map(Number);
  const { year, month } = asked ?? { year: thisYear, month: thisMonth };
  const written = String(year).padStart(4, '0');
  const next = month === 12 ? `${String(year + 1).padStart(4, '0')}-01` : `${written}-${two(month + 1)}`;
  const begin = `${written}-${two(month)}-01 00:00:00`;
  const filter = { types: ['post'], visibility, statuses: ['publish'] };
  const one = { limit: 1, offset: 0 };
  const lastBefore = new Date(Date.parse(`${begin.replace(' ', 'T')}Z`) - 1000).toISOString().slice(0, 19);
  const lastInside = new Date(Date.parse(`${next}-01T00:00:00Z`) - 1000).toISOString().slice(0, 19);
  const [days, [before], [after]] = await Promise.all([
    store.posts.byPeriod({ ...filter, after: lastBefore.replace('T', ' '), before: `${next}-01 00:00:00` }, 'day', {
      limit: 31,
      offset: 0,
    }),
    store.posts.find({ ...filter, before: begin }, { by: 'date', direction: 'desc' }, one, ['date']),
    store.posts.find({ ...filter, after: lastInside.replace('T', ' ') }, { by: 'date', direction: 'asc' }, one, [
      'date',
    ]),
  ]);
  const nearest = (row: { date: string } | undefined) => {
    const [inYear = 0, inMonth = 1] = row?.date.split('-').map(Number) ?? [];
    return row ? { month: inMonth, url: dateLink(site, { year: inYear, month: inMonth }) } : null;
  };
  return {
    year,
    month,
    days: days.map(({ period }) => {
      const day = Number(period.slice(8));
      return { day, url: dateLink(site, { year, month, day }) };
    }),
    previous: nearest(before),
    next: nearest(after),
  };
}

const mostPeriods = 1000;

/** The years, months, weeks and days that have published posts. */
export const loadPeriods: BlockLoader = async (needed, loaded, work) => {
  for (const [key, unit] of needed.periods) loaded.periods.set(key, await periodsBy(unit, work));
};

const units = { yearly: 'year', monthly: 'month', weekly: 'day', daily: 'day' } as const satisfies Record<
  PeriodUnit,
  string
>;

async function periodsBy(unit: PeriodUnit, { call, visibility }: BlockWork): Promise<Period[]> {
  const { store, site } = call;
  const filter = { types: ['post'], visibility, statuses: ['publish'] };
  const found = await store.posts.byPeriod(filter, units[unit], { limit: mostPeriods, offset: 0 });
  if (unit === 'weekly') return weeks(found, site);
  return found.map(({ period, count }) => ({ date: wholeDate(period), count, url: linkOf(period, site) }));
}

/** The first moment of `2026`, `2026-01` or `2026-01-31`. */
const wholeDate = (period: string): string => `${period}-01-01`.slice(0, 10).concat(' 00:00:00');

function linkOf(period: string, site: Site): string {
  const [year = 0, month, day] = period.split('-').map(Number);
  return dateLink(site, { year, ...(month === undefined ? {} : { month }), ...(day === undefined ? {} : { day }) });
}

/** The weeks of days; a week that lies in two years is two. */
function weeks(days: readonly PostPeriod[], site: Site): Period[] {
  const byWeek = Map.groupBy(days, ({ period }) => `m=${period.slice(0, 4)}&w=${weekNumber(period, site.startOfWeek)}`);
  return [...byWeek].map(([parameters, own]) => ({
    date: wholeDate(own[0]?.period ?? ''),
    count: own.reduce((sum, { count }) => sum + count, 0),
    url: `${site.url}/?${parameters}`,
  }));
}

const dayMilliseconds = 86_400_000;

/**
 * The number of the week that a date `YYYY-MM-DD` lies in, within its year: weeks before the first are 0. Where weeks
 * begin on Monday the first one has at least four days of the year, else it begins in the year.
 */
export function weekNumber(date: string, startOfWeek: number): number {
  const year = Number(date.slice(0, 4));
  const isIso = startOfWeek === 1;
  // The fourth of January is always in the first week of the first kind, the seventh in that of the second.
  const inside = Date.UTC(year, 0, isIso ? 4 : 7);
  const first = inside - ((new Date(inside).getUTCDay() - startOfWeek + 7) % 7) * dayMilliseconds;
  return Math.floor((Date.parse(`${date}T00:00:00Z`) - first) / (7 * dayMilliseconds)) + 1;
}
