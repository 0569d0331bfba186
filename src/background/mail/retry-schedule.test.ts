import { expect, it } from 'vitest';
import { nextAttempt } from './outbox.ts';

it('tries again after 1, 5, 15 and 60 minutes, then every four hours for three days', () => {
  let now = 0;
  const waits: number[] = [];
  for (let failed = 1; ; failed++) {
    const next = nextAttempt(failed, 0, now);
    if (next === null) break;
    waits.push((next - now) / 60_000);
    now = next;
  }
  expect(waits.slice(0, 6)).toEqual([1, 5, 15, 60, 240, 240]);
  expect(new Set(waits.slice(4))).toEqual(new Set([240]));
  expect(now).toBeLessThanOrEqual(72 * 3_600_000);
  expect(now).toBeGreaterThan(68 * 3_600_000);
});
