import { setTimeout } from 'node:timers/promises';
import type { Job } from '../lib/jobs.ts';

export interface LoopOptions {
  /** What the rounds are runs of; the loop goes on after one that fails. */
  readonly job: Job;
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
  readonly sleep?: Sleep;
  /** The clock by which `runDue` runs a round: when the longest pause has passed since the last one ended. */
  readonly clock?: () => number;
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
  const { round, everyMs, firstAfterMs = 0, jitter = 0.1, job, sleep = sleepForReal, clock } = options;
  const stopping = new AbortController();
  let alarm = new AbortController();
  let endedMs = clock?.() ?? 0;
  let current: Promise<number> | null = null;

  const runOnce = async (): Promise<number> => {
    let pauseMs = everyMs;
    await job.run(async () => {
      pauseMs = (await round(stopping.signal)) ?? everyMs;
    });
    endedMs = clock?.() ?? 0;
    current = null;
    return pauseMs;
  };
  /** Rounds do not overlap: who wants one during another waits for that. */
  const runRound = (): Promise<number> => {
    current ??= runOnce();
    return current;
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
    ...(clock && {
      runDue: async () => {
        await current;
        if (clock() - endedMs >= everyMs) await runRound();
      },
    }),
    async stop() {
      stopping.abort();
      alarm.abort();
      await running;
      await current;
    },
  };
}

const sleepForReal: Sleep = async (ms, signal) => {
  // The pause rejects only when it is aborted.
  await setTimeout(ms, undefined, { signal }).catch(() => {});
};

/** A background job that runs until it is stopped. */
export interface Background {
  /** Does what is due now, once; a job without it runs at its own times only. */
  runDue?(): Promise<void>;
  /** Resolves once nothing of the job is running any more. */
  stop(): Promise<void>;
}
