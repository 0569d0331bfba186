/**
 * Rate limit rules, as pure functions of the state of one key. States are plain JSON, so a back end
 * only has to replace one state by the next atomically.
 */
export interface LimitRule<State> {
  /** Milliseconds until one more use is allowed; 0 or less when it is allowed now. */
  readonly wait: (state: State, nowMs: number) => number;
  /** The state after one more use; null is the state of an unknown key. */
  readonly count: (state: State | null, nowMs: number) => State;
  /** The state without its last use. */
  readonly refund: (state: State) => State;
  /** How long after its last use a state must be stored. */
  readonly memoryMs: number;
}

export interface WindowLimit {
  readonly limit: number;
  readonly windowMs: number;
}

interface Uses {
  readonly times: readonly number[];
  readonly heldUntilMs: number;
}

/**
 * At most `limit` uses in any period of `windowMs`. With `holdMs` the last allowed use starts a pause of that length,
 * after which counting starts again from zero.
 */
export function slidingWindow({
  limit,
  windowMs,
  holdMs,
}: WindowLimit & { readonly holdMs?: number }): LimitRule<Uses> {
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

interface Window {
  readonly startMs: number;
  readonly count: number;
}

/**
 * At most `limit` uses within `windowMs` of the first; the next use starts a new window. Up to twice the limit can fall
 * into one period around the end of a window, but the state is small.
 */
export function firstUseWindow({ limit, windowMs }: WindowLimit): LimitRule<Window> {
  return {
    wait: ({ startMs, count }, nowMs) => (count < limit ? 0 : startMs + windowMs - nowMs),
    count: (state, nowMs) =>
      state && nowMs - state.startMs < windowMs ? { ...state, count: state.count + 1 } : { startMs: nowMs, count: 1 },
    refund: ({ startMs, count }) => ({ startMs, count: count - 1 }),
    memoryMs: windowMs,
  };
}

/** Remembers a use: after one, the wait is what is left of `memoryMs`. For facts rather than for limits. */
export function memory({ memoryMs }: { readonly memoryMs: number }): LimitRule<{ readonly atMs: number }> {
  return {
    wait: ({ atMs }, nowMs) => atMs + memoryMs - nowMs,
    count: (_state, nowMs) => ({ atMs: nowMs }),
    refund: () => ({ atMs: -memoryMs }),
    memoryMs,
  };
}

export interface BackoffLimit {
  /** Uses that cause no wait. */
  readonly free: number;
  readonly longestMs: number;
  readonly memoryMs: number;
}

interface Tries {
  readonly count: number;
  readonly lastMs: number;
}

/** After the free uses, each use doubles the next wait, from one second up to the maximum. */
export function backoff({ free, longestMs, memoryMs }: BackoffLimit): LimitRule<Tries> {
  return {
    wait: ({ count, lastMs }, nowMs) =>
      count < free ? 0 : lastMs + Math.min(longestMs, 1000 * 2 ** (count - free)) - nowMs,
    count: (state, nowMs) => ({ count: (state?.count ?? 0) + 1, lastMs: nowMs }),
    refund: ({ count, lastMs }) => ({ count: count - 1, lastMs }),
    memoryMs,
  };
}
