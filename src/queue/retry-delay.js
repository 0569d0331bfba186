/** About an hour and a half of attempts. */
export const usualRetries = { maxAttempts: 16, firstDelayMs: 1000, longestDelayMs: 600000 };
/**
 * The pause after this many failed attempts, or null to give up. Half of it is left to chance, so that jobs that failed
 * together are not repeated together.
 */
export function retryDelayMs(failures, rules, chance = Math.random()) {
  if (failures >= rules.maxAttempts) return null;
  const full = Math.min(rules.firstDelayMs * 2 ** (failures - 1), rules.longestDelayMs);
  return Math.round(full / 2 + (full / 2) * chance);
}
