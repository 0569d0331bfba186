import { createHash } from 'node:crypto';
import type { ExtensionTable, Store } from '../storage/store.ts';
import { isFree, type Lease } from './lease.ts';

/**
 * `queued` is the oldest job of its item and may run when it is due, `waiting` stands behind it, `running` is claimed
 * by a worker, `dead` has failed too often and waits for a person.
 */
export type QueueState = 'queued' | 'waiting' | 'running' | 'dead';

/** A job of the durable queue, as stored. */
export interface QueueRow {
  id: number;
  topic: string;
  /** The item it belongs to; jobs of one topic and item run in the order of their ids. */
  itemKey: string;
  payload: unknown;
  state: QueueState;
  /** Failed attempts so far. */
  attempts: number;
  /** How many jobs were queued behind this one while it was the oldest. */
  followers: number;
  createdAtMs: number;
  /** When its due time was set: a time still to come means that the clock has gone back since. Null in rows of before. */
  queuedAtMs: number | null;
  dueMs: number;
  owner: string;
  ownedUntilMs: number;
  lastError: string;
}

/** The table of the durable queue; a finished job has no row. */
export const queueTable: ExtensionTable<QueueRow> = {
  name: 'queue_jobs',
  columns: {
    id: 'id',
    topic: 'short',
    itemKey: 'short',
    payload: 'json',
    state: 'short',
    attempts: 'integer',
    followers: 'integer',
    createdAtMs: 'integer',
    queuedAtMs: 'integer',
    dueMs: 'integer',
    owner: 'short',
    ownedUntilMs: 'integer',
    lastError: 'text',
  },
  key: 'id',
  indexes: [
    ['topic', 'state', 'dueMs'],
    ['topic', 'itemKey', 'state', 'id'],
  ],
};

/** A job to be done once its transaction is committed. */
export interface NewQueueJob {
  /** Who handles it. */
  readonly topic: string;
  /** The item it belongs to, up to 191 characters; jobs of one topic and item run one after the other, in order. */
  readonly key: string;
  /** Anything that JSON can express. */
  readonly payload: unknown;
  /** When it may run; at once if left out. Its key is one of its own: others of that item would wait for it, or it for them. */
  readonly dueMs?: number;
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
export function enqueueJob(store: Store, { topic, key, payload, dueMs }: NewQueueJob, nowMs: number): Promise<number> {
  return store.transaction(async (inner) => {
    await inner.lock(lockOf(topic, key));
    const rows = inner.table(queueTable);
    // A write sees the newest state of the row in every isolation level; a read might see an older one.
    const ahead = await rows.increase({ topic, itemKey: key, state: heads }, { followers: 1 });
    const state = ahead > 0 ? 'waiting' : 'queued';
    return rows.insert({
      topic,
      itemKey: key,
      payload,
      state,
      createdAtMs: nowMs,
      queuedAtMs: nowMs,
      dueMs: dueMs ?? nowMs,
    });
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
        queuedAtMs: nowMs,
        dueMs: retryAtMs ?? nowMs,
        owner: '',
        lastError: error.slice(0, longestError),
      },
    );
    if (changed > 0 && retryAtMs === null) await promoteNext(inner, job, nowMs);
  });
}

/** Gives a claimed job back unattempted, such as when its process stops; with a delay it is due that long after now. */
export async function releaseQueueJob(
  store: Store,
  { id, owner }: QueueRow,
  postponed?: { readonly nowMs: number; readonly delayMs: number },
): Promise<void> {
  const due = postponed && { queuedAtMs: postponed.nowMs, dueMs: postponed.nowMs + postponed.delayMs };
  await store.table(queueTable).update({ id, owner, state: 'running' }, { state: 'queued', owner: '', ...due });
}

/** Extends the lease of a job that is still running. */
export async function renewQueueJob(store: Store, { id, owner }: QueueRow, untilMs: number): Promise<void> {
  await store.table(queueTable).update({ id, owner, state: 'running' }, { ownedUntilMs: untilMs });
}

/**
 * The running jobs of a topic whose lease is free again, because their process has ended or is too late; without a time,
 * those of processes that have ended.
 */
