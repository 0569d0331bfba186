/** A job as its handler gets it. It may have been run before: a handler must bear repetition. */
export interface QueueJob {
  readonly id: number;
  readonly key: string;
  readonly payload: unknown;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted at the deadline and when the process stops. */
  readonly signal: AbortSignal;
}

/** Thrown by a handler that cannot do the job here: any process tries again after the delay, and no attempt is counted. */
export class Postponed extends Error {
  readonly delayMs: number;

  constructor(delayMs: number, message: string) {
    super(message);
    this.delayMs = delayMs;
  }
}

/** Who handles the jobs of a topic. */
export interface QueueTopic {
  readonly name: string;
  /** Resolves when the job is done; a rejection repeats it later. */
  readonly handle: (job: QueueJob) => Promise<void>;
  /** Longest time of one attempt; 30 seconds if left out. */
  readonly deadlineMs?: number;
  /** How many jobs of this topic a process runs at a time, each of another item; 4 if left out. */
  readonly concurrency?: number;
  readonly retries?: Partial<RetryRules>;
  /** True: a process that stops waits for its running jobs. Otherwise it gives them back, and they are done again. */
  readonly finishes?: boolean;
  /** Called for every failed attempt; `gaveUp` means the job is dead now. The log is told if left out. */
  readonly onFailure?: (error: unknown, job: QueueJob, gaveUp: boolean) => void;
}

/** A topic with every choice made. */
export type CompleteTopic = Required<Omit<QueueTopic, 'retries'>> & { readonly retries: RetryRules };

/** What a process did with the jobs of a topic. */
export interface TopicTally {
  done: number;
  /** Failed attempts. */
  failed: number;
  /** Jobs given up. */
  dead: number;
  running: number;
}

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
