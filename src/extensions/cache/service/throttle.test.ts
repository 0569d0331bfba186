import { expect, it } from 'vitest';
import { createThrottle } from './throttle.ts';

it('holds an address back after so many, at that place, for a while', () => {
  const throttle = createThrottle({ most: 5, withinMs: 60_000, holdMs: 60_000 });
  for (let n = 0; n < 4; n++) throttle.note('a', '/token', n);
  expect(throttle.wait('a', '/token', 10)).toBe(0);
  throttle.note('a', '/token', 10);
  expect(throttle.wait('a', '/token', 1_010)).toBe(59);
  expect(throttle.wait('a', '/apikey', 10)).toBe(0);
  expect(throttle.wait('b', '/token', 10)).toBe(0);
  expect(throttle.wait('a', '/token', 60_010)).toBe(0);
});

it('forgets what lies back further', () => {
  const throttle = createThrottle({ most: 2, withinMs: 1_000, holdMs: 1_000 });
  throttle.note('a', '/', 0);
  throttle.note('a', '/', 1_500);
  expect(throttle.wait('a', '/', 1_500)).toBe(0);
});
