const minute = 60000;
const hour = 60 * minute;
const firstDelays = [1 * minute, 5 * minute, 15 * minute, 60 * minute];
const laterDelay = 4 * hour;
const lifetime = 72 * hour;
/** When to retry after this many failed attempts, or null after three days of retries. */
export function nextAttempt(failedAttempts, createdAtMs, nowMs) {
  const next = nowMs + (firstDelays[failedAttempts - 1] ?? laterDelay);
  return next - createdAtMs > lifetime ? null : next;
}
