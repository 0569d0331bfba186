import { expect, it } from 'vitest';
import { shortMoment, zoneName } from './site-clock.ts';

const now = '2026-11-17T12:00:00';

it.each([
  ['2026-11-17T18:05', 'en', 'Tue 18:05'],
  ['2026-11-23T00:30:00', 'en', 'Mon 00:30'],
  ['2026-11-24T09:30:00', 'en', 'Nov 24, 09:30'],
  ['2027-01-02T09:30:00', 'en', 'Jan 2, 2027, 09:30'],
  ['2026-11-18T09:30', 'de', 'Mi 09:30'],
  ['2026-11-24T09:30', 'de', '24. Nov., 09:30'],
  ['', 'en', ''],
])('%s is said in %s as %s', (local, code, said) => {
  expect(shortMoment(local, now, code)).toBe(said);
});

it.each([
  ['Europe/Berlin', 1, 'Europe/Berlin (UTC+01:00)'],
  ['America/New_York', -5, 'America/New York (UTC−05:00)'],
  ['', 5.5, 'UTC+05:30'],
])('the zone of %s, %d hours from UTC, is called %s', (city, hours, name) => {
  expect(zoneName(city, hours)).toBe(name);
});
