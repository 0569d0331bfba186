import { expect, it } from 'vitest';
import { isCity, zoneNames } from './zone.ts';

it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Ushuaia', 'Arctic/Longyearbyen', 'Europe/Kyiv'])(
  '%s is the name of a zone',
  (name) => {
    expect(zoneNames().has(name)).toBe(true);
  },
);

it.each([
  ...['GMT', 'utc', 'Etc/UTC', 'Etc/GMT+1', 'US/Eastern', 'EST', 'Asia/Calcutta', 'Europe/Kiev', 'Japan'],
  ...['europe/berlin', 'EUROPE/BERLIN', ' Europe/Berlin', 'Europe', 'Mars/Olympus', '+02:00', 'constructor'],
])('%s is not the name of a zone', (name) => {
  expect(zoneNames().has(name)).toBe(false);
});

it('every name is one that times can be calculated for', () => {
  const names = [...zoneNames()];
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name) => !isCity(name))).toEqual([]);
});
