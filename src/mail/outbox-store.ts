import type { Lease } from '../jobs/lease.ts';
import type { MailMessage } from './mail-message.ts';

/** `held` waits for the job it follows, `parked` waits until a person releases it. */
export type MailJobState = 'parked' | 'held' | 'queued' | 'sending' | 'sent' | 'failed';

/** A new outbox job. */
export interface NewMailJob {
  readonly message: MailMessage;
  /** What the message belongs to, in its owner's format; passed back when the job is settled. */
  readonly reference: string;
  /** The job that must be delivered or deferred first. */
  readonly after: number | null;
  readonly createdAtMs: number;
  /** Keep the message after a permanent failure, so that it can be sent again; otherwise nothing of it stays. */
  readonly keepFailed: boolean;
  /** Do not send it before it is released. */
  readonly parked?: boolean;
}

/** A job that a worker has claimed. */
export interface MailJob extends NewMailJob {
  readonly id: number;
  /** Failed attempts so far. */
  readonly attempts: number;
}

/** A job whose sender ended without a word. */
export interface ReclaimedJob {
  readonly id: number;
  readonly reference: string;
}

/** The state of a job after an attempt. */
export type Settlement =
  | { readonly state: 'sent'; readonly note: string }
  | { readonly state: 'queued'; readonly nextAttemptAtMs: number; readonly error: string }
  | { readonly state: 'failed'; readonly error: string };

/** The persistent store of the outbox. Every method is atomic; several processes may use one store. */
export interface OutboxStore {
  add(job: NewMailJob): Promise<number>;
  /** Claims up to `limit` queued jobs that are due, oldest first, and marks them as being sent under the lease. */
  claim(nowMs: number, limit: number, lease: Lease): Promise<readonly MailJob[]>;
  /** Extends the lease of a job that is still being sent. */
  renew(id: number, lease: Lease): Promise<void>;
  /**
   * Writes the outcome of an attempt if the lease is still valid, and releases the held followers: into the queue after
   * `sent` or `queued`, to `failed` after `failed`.
   */
  settle(id: number, owner: string, settlement: Settlement): Promise<void>;
  /**
   * Requeues jobs that were being sent under a lease that is free again, and returns them. Each of them may have
   * reached the mail server already.
   */
  reclaim(nowMs: number): Promise<readonly ReclaimedJob[]>;
  /** When the next queued job is due; null when none is queued. */
  nextDueMs(): Promise<number | null>;
}
