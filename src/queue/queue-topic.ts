import type { RetryRules } from './retry-delay.ts';

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
  /** Called for every failed attempt; `gaveUp` means the job is dead now. */
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
