import { setTimeout as sleep } from 'node:timers/promises';
import { startLoop } from '../jobs/loop.ts';
import { workerIdentity } from '../jobs/process-identity.ts';
import { nextAttempt } from './retry-schedule.ts';
import { mostConnections } from './smtp-transport.ts';
/** Starts the loop that sends mail from the store through the transport; each job is sent by one worker at a time. */
export function startOutboxWorker(options) {
  const { transport, onError = () => {}, owner = workerIdentity(), pollMs = 3000 } = options;
  const waiting = new Map();
  const settled = async (job, settlement) => {
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
      const { promise, resolve } = Promise.withResolvers();
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
/** Reclaims, claims and sends once; resolves to how long to pause before the next round, 0 when there may be more. */
async function sendRound(round) {
  const { store, owner, stopping, now = Date.now, concurrency = mostConnections, leaseMs = 60000 } = round;
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
async function sendOne(job, lease, leaseMs, round) {
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
async function settleSurely(settle) {
  for (const pauseMs of [50, 250, 1000, 5000, 15000]) {
    try {
      return await settle();
    } catch {
      await sleep(pauseMs);
    }
  }
  await settle();
}
function settlementOf(outcome, job, nowMs) {
  if (outcome.kind === 'sent') return { state: 'sent', note: outcome.note };
  if (outcome.kind === 'refused') return { state: 'failed', error: outcome.error };
  const next = nextAttempt(job.attempts + 1, job.createdAtMs, nowMs);
  if (next === null) return { state: 'failed', error: `given up after three days: ${outcome.error}` };
  return { state: 'queued', nextAttemptAtMs: next, error: outcome.error };
}
