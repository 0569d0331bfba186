import { dateLink } from '../../rules/permalinks.ts';
import type { Site } from '../../rules/site.ts';
import type { PostPeriod } from '../../storage/store.ts';
import type { Period, PeriodUnit } from '../../text/blocks/dynamic/shown.ts';
import type { BlockLoader, BlockWork } from './block-work.ts';
import { weekNumber } from './week-number.ts';

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
