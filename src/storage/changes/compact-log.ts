import { keptRows } from './change-log.ts';
import type { LogTracker } from './log-tracker.ts';

/** The writes that keep the log short and without gaps. Each call commits on its own. */
export interface LogMaintenance {
  /**
   * Commits a tombstone under each of these numbers that has no row. Waits for a running transaction that holds one of
   * them; throws if it does not end.
   */
  fence(numbers: readonly number[]): Promise<void>;
  /** Removes the rows up to this number and adds one without tags, so that who has the new row has had the old ones. */
  prune(last: number): Promise<void>;
}

export interface LogLimits {
  /** How long a number may be missing before it is fenced: longer than most transactions take. */
  readonly settleMs: number;
  readonly keptRows: number;
  /**
   * How long a number must have been below the floor before its row is removed. A statement that took a number before
   * it was fenced may still insert it once the tombstone is gone; this is longer than any statement may take.
   */
  readonly pruneMs: number;
}

export const logLimits: LogLimits = { settleMs: 2_000, keptRows, pruneMs: 600_000 };

/** Fences the numbers that are missing for too long, and prunes the log. Any process may do it, and several at once. */
export async function compactLog(
  log: LogMaintenance,
  tracker: LogTracker,
  { limits, nowMs }: { limits: LogLimits; nowMs: number },
): Promise<void> {
  const prunable = prunableTo(tracker, limits, nowMs);
  if (prunable > 0) await log.prune(prunable);
  const missing = tracker.gaps(nowMs - limits.settleMs);
  if (missing.length > 0) await log.fence(missing);
}

/** Whether `compactLog` has something to do. */
export function needsCompaction(tracker: LogTracker, limits: LogLimits, nowMs: number): boolean {
  return prunableTo(tracker, limits, nowMs) > 0 || tracker.gaps(nowMs - limits.settleMs).length > 0;
}

/** Up to where to prune; 0 while it is not worth a statement. */
function prunableTo(tracker: LogTracker, limits: LogLimits, nowMs: number): number {
  const { oldest, head } = tracker.range;
  if (head - oldest <= limits.keptRows * 1.1) return 0;
  // The row of the floor stays: below the oldest row no number may be missing.
  const last = Math.min(head - limits.keptRows, tracker.settled(nowMs - limits.pruneMs) - 1);
  return last >= oldest ? last : 0;
}
