import { PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/** Enough for what the requests of a moment leave behind. */
const mostYoungBytes = 16 * 1024 * 1024;

/** How much may be added to what is alive before everything is collected again. */
const growthPercent = 50;

/** Until then the program may keep what it has compiled for the next start, which has to have the same settings. */
const firstAfterMs = 5_000;

/**
 * Bounds what the heap takes besides what is alive. The runtime lets it grow to several times of that before it collects
 * everything, and the system does not get all of it back. Responses that have left the cache are among what waits to be
 * collected. It begins when the start is over.
 */
export function boundHeap(): void {
  setTimeout(() => {
    setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
    boundYoungSpace();
  }, firstAfterMs).unref();
}

/**
 * The part of the heap for new objects grows with the load, and a collection of it that comes later gains little. The
 * runtime can be told at any time not to enlarge it; as it also makes it smaller when there is nothing to do, it is told
 * again after each collection.
 */
function boundYoungSpace(): void {
  let mayGrow = true;
  const observer = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space');
    const isSmall = young === undefined || young.space_size < mostYoungBytes;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlagsFromString(`--semi-space-growth-factor=${mayGrow ? 2 : 1}`);
  });
  observer.observe({ entryTypes: ['gc'] });
}
