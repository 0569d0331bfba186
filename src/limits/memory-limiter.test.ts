import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backoff, firstUseWindow, type LimitRule, slidingWindow } from './limit-rules.ts';
import { consumeAll, type Limiters } from './limiter.ts';
import { memoryLimiters } from './limiters.ts';

/** A limiter with a clock that the test sets, in seconds. */
function limiterOf<State>(rule: LimitRule<State>) {
  let nowMs = 1_000_000_000;
  const limiter = memoryLimiters(() => nowMs)('test', rule);
  const wait = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { limiter, wait };
}

describe('a sliding window', () => {
  it('counts a use that is allowed and says how long to wait for one that is not', async () => {
    const { limiter, wait } = limiterOf(slidingWindow({ limit: 2, windowMs: 60_000 }));
    expect(await limiter.consume('a')).toBe(0);
    wait(10);
    expect(await limiter.consume('a')).toBe(0);
    expect([await limiter.consume('a'), await limiter.consume('b')]).toEqual([50, 0]);
    wait(50);
    expect([await limiter.consume('a'), await limiter.consume('a')]).toEqual([0, 10]);
  });

  it('never allows more than the limit in any stretch of its length, and counts no refused use', async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(gaps, fc.integer({ min: 1, max: 5 }), async (pauses, limit) => {
        const { limiter, wait } = limiterOf(slidingWindow({ limit, windowMs: 60_000 }));
        const allowed: number[] = [];
        let now = 0;
        for (const pause of pauses) {
          wait(pause);
          now += pause;
          const recent = allowed.filter((at) => now - at < 60).length;
          const refused = (await limiter.consume('a')) > 0;
          expect(refused).toBe(recent >= limit);
          if (!refused) allowed.push(now);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('with a hold pauses from the last allowed use, then begins anew', async () => {
    const { limiter, wait } = limiterOf(slidingWindow({ limit: 2, windowMs: 60_000, holdMs: 90_000 }));
    await limiter.consume('a');
    wait(30);
    await limiter.consume('a');
    expect(await limiter.wait('a')).toBe(90);
    wait(90);
    expect([await limiter.consume('a'), await limiter.consume('a'), await limiter.consume('a')]).toEqual([0, 0, 90]);
  });

  it('with a hold forgets uses that lie further back than its window', async () => {
    const { limiter, wait } = limiterOf(slidingWindow({ limit: 2, windowMs: 1_000, holdMs: 1_000 }));
    await limiter.consume('a');
    wait(1.5);
    await limiter.consume('a');
    expect(await limiter.wait('a')).toBe(0);
  });
});

describe('a window from the first use', () => {
  it('begins with the first use and ends for all of them at once', async () => {
    const { limiter, wait } = limiterOf(firstUseWindow({ limit: 2, windowMs: 60_000 }));
    await limiter.consume('a');
    wait(50);
    expect([await limiter.consume('a'), await limiter.consume('a')]).toEqual([0, 10]);
    wait(10);
    expect([await limiter.consume('a'), await limiter.consume('a'), await limiter.consume('a')]).toEqual([0, 0, 60]);
  });
});

describe('a backoff', () => {
  const rule = backoff({ free: 1, longestMs: 4_000, memoryMs: 60_000 });

  it('doubles the wait up to the longest, and is forgotten in time', async () => {
    const { limiter, wait } = limiterOf(rule);
    const waits: number[] = [];
    for (let n = 0; n < 5; n++) {
      expect(await limiter.consume('a')).toBe(0);
      waits.push(await limiter.wait('a'));
      wait(waits.at(-1)!);
    }
    expect(waits).toEqual([1, 2, 4, 4, 4]);
    wait(60);
    await limiter.consume('a');
    expect(await limiter.wait('a')).toBe(1);
  });
});

describe.each([
  ['a sliding window', slidingWindow({ limit: 2, windowMs: 60_000 })],
  ['a sliding window with a hold', slidingWindow({ limit: 2, windowMs: 60_000, holdMs: 60_000 })],
  ['a window from the first use', firstUseWindow({ limit: 2, windowMs: 60_000 })],
  ['a backoff', backoff({ free: 2, longestMs: 60_000, memoryMs: 3_600_000 })],
] as [string, LimitRule<unknown>][])('every rule: %s', (_, rule) => {
  it('lets uses that come together through as if they came one by one', async () => {
    const { limiter } = limiterOf(rule);
    const waits = await Promise.all(Array.from({ length: 20 }, () => limiter.consume('a')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
  });

  it('allows one more after a refund, and all again after a reset', async () => {
    const { limiter } = limiterOf(rule);
    const waits = async (times: number) => {
      const answers: number[] = [];
      for (let n = 0; n < times; n++) answers.push(Math.min(1, await limiter.consume('a')));
      return answers;
    };
    await limiter.consume('a');
    await limiter.refund('a');
    expect(await waits(3)).toEqual([0, 0, 1]);
    await limiter.reset('a');
    expect(await waits(3)).toEqual([0, 0, 1]);
  });
});

describe('several limiters for one use', () => {
  it('count it all or not at all, and name the longest wait', async () => {
    const limiters = memoryLimiters(() => 0);
    const wide = limiters('wide', slidingWindow({ limit: 3, windowMs: 10_000 }));
    const narrow = limiters('narrow', slidingWindow({ limit: 1, windowMs: 60_000 }));
    const use = (key: string) =>
      consumeAll([
        { limiter: wide, key: 'all' },
        { limiter: narrow, key },
      ]);
    expect([await use('a'), await use('a'), await use('b'), await use('b'), await use('c'), await use('a')]).toEqual([
      0, 60, 0, 60, 0, 60,
    ]);
    expect(await use('d')).toBe(10);
  });

  it('take back what they counted where another use came between', async () => {
    const limiters = memoryLimiters(() => 0);
    const wide = limiters('wide', slidingWindow({ limit: 10, windowMs: 60_000 }));
    const narrow = limiters('narrow', slidingWindow({ limit: 2, windowMs: 60_000 }));
    const use = () =>
      consumeAll([
        { limiter: wide, key: 'all' },
        { limiter: narrow, key: 'a' },
      ]);
    const waits = await Promise.all(Array.from({ length: 6 }, use));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(2);
    let left = 0;
    while ((await wide.consume('all')) === 0) left++;
    expect(left).toBe(8);
  });
});

describe('a clock that is set back', () => {
  const day = 86_400_000;
  it.each([
    ['a window', (limiters: Limiters) => limiters('test', slidingWindow({ limit: 1, windowMs: 600_000 }))],
    [
      'a window from its first use',
      (limiters: Limiters) => limiters('test', firstUseWindow({ limit: 1, windowMs: 600_000 })),
    ],
    [
      'a window with a pause',
      (limiters: Limiters) => limiters('test', slidingWindow({ limit: 1, windowMs: 600_000, holdMs: 600_000 })),
    ],
    [
      'a growing wait',
      (limiters: Limiters) => limiters('test', backoff({ free: 1, longestMs: 600_000, memoryMs: 600_000 })),
    ],
  ])('holds up nobody longer than %s does', async (_, open) => {
    let nowMs = 100 * day;
    const limiter = open(memoryLimiters(() => nowMs));
    expect(await limiter.consume('a')).toBe(0);
    expect(await limiter.wait('a')).toBeGreaterThan(0);
    nowMs -= 1_000;
    expect(await limiter.wait('a')).toBeGreaterThan(0);
    nowMs -= day;
    expect(await limiter.wait('a')).toBe(0);
    expect(await limiter.consume('a')).toBe(0);
    expect(await limiter.wait('a')).toBeGreaterThan(0);
  });
});
