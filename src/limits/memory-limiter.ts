import { createBoundedMap } from './bounded-map.ts';
import type { LimitState, LimitStates } from './limit-states.ts';
import type { Limiters } from './limiter.ts';
import { createLimiters } from './limiters.ts';

/** Past this many keys, a limiter evicts the least recently used. */
const mostKeys = 50_000;

/** Limiters that count in the memory of this process, using the given clock. */
export function memoryLimiters(clock: () => number): Limiters {
  return createLimiters(memoryLimitStates, clock);
}

/** States in the memory of this process. */
function memoryLimitStates(): LimitStates {
  const entries = createBoundedMap<string, LimitState>(mostKeys);
  const find = (key: string, nowMs: number) => {
    const entry = entries.get(key);
    return entry && entry.untilMs > nowMs ? entry : null;
  };
  return {
    read: async (key, nowMs) => find(key, nowMs),
    async replace(key, seen, next, nowMs) {
      if (find(key, nowMs) !== seen) return false;
      entries.set(key, next);
      return true;
    },
    async remove(key) {
      entries.delete(key);
    },
  };
}
