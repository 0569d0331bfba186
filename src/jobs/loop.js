import { setTimeout } from 'node:timers/promises';
/** Runs rounds one after the other with a pause between them, until it is stopped; `stop` waits for the running one. */
export function startLoop(options) {
  const { round, everyMs, firstAfterMs = 0, jitter = 0.1, report, sleep = sleepForReal } = options;
  const stopping = new AbortController();
  let alarm = new AbortController();
  const runRound = async () => {
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
const sleepForReal = async (ms, signal) => {
  // The pause rejects only when it is aborted.
  await setTimeout(ms, undefined, { signal }).catch(() => {});
};
