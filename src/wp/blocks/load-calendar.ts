import { dateLink } from '../../rules/permalinks.ts';
import { needKey } from '../../text/blocks/block-needs.ts';
import type { BlockLoader } from './block-work.ts';

const two = (n: number) => String(n).padStart(2, '0');

/** This month: its days with posts, and the nearest months with posts. */
export const loadCalendar: BlockLoader = async (needed, loaded, { call, visibility }) => {
  if (needed.calendar.size === 0 || loaded.calendar.size > 0) return;
  // Tomorrow another day is marked, and no change of the site tells a cache.
  call.keepPrivate();
  const { store, site, now } = call;
  const [year = 0, month = 1] = site.zone.localAt(now).split('-').map(Number);
  const next = month === 12 ? `${year + 1}-01` : `${year}-${two(month + 1)}`;
  const begin = `${year}-${two(month)}-01 00:00:00`;
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
  const monthOf = (row: { date: string } | undefined) => {
    const [inYear = 0, inMonth = 1] = row?.date.split('-').map(Number) ?? [];
    return row ? { month: inMonth, url: dateLink(site, { year: inYear, month: inMonth }) } : null;
  };
  loaded.calendar.set(needKey(null), {
    year,
    month,
    days: days.map(({ period }) => {
      const day = Number(period.slice(8));
      return { day, url: dateLink(site, { year, month, day }) };
    }),
    previous: monthOf(before),
    next: monthOf(after),
  });
};
