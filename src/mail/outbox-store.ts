import type { MailMessage } from './mail-message.ts';

/** `held` waits for the job it follows, `parked` for a person; the other words speak for themselves. */
export type MailJobState = 'parked' | 'held' | 'queued' | 'sending' | 'sent' | 'failed';

/** What is put into the outbox. */
export interface NewMailJob {
  readonly message: MailMessage;
  /** What the mail belongs to, in its owner's words; handed back when the job is settled. */
  readonly reference: string;
  /** The job that must be delivered or deferred first. */
  readonly after: number | null;
  readonly createdAtMs: number;
  /** Keep the message when it is given up, so that it can be sent once more; otherwise nothing of it stays. */
  readonly keepFailed: boolean;
  /** Not to go before somebody says so. */
  readonly parked?: boolean;
}

/** A job a worker has taken. */
export interface MailJob extends NewMailJob {
  readonly id: number;
  /** Attempts that failed so far. */
  readonly attempts: number;
}

/** How a job stands after an attempt. */
export type Settlement =
  | { readonly state: 'sent'; readonly note: string }
  | { readonly state: 'queued'; readonly nextAttemptAtMs: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string };

/** Which worker holds a job, and until when nobody else may take it. */
export interface Lease {
  readonly owner: string;
  readonly untilMs: number;
}

/** The durable side of the outbox. Every method is atomic; several processes may work on one store. */
export interface OutboxStore {
  add(job: NewMailJob): Promise<number>;
  /** Takes up to `limit` queued jobs that are due, oldest first, and marks them as being sent under the lease. */
  claim(nowMs: number, limit: number, lease: Lease): Promise<readonly MailJob[]>;
  /**
   * Writes the outcome of an attempt, if the lease still holds, and lets the held followers go: into the queue after
   * `sent` or `queued`, to `failed` after `failed`.
   */
  settle(id: number, owner: string, settlement: Settlement): Promise<void>;
  /** Owners of jobs being sent, so that a starting worker can ask which of them are dead. */
  owners(): Promise<readonly string[]>;
  /** Puts back what a dead owner was sending, and whatever has outlived its lease. Returns how many. */
  reclaim(deadOwners: readonly string[], nowMs: number): Promise<number>;
  /** When the next queued job is due; null when none waits. */
  nextDueMs(): Promise<number | null>;
}
