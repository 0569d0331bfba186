import type { Background } from '../jobs/background.ts';
import { startLoop } from '../jobs/loop.ts';
import type { Guarding } from './call-extension.ts';
import type { BaseHost } from './host.ts';

const usualDeadlineMs = 60_000;

/** Starts the repeated work of an extension. A run that fails or is late is noted, and the next one takes place. */
export function startJobs({ extension, guard }: Guarding, host: BaseHost): Background[] {
  return (extension.jobs ?? []).map(({ name, everyMs, deadlineMs = usualDeadlineMs, run: job }) => {
    let endedMs = host.clock();
    let running: Promise<void> | null = null;
    const run = async (stopping: AbortSignal): Promise<void> => {
      await guard.run(`job ${name}`, deadlineMs, (late) => {
        const signal = AbortSignal.any([stopping, late]);
        // The host is the one that the job was declared for.
        const done = job(host as never, signal);
        return Promise.race([done, aborted(stopping)]);
      });
      endedMs = host.clock();
    };
    /** Rounds do not overlap: whoever asks during one waits for it. */
    const round = (stopping: AbortSignal): Promise<void> => {
      running ??= run(stopping).finally(() => {
        running = null;
      });
      return running;
    };
    const report = (error: unknown) => guard.note(`job ${name}`, error);
    const { stop } = startLoop({ everyMs, firstAfterMs: Math.min(everyMs, 1_000), report, round });
    return {
      stop,
      async runDue() {
        await running;
        if (host.clock() - endedMs >= everyMs) await round(new AbortController().signal);
      },
    };
  });
}

/** Resolves when the site stops: it does not wait for a job that ignores the signal. */
function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
