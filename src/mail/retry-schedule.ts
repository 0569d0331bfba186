const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const firstDelays = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE] as const;
const LATER_DELAY = 4 * HOUR;
const LIFETIME = 72 * HOUR;

/** When to try again after so many failed attempts, or null once three days of trying are over. */
export function nextAttempt(failedAttempts: number, createdAtMs: number, nowMs: number): number | null {
  const next = nowMs + (firstDelays[failedAttempts - 1] ?? LATER_DELAY);
  return next - createdAtMs > LIFETIME ? null : next;
}
