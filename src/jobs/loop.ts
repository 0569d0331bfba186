import { setTimeout } from 'node:timers/promises';
import type { Background } from './background.ts';

export interface LoopOptions {
  /**
   * One round; a long round should watch the signal. It may resolve to the milliseconds until the next
   * round is due.
   */
  readonly round: (stopping: AbortSignal) => Promise<number> | Promise<void>;
  /** Longest pause between two rounds. */
  readonly everyMs: number;
  /** Pause before the first round; none unless given. */
  readonly firstAfterMs?: number;
  /** The random share of the longest pause (jitter), so that processes started together do not run in step. */
  readonly jitter?: number;
  /** Called when a round fails; the loop continues. */
  readonly report: (error: unknown) => void;
  readonly sleep?: Sleep;
}

/** Resolves after the time, or as soon as the signal is aborted; tests pass their own. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** A job that runs repeatedly. */
export interface Loop extends Background {
  /** Starts the next round now, or right after the one that is running. */
  wake(): void;
}

/** Runs rounds one after the other with a pause between them, until it is stopped; `stop` waits for the running one. */
export function startLoop(options: LoopOptions): Loop {
  const { round, everyMs, firstAfterMs = 0, jitter = 0.1, report, sleep = sleepForReal } = options;
  const stopping = new AbortController();
  let alarm = new AbortController();

  const runRound = async (): Promise<number> => {
    try {
      return (await round(stopping.signal)) ?? everyMs;
    } catch (error) {
      report(error);
      return everyMs;
    }
  };
  const run = async () => {
    if (firstAfterMs > 0) await sleep(firstAfterMs, alarm.signal);
    while (!stopping.signal.aborted) {
      alarm = new AbortController();
      const pauseMs = Math.min(await runRound(), everyMs * (1 - jitter * Math.random()));
      if (pauseMs > 0) await sleep(pauseMs, alarm.signal);
    }
  };
  const running = run();

  return {
    wake: () => alarm.abort(),
    async stop() {
      stopping.abort();
      alarm.abort();
      await running;
    },
  };
}

const sleepForReal: Sleep = async (ms, signal) => {
  // The pause rejects only when it is aborted.
  await setTimeout(ms, undefined, { signal }).catch(() => {});
};
