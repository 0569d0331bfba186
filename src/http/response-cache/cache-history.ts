import type { ResponseCache } from './response-cache.ts';

/** The cache of this process at a moment; hits and misses are counted from the start of the process. */
export interface CacheSample {
  readonly atMs: number;
  readonly hits: number;
  readonly misses: number;
  readonly entries: number;
  readonly bytes: number;
}

/** What the cache did during the last day. */
export interface CacheHistory {
  /** Oldest first, at most so many, the last one of now. */
  samples(most: number): readonly CacheSample[];
  stop(): void;
}

const everyMs = 30_000;
const keptSamples = 2_880;

/** Takes a sample twice a minute and keeps those of a day. */
export function startCacheHistory(cache: Pick<ResponseCache, 'metrics'>, clock: () => number): CacheHistory {
  const kept: CacheSample[] = [];
  const sample = (): CacheSample => {
    const { hits, misses, entries, bytes } = cache.metrics();
    return { atMs: clock(), hits, misses, entries, bytes };
  };
  const take = (): void => {
    kept.push(sample());
    if (kept.length > keptSamples) kept.shift();
  };
  take();
  const timer = setInterval(take, everyMs).unref();
  return {
    samples(most) {
      const all = [...kept, sample()];
      const step = Math.ceil(all.length / most);
      // Counted from the end, so that the last one is always there.
      return all.filter((_, i) => (all.length - 1 - i) % step === 0);
    },
    stop: () => clearInterval(timer),
  };
}
