import type { LimitRule } from './limit-rules.ts';

/**
 * Limits how often something may be done per key. Waits are whole seconds, rounded up; 0 means no wait.
 * Every method returns a promise, because counts may be stored outside the process.
 */
export interface Limiter {
  /** Counts one use and resolves to 0; or counts nothing and resolves to the seconds to wait. */
  consume(key: string): Promise<number>;
  /** The seconds the key has to wait; counts nothing. */
  wait(key: string): Promise<number>;
  /** Takes back one use that was counted. */
  refund(key: string): Promise<void>;
  /** Forgets all uses of the key. */
  reset(key: string): Promise<void>;
}

/** Creates the limiter of a rule; its name separates its keys from those of others in a shared store. */
export type Limiters = <State>(name: string, rule: LimitRule<State>) => Limiter;

/** A limiter that never limits. */
export const unlimited: Limiter = {
  consume: async () => 0,
  wait: async () => 0,
  refund: async () => {},
  reset: async () => {},
};

/** One use of one limiter's key. */
export interface LimitedUse {
  readonly limiter: Limiter;
  readonly key: string;
}

/** Counts a use in every limiter and resolves to 0; or counts it in none and resolves to the seconds to wait. */
export async function consumeAll(uses: readonly LimitedUse[]): Promise<number> {
  const longest = Math.max(0, ...(await Promise.all(uses.map(({ limiter, key }) => limiter.wait(key)))));
  if (longest > 0) return longest;
  for (const [index, { limiter, key }] of uses.entries()) {
    const wait = await limiter.consume(key);
    if (wait === 0) continue;
    // Another use was counted after the waits were read.
    await Promise.all(uses.slice(0, index).map((counted) => counted.limiter.refund(counted.key)));
    return wait;
  }
  return 0;
}

/** What a limiter stores under a key, and how long it matters. */
export interface LimitState {
  /** Plain JSON. */
  readonly state: unknown;
  readonly untilMs: number;
}

/** The stored states of one limiter. Several processes may use the same ones. */
export interface LimitStates {
  /** The state of a key; null where there is none, or none that still matters at this time. */
  read(key: string, nowMs: number): Promise<LimitState | null>;
  /** Stores the next state, unless the stored one is no longer what was read: then it changes nothing; false. */
  replace(key: string, seen: LimitState | null, next: LimitState, nowMs: number): Promise<boolean>;
  remove(key: string): Promise<void>;
}

/** Opens the states of the limiter of a name; states of different names never mix. */
export type OpenLimitStates = (name: string) => LimitStates;
