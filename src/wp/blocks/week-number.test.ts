import { expect, it } from 'vitest';
import { weekNumber } from './load-archives.ts';

it.each([
  ['2026-11-15', 1, 46],
  ['2012-01-01', 1, 0],
  ['2012-01-02', 1, 1],
  ['2013-01-05', 1, 1],
  ['2012-12-31', 1, 53],
  ['2010-02-01', 1, 5],
  ['2026-01-01', 0, 0],
  ['2026-01-04', 0, 1],
  ['2023-01-01', 0, 1],
])('%s, in weeks that begin on day %d, is in week %d of its year', (date, start, week) => {
  expect(weekNumber(date, start)).toBe(week);
});
