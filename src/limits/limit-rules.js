/**
 * At most `limit` uses in any period of `windowMs`. With `holdMs` the last allowed use starts a pause of that length,
 * after which counting starts again from zero.
 */
export function slidingWindow({ limit, windowMs, holdMs }) {
  return {
    wait: ({ heldUntilMs }, nowMs) => heldUntilMs - nowMs,
    count(state, nowMs) {
      const times = [...(state?.times ?? []).filter((at) => nowMs - at < windowMs), nowMs];
      const [oldest = nowMs] = times;
      if (times.length < limit) return { times, heldUntilMs: 0 };
      return holdMs === undefined
        ? { times, heldUntilMs: oldest + windowMs }
        : { times: [], heldUntilMs: nowMs + holdMs };
    },
    refund: ({ times }) => ({ times: times.slice(0, -1), heldUntilMs: 0 }),
    memoryMs: Math.max(windowMs, holdMs ?? 0),
  };
}
/**
 * At most `limit` uses within `windowMs` of the first; the next use starts a new window. Up to twice the limit can fall
 * into one period around the end of a window, but the state is small.
 */
export function firstUseWindow({ limit, windowMs }) {
  return {
    wait: ({ startMs, count }, nowMs) => (count < limit ? 0 : startMs + windowMs - nowMs),
    count: (state, nowMs) =>
      state && nowMs - state.startMs < windowMs ? { ...state, count: state.count + 1 } : { startMs: nowMs, count: 1 },
    refund: ({ startMs, count }) => ({ startMs, count: count - 1 }),
    memoryMs: windowMs,
  };
}
/** Remembers a use: after one, the wait is what is left of `memoryMs`. For facts rather than for limits. */
export function memory({ memoryMs }) {
  return {
    wait: ({ atMs }, nowMs) => atMs + memoryMs - nowMs,
    count: (_state, nowMs) => ({ atMs: nowMs }),
    refund: () => ({ atMs: -memoryMs }),
    memoryMs,
  };
}
/** After the free uses, each use doubles the next wait, from one second up to the maximum. */
export function backoff({ free, longestMs, memoryMs }) {
  return {
    wait: ({ count, lastMs }, nowMs) =>
      count < free ? 0 : lastMs + Math.min(longestMs, 1000 * 2 ** (count - free)) - nowMs,
    count: (state, nowMs) => ({ count: (state?.count ?? 0) + 1, lastMs: nowMs }),
    refund: ({ count, lastMs }) => ({ count: count - 1, lastMs }),
    memoryMs,
  };
}
