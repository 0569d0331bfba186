import { expect, it } from 'vitest';
import { isCity } from '../zone.ts';
import { zoneNames } from './zone-names.ts';

it.each(['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'America/Argentina/Ushuaia', 'Arctic/Longyearbyen', 'Europe/Kyiv'])(
  'F21 %s is the name of a zone',
  (name) => {
    expect(zoneNames().has(name)).toBe(true);
  },
);

it.each([
  ...['GMT', 'utc', 'Etc/UTC', 'Etc/GMT+1', 'US/Eastern', 'EST', 'Asia/Calcutta', 'Europe/Kiev', 'Japan'],
  ...['europe/berlin', 'EUROPE/BERLIN', ' Europe/Berlin', 'Europe', 'Mars/Olympus', '+02:00', 'constructor'],
])('F21 %s is none', (name) => {
  expect(zoneNames().has(name)).toBe(false);
});

it('F21 every name is one that times can be worked out for, and each place has one', () => {
  const names = [...zoneNames()];
  expect(names.length).toBeGreaterThan(400);
  expect(names.filter((name) => !isCity(name))).toEqual([]);
});