export async function abandonedJobs(
  store: Store,
  topic: string,
  nowMs = Number.NEGATIVE_INFINITY,
): Promise<QueueRow[]> {
  const rows = await store.table(queueTable).find({ topic, state: 'running' }, undefined, { limit: 100, offset: 0 });
  return rows.filter((row) => isFree({ owner: row.owner, untilMs: row.ownedUntilMs }, nowMs));
}

/** Clocks of machines differ by less than this. */
const mostSkewMs = 5_000;

/**
 * After a clock has gone back: jobs that were queued at a time still to come are due, and a lease longer than any ends in
 * its usual time, unless its process renews it.
 */
export async function adjustToClock(store: Store, topic: string, nowMs: number, leaseMs: number): Promise<void> {
  const rows = store.table(queueTable);
  const later = { from: nowMs + mostSkewMs };
  const queued = { topic, state: 'queued', dueMs: later, queuedAtMs: later } as const;
  if ((await rows.count(queued)) > 0) await rows.update(queued, { queuedAtMs: nowMs, dueMs: nowMs });
  const leased = { topic, state: 'running', ownedUntilMs: { from: nowMs + leaseMs + mostSkewMs } } as const;
  if ((await rows.count(leased)) > 0) await rows.update(leased, { ownedUntilMs: nowMs + leaseMs });
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
  if (next) await rows.update({ id: next.id }, { state: 'queued', queuedAtMs: nowMs, dueMs: nowMs });
}

const lockCount = 64;

/** One of a fixed number of locks, so that the table of locks does not grow with the items. */
export function lockOf(topic: string, key: string): string {
  const digest = createHash('sha1').update(`${topic}\0${key}`).digest();
  return `queue ${digest.readUInt32BE(0) % lockCount}`;
}

/** The states a job can be in, in the order a person cares for them. */
export const queueStates: readonly QueueState[] = ['dead', 'running', 'queued', 'waiting'];

/** The jobs that match, oldest first; at most `limit`. */
export function listJobs(
  store: Store,
  {
    limit,
    ...where
  }: { readonly id?: number; readonly topic?: string; readonly state?: QueueState; readonly limit: number },
): Promise<QueueRow[]> {
  return store.table(queueTable).find(where, { by: 'id', direction: 'asc' }, { limit, offset: 0 });
}

/** How many jobs are in each state. */
export async function countJobs(store: Store): Promise<Readonly<Record<QueueState, number>>> {
  const rows = store.table(queueTable);
  const counts = { dead: 0, running: 0, queued: 0, waiting: 0 };
  for (const state of queueStates) counts[state] = await rows.count({ state });
  return counts;
}

/** Gives a dead job another series of attempts, before younger jobs of its item that wait. False if it is not dead. */
export function retryDeadJob(store: Store, id: number, nowMs: number): Promise<boolean> {
  return store.transaction(async (inner) => {
    const rows = inner.table(queueTable);
    const [job] = await rows.find({ id, state: 'dead' });
    if (!job) return false;
    await inner.lock(lockOf(job.topic, job.itemKey));
    const heads = { in: ['queued', 'running'] } as const;
    const ahead = await rows.increase({ topic: job.topic, itemKey: job.itemKey, state: heads }, { followers: 1 });
    const state = ahead > 0 ? 'waiting' : 'queued';
    return (
      (await rows.update(
        { id, state: 'dead' },
        { state, attempts: 0, queuedAtMs: nowMs, dueMs: nowMs, lastError: '' },
      )) > 0
    );
  });
}

/** Makes the queued jobs of a topic due now, or those of some of its items; returns how many there are. */
export function makeJobsDue(store: Store, topic: string, nowMs: number, keys?: readonly string[]): Promise<number> {
  const ofItems = keys && { itemKey: { in: keys } };
  return store.table(queueTable).update({ topic, state: 'queued', ...ofItems }, { queuedAtMs: nowMs, dueMs: nowMs });
}

/** Removes a dead job; false if there is none of this id. */
export async function removeDeadJob(store: Store, id: number): Promise<boolean> {
  return (await store.table(queueTable).remove({ id, state: 'dead' })) > 0;
}
