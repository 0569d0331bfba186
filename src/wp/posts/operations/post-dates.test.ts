import { describe, expect, it } from 'vitest';
import { createZone, noDate } from '../../../rules/zone.ts';
import { dateAfterChange, dateOfNew, gmtOf, readDate, readLimit } from './post-draft.ts';

const newYork = createZone({ city: 'America/New_York', offsetHours: 0, now: () => 0 });
const now = { local: '2026-05-01 08:00:00', gmt: '2026-05-01 12:00:00' };

describe('readDate', () => {
  it.each([
    ['2017-01-15T20:00:00', 'local', '2017-01-15 20:00:00', '2017-01-16 01:00:00'],
    ['2017-07-16T02:00:00', 'gmt', '2017-07-15 22:00:00', '2017-07-16 02:00:00'],
    ['2017-07-20T23:30:00-01:00', 'local', '2017-07-20 20:30:00', '2017-07-21 00:30:00'],
    ['2017-07-20T23:30:00Z', 'local', '2017-07-20 19:30:00', '2017-07-20 23:30:00'],
    ['2017-02-30T10:00:00', 'gmt', '2017-03-02 05:00:00', '2017-03-02 10:00:00'],
  ] as const)('reads %s as %s', (text, as, local, gmt) => {
    expect(readDate(text, as, newYork)).toEqual({ local, gmt });
  });

  it.each(['yesterday', '2017-05-13', '', '9999-12-31T23:59:59-05:00', '0000-01-01T00:00:00'])('refuses %j', (text) => {
    expect(readDate(text, 'local', newYork)).toBeNull();
  });
});

describe('readLimit', () => {
  it.each([
    ['2017-01-15T20:00:00', { local: '2017-01-15 20:00:00', gmt: '2017-01-16 01:00:00' }],
    ['0000-00-00T00:00:00', { local: noDate, gmt: noDate }],
    ['9999-12-31T23:59:59-05:00', null],
  ])('reads %s as a date to compare with', (text, limit) => {
    expect(readLimit(text, newYork)).toEqual(limit);
  });
});

describe('dates of posts nobody dated', () => {
  it('float while the post is a draft and settle with it', () => {
    expect(dateOfNew(undefined, 'draft', now)).toEqual({ local: now.local, gmt: noDate });
    expect(dateOfNew(undefined, 'publish', now)).toEqual(now);
    const floating = { date: '2026-01-01 00:00:00', dateGmt: noDate, status: 'draft' };
    expect(dateAfterChange(floating, undefined, 'pending', now, newYork)).toEqual({ local: now.local, gmt: noDate });
    expect(dateAfterChange(floating, undefined, 'publish', now, newYork)).toEqual(now);
  });

  it('stay where they are once given', () => {
    const dated = { date: '2014-04-01 09:00:00', dateGmt: '2014-04-01 13:00:00', status: 'draft' };
    const kept = { local: dated.date, gmt: dated.dateGmt };
    expect(dateAfterChange(dated, undefined, 'publish', now, newYork)).toEqual(kept);
    expect(dateAfterChange({ ...dated, status: 'publish' }, undefined, 'draft', now, newYork)).toEqual(kept);
  });

  it('are shown in GMT all the same', () => {
    expect(gmtOf('2017-01-15 20:00:00', noDate, newYork)).toBe('2017-01-16 01:00:00');
  });
});
