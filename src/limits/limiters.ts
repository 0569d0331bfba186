import { setTimeout } from 'node:timers/promises';
import type { LimitRule } from './limit-rules.ts';
import type { OpenLimitStates } from './limit-states.ts';
import type { Limiter, Limiters } from './limiter.ts';

/** Tries to change a state that other processes change at the same time. */
const mostTries = 20;

/** Whoever cannot count waits this long: a use that is not counted is not allowed. */
const crowdedSeconds = 1;

/** Creates limiters that store their counts in these states, using the given clock. */
export function createLimiters(open: OpenLimitStates, clock: () => number): Limiters {
  return <State>(name: string, rule: LimitRule<State>): Limiter => {
    const states = open(name);
    const inTurn = createTurns();
    // Only this limiter writes states under its name, and all of them come from its rule.
    const stateOf = (stored: { state: unknown } | null) => (stored === null ? null : (stored.state as State));
    const secondsOf = (state: State | null, nowMs: number) =>
      state === null ? 0 : Math.ceil(Math.max(0, rule.wait(state, nowMs)) / 1000);

    /** Replaces the state by what `step` makes of it; a number of seconds instead of a state refuses. */
    const change = async (key: string, step: (state: State | null, nowMs: number) => { next: State } | number) => {
      for (let tries = 0; tries < mostTries; tries++) {
        if (tries > 1) await setTimeout(Math.random() * 2 ** Math.min(tries, 6));
        const nowMs = clock();
        const seen = await states.read(key, nowMs);
        const result = step(stateOf(seen), nowMs);
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
        return secondsOf(stateOf(await states.read(key, nowMs)), nowMs);
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
