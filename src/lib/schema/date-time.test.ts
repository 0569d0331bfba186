import { expect, it } from 'vitest';
import { parseDateTime } from './formats.ts';

it.each([
  ['2026-01-31T10:00:00', Date.UTC(2026, 0, 31, 10), null],
  ['2026-02-30T10:00:00', Date.UTC(2026, 2, 2, 10), null],
  ['2026-01-31T10:00:00Z', Date.UTC(2026, 0, 31, 10), 0],
  ['2026-01-31T10:00:00-05:30', Date.UTC(2026, 0, 31, 10), -330],
  ['2026-01-31t10:00:00.250+02', Date.UTC(2026, 0, 31, 10), 120],
  ['2026-01-31 10:00:00', Date.UTC(2026, 0, 31, 10), null],
  ['2026-01-00T10:00:00', Date.UTC(2025, 11, 31, 10), null],
  ['2026-00-15T10:00:00', Date.UTC(2025, 11, 15, 10), null],
  [
    '0050-01-01T00:00:00',
    Date.UTC(2000, 0, 1) - Date.UTC(2000, 0, 1) + new Date('0050-01-01T00:00:00Z').getTime(),
    null,
  ],
])('%s', (text, wallClock, offsetMinutes) => {
  expect(parseDateTime(text)).toEqual({ wallClock, offsetMinutes });
});

it.each([
  '2020-01-01T10:00:00+0530',
  '2020-06-01T10:00:00z',
  '2020-06-01T10:00:00+5',
  '2020-06-01T10:00:00Z+01:00',
  '2020-06-01T10:00',
  ' 2020-06-01T10:00:00',
])('%j is no date', (text) => {
  expect(parseDateTime(text)).toBeNull();
});

it.each(['2026-13-01T00:00:00', '2026-01-32T00:00:00', '2026-1-1T00:00:00', '2026-01-01', '', 'T10:00:00'])(
  '%s is no date',
  (text) => {
    expect(parseDateTime(text)).toBeNull();
  },
);
