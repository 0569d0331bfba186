import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startCacheHistory } from './cache-history.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('keeps the samples of a day, thins them out, and ends with now', () => {
  let hits = 0;
  const metrics = () =>
    ({ hits: ++hits, misses: 0, entries: 1, bytes: 2, expired: 0, evicted: 0, refused: 0 }) as never;
  const history = startCacheHistory({ metrics }, () => Date.now());
  expect(history.samples(10)).toHaveLength(2);
  vi.advanceTimersByTime(2 * 86_400_000);
  const shown = history.samples(240);
  expect(shown.length).toBeLessThanOrEqual(240);
  expect(shown.length).toBeGreaterThan(200);
  expect(shown.at(-1)).toMatchObject({ atMs: Date.now(), hits });
  expect(Date.now() - (shown[0]?.atMs ?? 0)).toBeLessThanOrEqual(86_400_000);
  history.stop();
  expect(vi.getTimerCount()).toBe(0);
});
