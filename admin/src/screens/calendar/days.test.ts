import { describe, expect, it } from 'vitest';
import { addDays, isDay, shifted, shownDays } from './days.ts';

describe('the days of a calendar', () => {
  it('are whole weeks around a month, from the day on which weeks begin', () => {
    const may = shownDays('2026-05-17', 'month', 1);
    expect([may[0], may.at(-1), may.length]).toEqual(['2026-04-27', '2026-05-31', 35]);
    const february = shownDays('2026-02-03', 'month', 0);
    expect([february[0], february.at(-1)]).toEqual(['2026-02-01', '2026-02-28']);
    expect(shownDays('2026-05-17', 'week', 1)).toEqual(Array.from({ length: 7 }, (_, at) => addDays('2026-05-11', at)));
  });

  it.each([
    ['2026-01-31', 'month', 1, '2026-02-28'],
    ['2026-01-15', 'month', -1, '2025-12-15'],
    ['2026-12-28', 'week', 1, '2027-01-04'],
  ] as const)('%s, a %s times %i away, is %s', (day, view, by, expected) => {
    expect(shifted(day, view, by)).toBe(expected);
  });

  it('are read from an address only where they are days', () => {
    expect(['2026-05-01', '2026-13-01', 'today', 7, undefined].map(isDay)).toEqual([true, false, false, false, false]);
  });
});
