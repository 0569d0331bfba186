import { createHash } from 'node:crypto';
import { isFree, type Lease } from '../jobs/lease.ts';
import type { Store } from '../storage/store.ts';
import { type QueueRow, queueTable } from './queue-table.ts';

/** A job to be done once its transaction is committed. */
export interface NewQueueJob {
  /** Who handles it. */
  readonly topic: string;
  /** The item it belongs to, up to 191 characters; jobs of one topic and item run one after the other, in order. */
  readonly key: string;
  /** Anything that JSON can express. */
  readonly payload: unknown;
}

/** A failed attempt: when to try again, or null to give up. */
export interface QueueFailure {
  readonly error: string;
  readonly retryAtMs: number | null;
}

const longestError = 2_000;
const heads = { in: ['queued', 'running'] } as const satisfies { in: readonly QueueRow['state'][] };

/**
 * Queues a job through the given store: it is committed or rolled back together with what it belongs to. The lock keeps
 * two writers of one item in the order of their commits, and from missing a job that is finished meanwhile.
 */
export function enqueueJob(store: Store, { topic, key, payload }: NewQueueJob, nowMs: number): Promise<number> {
  return store.transaction(async (inner) => {
    await inner.lock(lockOf(topic, key));
    const rows = inner.table(queueTable);
    // A write sees the newest state of the row in every isolation level; a read might see an older one.
    const ahead = await rows.increase({ topic, itemKey: key, state: heads }, { followers: 1 });
    const state = ahead > 0 ? 'waiting' : 'queued';
    return rows.insert({ topic, itemKey: key, payload, state, createdAtMs: nowMs, dueMs: nowMs });
  });
}

/** Claims up to `limit` due jobs of a topic under the lease, the longest due first. */
export async function claimJobs(
  store: Store,
  { topic, limit, nowMs }: { readonly topic: string; readonly limit: number; readonly nowMs: number },
  lease: Lease,
): Promise<QueueRow[]> {
  const rows = store.table(queueTable);
  const due = await rows.find(
    { topic, state: 'queued', dueMs: { below: nowMs + 1 } },
    { by: 'dueMs', direction: 'asc' },
    { limit, offset: 0 },
  );
  const claimed: QueueRow[] = [];
  for (const row of due) {
    const taken = { state: 'running', owner: lease.owner, ownedUntilMs: lease.untilMs } as const;
    if ((await rows.update({ id: row.id, state: 'queued' }, taken)) === 1) claimed.push({ ...row, ...taken });
  }
  return claimed;
}

/** Removes a finished job and lets the next one of its item run; false if its lease was lost meanwhile. */
export function finishQueueJob(store: Store, job: QueueRow, nowMs: number): Promise<boolean> {
  return store.transaction(async (inner) => {
    await inner.lock(lockOf(job.topic, job.itemKey));
    if ((await inner.table(queueTable).remove({ id: job.id, owner: job.owner, state: 'running' })) === 0) return false;
    await promoteNext(inner, job, nowMs);
    return true;
  });
}

/** Puts a failed job back for another attempt, or makes it dead and lets the next one of its item run. */
export function failQueueJob(
  store: Store,
  job: QueueRow,
  { error, retryAtMs }: QueueFailure,
  nowMs: number,
): Promise<void> {
  return store.transaction(async (inner) => {
    await inner.lock(lockOf(job.topic, job.itemKey));
    const changed = await inner.table(queueTable).update(
      { id: job.id, owner: job.owner, state: 'running' },
      {
        state: retryAtMs === null ? 'dead' : 'queued',
        attempts: job.attempts + 1,
        dueMs: retryAtMs ?? nowMs,
        owner: '',
        lastError: error.slice(0, longestError),
      },
    );
    if (changed > 0 && retryAtMs === null) await promoteNext(inner, job, nowMs);
  });
}

/** Gives a claimed job back unattempted, such as when its process stops. */
export async function releaseQueueJob(store: Store, { id, owner }: QueueRow): Promise<void> {
  await store.table(queueTable).update({ id, owner, state: 'running' }, { state: 'queued', owner: '' });
}

/** The running jobs of a topic whose lease is free again, because their process has ended or is too late. */
export async function abandonedJobs(store: Store, topic: string, nowMs: number): Promise<QueueRow[]> {
  const rows = await store.table(queueTable).find({ topic, state: 'running' }, undefined, { limit: 100, offset: 0 });
  return rows.filter((row) => isFree({ owner: row.owner, untilMs: row.ownedUntilMs }, nowMs));
}

/** When the next job of the topics is due; null if none is queued. */
export async function nextDueMs(store: Store, topics: readonly string[]): Promise<number | null> {
  let earliest: number | null = null;
  for (const topic of topics) {
    const [next] = await store
      .table(queueTable)
      .find({ topic, state: 'queued' }, { by: 'dueMs', direction: 'asc' }, { limit: 1, offset: 0 });
    if (next && (earliest === null || next.dueMs < earliest)) earliest = next.dueMs;
  }
  return earliest;
}

async function promoteNext(store: Store, { topic, itemKey }: QueueRow, nowMs: number): Promise<void> {
  const rows = store.table(queueTable);
  const first = { limit: 1, offset: 0 };
  const [next] = await rows.find({ topic, itemKey, state: 'waiting' }, { by: 'id', direction: 'asc' }, first);
  if (next) await rows.update({ id: next.id }, { state: 'queued', dueMs: nowMs });
}

const lockCount = 64;

/** One of a fixed number of locks, so that the table of locks does not grow with the items. */
export function lockOf(topic: string, key: string): string {
  const digest = createHash('sha1').update(`${topic}\0${key}`).digest();
  return `queue ${digest.readUInt32BE(0) % lockCount}`;
}
