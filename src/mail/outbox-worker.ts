import { setTimeout as sleep } from 'node:timers/promises';
import type { MailTransport, SendOutcome } from './mail-transport.ts';
import type { MailJob, OutboxStore, Settlement } from './outbox-store.ts';
import { nextAttempt } from './retry-schedule.ts';
import { isDeadOwner, workerIdentity } from './worker-identity.ts';

/** What a worker is built from; transport and clock are the two doubles a test may bring. */
export interface OutboxWorkerParts {
  readonly store: OutboxStore;
  readonly transport: MailTransport;
  /** Told about every attempt after it was written down; what it throws is reported, never fatal. */
  readonly onSettled?: (job: MailJob, settlement: Settlement) => Promise<void>;
  readonly onError?: (error: unknown) => void;
  readonly now?: () => number;
  readonly owner?: string;
  readonly concurrency?: number;
  /** Longest pause between two looks at the store: other processes put jobs in, and leases of the dead run out. */
  readonly pollMs?: number;
  readonly leaseMs?: number;
}

/** A running worker. */
export interface OutboxWorker {
  /** Look at the store now. */
  wake(): void;
  /** The outcome of the job's next attempt in this process, or null when none came within the time. */
  attempt(id: number, timeoutMs: number): Promise<Settlement | null>;
  /** Takes no more jobs, waits for those in hand, closes the transport. */
  close(): Promise<void>;
}

/** Starts the loop that carries mail from the store to the transport, each job by one worker at a time. */
export function startOutboxWorker(parts: OutboxWorkerParts): OutboxWorker {
  const { transport, onError = () => {}, owner = workerIdentity(), pollMs = 3_000 } = parts;
  const waiting = new Map<number, (settlement: Settlement) => void>();
  const closing = new AbortController();
  let alarm = new AbortController();
  let woken = false;

  const wake = () => {
    woken = true;
    alarm.abort();
  };
  const settled = async (job: MailJob, settlement: Settlement) => {
    await parts.onSettled?.(job, settlement).catch(onError);
    waiting.get(job.id)?.(settlement);
  };
  const loop = async () => {
    while (!closing.signal.aborted) {
      woken = false;
      const pause = await round({ ...parts, owner, pollMs, onError }, settled, closing.signal).catch(
        (error: unknown) => {
          onError(error);
          return pollMs;
        },
      );
      if (woken || pause === 0) continue;
      alarm = new AbortController();
      await sleep(pause, undefined, { signal: AbortSignal.any([alarm.signal, closing.signal]) }).catch(() => {});
    }
  };
  const running = loop();

  return {
    wake,
    attempt(id, timeoutMs) {
      const { promise, resolve } = Promise.withResolvers<Settlement | null>();
      const timer = setTimeout(() => resolve(null), timeoutMs);
      waiting.set(id, resolve);
      wake();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(id);
      });
    },
    async close() {
      closing.abort();
      await running;
      transport.close();
    },
  };
}

type RoundParts = OutboxWorkerParts & Required<Pick<OutboxWorkerParts, 'owner' | 'pollMs' | 'onError'>>;

/** Reclaims, claims and sends once; returns how long to pause before the next round, 0 when there may be more. */
async function round(
  { store, transport, owner, pollMs, now = Date.now, concurrency = 4, leaseMs = 300_000 }: RoundParts,
  settled: (job: MailJob, settlement: Settlement) => Promise<void>,
  closing: AbortSignal,
): Promise<number> {
  const owners = await store.owners();
  // A write that changes nothing still tells every cache to look again: only where jobs are being sent is it worth it.
  if (owners.length > 0)
    await store.reclaim(
      owners.filter((name) => name !== owner && isDeadOwner(name)),
      now(),
    );
  if (closing.aborted) return 0;
  const jobs = await store.claim(now(), concurrency, { owner, untilMs: now() + leaseMs });
  await Promise.all(
    jobs.map(async (job) => {
      const settlement = settlementOf(await transport.send(job.message), job, now());
      await settleSurely(() => store.settle(job.id, owner, settlement));
      await settled(job, settlement);
    }),
  );
  if (jobs.length > 0) return 0;
  const due = await store.nextDueMs();
  return due === null ? pollMs : Math.min(pollMs, Math.max(1, due - now()));
}

/** A mail that left but is not written down as sent would leave again: a store that stumbles is asked more than once. */
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
