import type { Limiter, Limiters } from './limiter.ts';

/** Limiters that count elsewhere while the first ones fail; `report` hears of it at most once a minute. */
export function withFallback(
  first: Limiters,
  second: Limiters,
  report: (error: unknown) => void,
  clock: () => number,
): Limiters {
  let reportedMs = Number.NEGATIVE_INFINITY;
  const failed = (error: unknown) => {
    if (clock() - reportedMs < reportEveryMs) return;
    reportedMs = clock();
    report(error);
  };
  return (name, rule) => {
    const usual = first(name, rule);
    const spare = second(name, rule);
    const either = async <T>(work: (limiter: Limiter) => Promise<T>): Promise<T> => {
      try {
        return await work(usual);
      } catch (error) {
        failed(error);
        return work(spare);
      }
    };
    return {
      consume: (key) => either((limiter) => limiter.consume(key)),
      wait: (key) => either((limiter) => limiter.wait(key)),
      refund: (key) => either((limiter) => limiter.refund(key)),
      reset: (key) => either((limiter) => limiter.reset(key)),
    };
  };
}

const reportEveryMs = 60_000;
