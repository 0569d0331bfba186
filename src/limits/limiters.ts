import { setTimeout } from 'node:timers/promises';
import { createBoundedMap } from '../lib/bounded-map.ts';
import { hasPassed, mostSkewMs } from '../lib/elapsed.ts';
import type { LimitRule } from './limit-rules.ts';
import type { Limiter, Limiters, LimitState, LimitStates, OpenLimitStates } from './limiter.ts';

/** Tries to change a state that other processes change at the same time. */
const mostTries = 20;

/** Whoever cannot count waits this long: a use that is not counted is not allowed. */
const crowdedSeconds = 1;

/** Creates limiters that store their counts in these states, using the given clock. */
export function createLimiters(open: OpenLimitStates, clock: () => number): Limiters {
  return <State>(name: string, rule: LimitRule<State>): Limiter => {
    const states = open(name);
    const inTurn = createTurns();
    // A state from before the clock was set back would hold up its key for as long as the clock went back.
    const isAhead = ({ untilMs }: LimitState, nowMs: number) => untilMs - rule.memoryMs - nowMs > mostSkewMs;
    const stateOf = (stored: LimitState | null, nowMs: number) =>
      // Only this limiter writes states under its name, and all of them come from its rule.
      stored === null || isAhead(stored, nowMs) ? null : (stored.state as State);
    const secondsOf = (state: State | null, nowMs: number) =>
      state === null ? 0 : Math.ceil(Math.max(0, rule.wait(state, nowMs)) / 1000);

    /** Replaces the state by what `step` makes of it; a number of seconds instead of a state refuses. */
    const change = async (key: string, step: (state: State | null, nowMs: number) => { next: State } | number) => {
      for (let tries = 0; tries < mostTries; tries++) {
        if (tries > 1) await setTimeout(Math.random() * 2 ** Math.min(tries, 6));
        const nowMs = clock();
        const seen = await states.read(key, nowMs);
        const result = step(stateOf(seen, nowMs), nowMs);
        if (typeof result === 'number') return result;
        const next = { state: result.next, untilMs: nowMs + rule.memoryMs };
        if (await states.replace(key, seen, next, nowMs)) return 0;
      }
      return crowdedSeconds;
    };
    return {
      consume: (key) =>
        inTurn(key, () => change(key, (state, nowMs) => secondsOf(state, nowMs) || { next: rule.count(state, nowMs) })),
      async wait(key) {
        const nowMs = clock();
        return secondsOf(stateOf(await states.read(key, nowMs), nowMs), nowMs);
      },
      async refund(key) {
        await inTurn(key, () => change(key, (state) => (state === null ? 0 : { next: rule.refund(state) })));
      },
      reset: (key) => inTurn(key, () => states.remove(key)),
    };
  };
}

/** Runs the work on a key one after the other, so that a process never competes with itself. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}

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

/** Limiters that count elsewhere while the first ones fail; `report` hears of it at most once a minute. */
export function withFallback(
  first: Limiters,
  second: Limiters,
  report: (error: unknown) => void,
  clock: () => number,
): Limiters {
  let reportedMs = Number.NEGATIVE_INFINITY;
  const failed = (error: unknown) => {
    if (!hasPassed(reportedMs, reportEveryMs, clock())) return;
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
