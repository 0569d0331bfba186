/** How often a job is tried, and how long the pauses between attempts are. */
export interface RetryRules {
  readonly maxAttempts: number;
  /** The pause after the first failure; it doubles with each one. */
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

/** About an hour and a half of attempts. */
export const usualRetries: RetryRules = { maxAttempts: 16, firstDelayMs: 1_000, longestDelayMs: 600_000 };

/**
 * The pause after this many failed attempts, or null to give up. Half of it is left to chance, so that jobs that failed
 * together are not repeated together.
 */
export function retryDelayMs(failures: number, rules: RetryRules, chance = Math.random()): number | null {
  if (failures >= rules.maxAttempts) return null;
  const full = Math.min(rules.firstDelayMs * 2 ** (failures - 1), rules.longestDelayMs);
  return Math.round(full / 2 + (full / 2) * chance);
}
