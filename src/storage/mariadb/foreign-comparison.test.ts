import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createJobs } from '../../lib/jobs.ts';
import { ForeignComparison } from './foreign-comparison.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Comparisons of posts that another program writes all the time; each is done by `compare`. */
function comparing(compare: () => Promise<void>) {
  let count = 0;
  const counted = async () => {
    count += 1;
    await compare();
  };
  const look = async () => ({ now: 10, moved: 10, known: 1 });
  const comparison = new ForeignComparison(look, counted, {
    job: createJobs(() => {}, Date.now).of('foreign changes'),
  });
  return { comparison, count: () => count };
}

const takes = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How long a read waits for a comparison. */
async function waited(comparison: ForeignComparison): Promise<number> {
  const begun = performance.now();
  let ended: number | null = null;
  comparison.catchUp().then(() => {
    ended = performance.now();
  });
  while (ended === null) await vi.advanceTimersByTimeAsync(10);
  return ended - begun;
}

describe('comparing what others wrote before a read', () => {
  it('is done before each read while it is quick', async () => {
    const { comparison, count } = comparing(takes(100));
    for (const searches of [1, 2, 3]) {
      expect(await waited(comparison)).toBeGreaterThanOrEqual(100);
      expect(count()).toBe(searches);
    }
  });

  it('is done a share of the time where it takes longer', async () => {
    const { comparison, count } = comparing(takes(1_000));
    await waited(comparison);
    expect(await waited(comparison)).toBeLessThan(100);
    await vi.advanceTimersByTimeAsync(19_000);
    await waited(comparison);
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await waited(comparison);
    expect(count()).toBe(2);
  });

  it('does not follow a long one at once for a read that came early', async () => {
    const { comparison, count } = comparing(takes(1_000));
    const first = comparison.catchUp();
    await vi.advanceTimersByTimeAsync(100);
    await waited(comparison);
    await first;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(count()).toBe(1);
  });

  it('is not waited for where it takes very long', async () => {
    const { comparison, count } = comparing(takes(60_000));
    expect(await waited(comparison)).toBeLessThan(3_000);
    expect(await waited(comparison)).toBeLessThan(100);
    expect(count()).toBe(1);
  });

  it('does not fail the read, and is tried again', async () => {
    const { comparison, count } = comparing(() => Promise.reject(new Error('The statement took too long.')));
    await waited(comparison);
    await waited(comparison);
    await expect(comparison.keepUp()).rejects.toThrow('took too long');
    expect(count()).toBe(3);
  });

  it('takes a share of the time in the background even if it is quick', async () => {
    const { comparison, count } = comparing(takes(100));
    await waited(comparison);
    await comparison.keepUp();
    expect(count()).toBe(1);
    await vi.advanceTimersByTimeAsync(3_000);
    const kept = comparison.keepUp();
    await vi.advanceTimersByTimeAsync(200);
    await kept;
    expect(count()).toBe(2);
  });
});
