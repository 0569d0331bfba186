/** Holds callers back; answers how many seconds to wait, 0 when there is no need to. */
export interface Throttle {
  /** How long the address is still held back at a place. */
  wait(address: string, place: string, nowMs: number): number;
  /** Counts something against the address. */
  note(address: string, place: string, nowMs: number): void;
}

export interface ThrottleRule {
  readonly most: number;
  readonly withinMs: number;
  readonly holdMs: number;
}

const mostCallers = 20_000;

interface Tally {
  times: number[];
  heldUntil: number;
}

/** After so many in a time an address is held back for a while; others never notice. */
export function createThrottle({ most, withinMs, holdMs }: ThrottleRule): Throttle {
  const callers = new Map<string, Tally>();
  return {
    wait(address, place, nowMs) {
      const heldUntil = callers.get(`${place} ${address}`)?.heldUntil ?? 0;
      return Math.max(0, Math.ceil((heldUntil - nowMs) / 1_000));
    },
    note(address, place, nowMs) {
      const key = `${place} ${address}`;
      const tally = callers.get(key) ?? { times: [], heldUntil: 0 };
      tally.times = [...tally.times.filter((at) => nowMs - at < withinMs), nowMs];
      if (tally.times.length >= most) {
        tally.heldUntil = nowMs + holdMs;
        tally.times = [];
      }
      callers.delete(key);
      callers.set(key, tally);
      if (callers.size > mostCallers) callers.delete(callers.keys().next().value as string);
    },
  };
}

/** For tests, and for sites that hold nobody back. */
export const noThrottle: Throttle = { wait: () => 0, note: () => {} };
