import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Enough for what the requests of a moment leave behind. */
const mostBytes = 16 * 1024 * 1024;

/** Until then the program may keep what it has compiled for the next start, which has to have the same settings. */
const firstAfterMs = 5_000;

/**
 * Bounds the part of the heap for new objects. The runtime lets it grow with the load, far above what the site itself
 * takes, and a collection that comes later gains little. It can be told at any time not to enlarge it; as it also makes
 * it smaller when there is nothing to do, it is told again after each collection. It begins when the start is over.
 */
export function boundYoungSpace(): void {
  let mayGrow = true;
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    const isSmall = young === undefined || young.space_size < mostBytes;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  });
  setTimeout(() => observer.observe({ entryTypes: ['gc'] }), firstAfterMs).unref();
}
