import type { Logger } from 'pino';

/** Logs faults of the machine: one line per kind and minute, however many requests meet it. */
export type FaultLog = (kind: string, error: unknown, message: string) => void;

const pauseMs = 60_000;

/** Each line counts in `suppressed` how often its kind was met, and not logged, since the line before. */
export function createFaultLog(log: Pick<Logger, 'error'>, clock: () => number): FaultLog {
  const kinds = new Map<string, { loggedMs: number; suppressed: number }>();
  return (kind, error, message) => {
    const nowMs = clock();
    const before = kinds.get(kind);
    if (before && nowMs - before.loggedMs < pauseMs) {
      before.suppressed += 1;
      return;
    }
    log.error({ err: error, kind, suppressed: before?.suppressed ?? 0 }, message);
    kinds.set(kind, { loggedMs: nowMs, suppressed: 0 });
  };
}
