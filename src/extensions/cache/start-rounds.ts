import type { Background } from '../../extension.ts';

export interface Rounds {
  readonly everyMs: number;
  /** One round; it looks at `isStopped` where it could go on for long. */
  readonly round: (isStopped: () => boolean) => Promise<void>;
  /** Told of a round that failed; the next one comes all the same. */
  readonly report: (error: unknown) => void;
}

/** Does the same work time and again, a pause after each round, until it is stopped. */
export function startRounds({ everyMs, round, report }: Rounds): Background {
  let stopped = false;
  let working: Promise<void> = Promise.resolve();
  let pending: NodeJS.Timeout;
  const plan = () => {
    pending = setTimeout(() => {
      working = round(() => stopped)
        .catch(report)
        .then(() => {
          if (!stopped) plan();
        });
    }, everyMs);
    pending.unref();
  };
  plan();
  return {
    async stop() {
      stopped = true;
      clearTimeout(pending);
      await working;
    },
  };
}
