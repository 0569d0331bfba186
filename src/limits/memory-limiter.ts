import { createBoundedMap } from './bounded-map.ts';
import type { LimitRule } from './limit-rules.ts';
import type { Limiter, Limiters } from './limiter.ts';

/** Past this many keys, a limiter evicts the least recently used. */
const mostKeys = 50_000;

/** Limiters that count in the memory of this process, using the given clock. */
export function memoryLimiters(clock: () => number): Limiters {
  return (_name, rule) => createMemoryLimiter(rule, clock);
}

function createMemoryLimiter<State>(rule: LimitRule<State>, clock: () => number): Limiter {
  const entries = createBoundedMap<string, { readonly state: State; readonly untilMs: number }>(mostKeys);
  const find = (key: string, nowMs: number) => {
    const entry = entries.get(key);
    return entry && entry.untilMs > nowMs ? entry : null;
  };
  const waitAt = (key: string, nowMs: number) => {
    const entry = find(key, nowMs);
    return entry ? Math.ceil(Math.max(0, rule.wait(entry.state, nowMs)) / 1000) : 0;
  };

  return {
    async consume(key) {
      const nowMs = clock();
      const wait = waitAt(key, nowMs);
      if (wait > 0) return wait;
      const state = rule.count(find(key, nowMs)?.state ?? null, nowMs);
      entries.set(key, { state, untilMs: nowMs + rule.memoryMs });
      return 0;
    },
    wait: async (key) => waitAt(key, clock()),
    async refund(key) {
      const entry = find(key, clock());
      if (entry) entries.set(key, { ...entry, state: rule.refund(entry.state) });
    },
    async reset(key) {
      entries.delete(key);
    },
  };
}
