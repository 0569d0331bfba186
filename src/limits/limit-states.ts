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
