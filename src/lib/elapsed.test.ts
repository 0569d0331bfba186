import { expect, it } from 'vitest';
import { hasPassed, mostSkewMs } from './elapsed.ts';

it.each([
  ['a period that goes on', 1_000, 1_999, false],
  ['a period that ends', 1_000, 2_000, true],
  ['a moment of a clock that is a little ahead', 1_000 + mostSkewMs, 1_000, false],
  ['a moment from before the clock was set back', 1_001 + mostSkewMs, 1_000, true],
])('%s', (_, beganMs, nowMs, over) => expect(hasPassed(beganMs, 1_000, nowMs)).toBe(over));
