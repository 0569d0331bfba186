import { describe, expect, it } from 'vitest';
import { needsPublishing, statusAt } from './post-draft.ts';

describe('statusAt', () => {
  const now = '2026-05-01 12:00:00';
  it.each([
    ['publish', '2026-05-01 12:00:01', 'future'],
    ['publish', '2026-05-01 12:00:00', 'publish'],
    ['future', '2026-05-01 12:00:00', 'publish'],
    ['future', '2036-01-01 00:00:00', 'future'],
    ['private', '2036-01-01 00:00:00', 'private'],
    ['draft', '2036-01-01 00:00:00', 'draft'],
  ])('%s dated %s is %s', (status, date, expected) => {
    expect(statusAt(status, date, now)).toBe(expected);
  });
});

it('asks for the right to publish where readers may see the result', () => {
  expect(['publish', 'future', 'private', 'draft', 'pending'].filter(needsPublishing)).toEqual([
    'publish',
    'future',
    'private',
  ]);
});
