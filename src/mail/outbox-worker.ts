import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../jobs/lease.ts';
import { startLoop } from '../jobs/loop.ts';
import { workerIdentity } from '../jobs/process-identity.ts';
import type { MailTransport, SendOutcome } from './mail-transport.ts';
import type { MailJob, OutboxStore, ReclaimedJob, Settlement } from './outbox-store.ts';
import { nextAttempt } from './retry-schedule.ts';
import { mostConnections } from './smtp-transport.ts';

/** What a worker depends on; tests may replace transport and clock. */
export interface OutboxWorkerOptions {
  readonly store: OutboxStore;
  readonly transport: MailTransport;
  /** Called after every attempt once its outcome is stored; what it throws is reported, never fatal. */
  readonly onSettled?: (job: MailJob, settlement: Settlement) => Promise<void>;
  /** Called with jobs whose sender died; they are sent again, and may arrive twice. */
  readonly onReclaimed?: (jobs: readonly ReclaimedJob[]) => void;
  readonly onError?: (error: unknown) => void;
  readonly now?: () => number;
  readonly owner?: string;
  readonly concurrency?: number;
  /** Longest pause between two polls of the store: other processes add jobs, and leases of dead processes expire. */
  readonly pollMs?: number;
  readonly leaseMs?: number;
}

/** A running worker. */
export interface OutboxWorker {
  /** Poll the store now. */
  wake(): void;
  /** The outcome of the job's next attempt in this process, or null when there was none within the time. */
  attempt(id: number, timeoutMs: number): Promise<Settlement | null>;
  /** Claims no more jobs, waits for those in progress, closes the transport. */
  close(): Promise<void>;
}

/** Starts the loop that sends mail from the store through the transport; each job is sent by one worker at a time. */
export function startOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { transport, onError = () => {}, owner = workerIdentity(), pollMs = 3_000 } = options;
  const waiting = new Map<number, (settlement: Settlement) => void>();
  const settled = async (job: MailJob, settlement: Settlement) => {
    await options.onSettled?.(job, settlement).catch(onError);
    waiting.get(job.id)?.(settlement);
  };
  const loop = startLoop({
    round: (stopping) => sendRound({ ...options, owner, settled, stopping }),
    everyMs: pollMs,
    report: onError,
  });

  return {
    wake: loop.wake,
    attempt(id, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<Settlement | null>();
      const timer = setTimeout(() => resolve(null), timeoutMs);
      waiting.set(id, resolve);
      loop.wake();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
      });
    },
    async close() {
      await loop.stop();
      transport.close();
    },
  };
}

interface Round extends OutboxWorkerOptions {
  readonly owner: string;
  readonly settled: (job: MailJob, settlement: Settlement) => Promise<void>;
  readonly stopping: AbortSignal;
}

/** Reclaims, claims and sends once; resolves to how long to pause before the next round, 0 when there may be more. */
async function sendRound(round: Round): Promise<number> {
  const { store, owner, stopping, now = Date.now, concurrency = mostConnections, leaseMs = 60_000 } = round;
  const reclaimed = await store.reclaim(now());
  if (reclaimed.length > 0) round.onReclaimed?.(reclaimed);
  if (stopping.aborted) return 0;
  const lease = () => ({ owner, untilMs: now() + leaseMs });
  // The record before: whoever finds it after a crash knows that the message may have arrived.
  const jobs = await store.claim(now(), concurrency, lease());
  await Promise.all(jobs.map((job) => sendOne(job, lease, leaseMs, round)));
  if (jobs.length > 0) return 0;
  const due = await store.nextDueMs();
  return due === null ? Number.POSITIVE_INFINITY : Math.max(1, due - now());
}

async function sendOne(job: MailJob, lease: () => Lease, leaseMs: number, round: Round): Promise<void> {
  const { store, transport, owner, settled, now = Date.now, onError } = round;
  const renewing = setInterval(() => void store.renew(job.id, lease()).catch(onError), leaseMs / 3);
  try {
    const settlement = settlementOf(await transport.send(job.message), job, now());
    // The record after, at once: only a crash between the server's reply and this line sends a message twice.
    await settleSurely(() => store.settle(job.id, owner, settlement));
    await settled(job, settlement);
  } finally {
    clearInterval(renewing);
  }
}

/** A message that was sent but is not stored as sent would be sent again, so a failed write is retried. */
async function settleSurely(settle: () => Promise<void>): Promise<void> {
  for (const pauseMs of [50, 250, 1_000, 5_000, 15_000]) {
    try {
      return await settle();
    } catch {
      await sleep(pauseMs);
    }
  }
  await settle();
}

function settlementOf(outcome: SendOutcome, job: MailJob, nowMs: number): Settlement {
  if (outcome.kind === 'sent') return { state: 'sent', note: outcome.note };
  if (outcome.kind === 'refused') return { state: 'failed', error: outcome.error };
  const next = nextAttempt(job.attempts + 1, job.createdAtMs, nowMs);
  if (next === null) return { state: 'failed', error: `given up after three days: ${outcome.error}` };
  return { state: 'queued', nextAttemptAtMs: next, error: outcome.error };
}
