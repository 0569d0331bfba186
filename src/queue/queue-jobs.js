import { createHash } from 'node:crypto';
import { isFree } from '../jobs/lease.ts';
import { queueTable } from './queue-table.ts';

const longestError = 2000;
const heads = { in: ['queued', 'running'] };
/**
 * Queues a job through the given store: it is committed or rolled back together with what it belongs to. The lock keeps
 * two writers of one item in the order of their commits, and from missing a job that is finished meanwhile.
 */
export function enqueueJob(store, { topic, key, payload }, nowMs) {
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
export async function claimJobs(store, { topic, limit, nowMs }, lease) {
  const rows = store.table(queueTable);
  const due = await rows.find(
    { topic, state: 'queued', dueMs: { below: nowMs + 1 } },
    { by: 'dueMs', direction: 'asc' },
    { limit, offset: 0 },
  );
  const claimed = [];
  for (const row of due) {
    const taken = { state: 'running', owner: lease.owner, ownedUntilMs: lease.untilMs };
    if ((await rows.update({ id: row.id, state: 'queued' }, taken)) === 1) claimed.push({ ...row, ...taken });
  }
  return claimed;
}
/** Removes a finished job and lets the next one of its item run; false if its lease was lost meanwhile. */
export function finishQueueJob(store, job, nowMs) {
  return store.transaction(async (inner) => {
    await inner.lock(lockOf(job.topic, job.itemKey));
    if ((await inner.table(queueTable).remove({ id: job.id, owner: job.owner, state: 'running' })) === 0) return false;
    await promoteNext(inner, job, nowMs);
    return true;
  });
}
/** Puts a failed job back for another attempt, or makes it dead and lets the next one of its item run. */
export function failQueueJob(store, job, { error, retryAtMs }, nowMs) {
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
export async function releaseQueueJob(store, { id, owner }) {
  await store.table(queueTable).update({ id, owner, state: 'running' }, { state: 'queued', owner: '' });
}
/** The running jobs of a topic whose lease is free again, because their process has ended or is too late. */
export async function abandonedJobs(store, topic, nowMs) {
  const rows = await store.table(queueTable).find({ topic, state: 'running' }, undefined, { limit: 100, offset: 0 });
  return rows.filter((row) => isFree({ owner: row.owner, untilMs: row.ownedUntilMs }, nowMs));
}
/** When the next job of the topics is due; null if none is queued. */
export async function nextDueMs(store, topics) {
  let earliest = null;
  for (const topic of topics) {
    const [next] = await store
      .table(queueTable)
      .find({ topic, state: 'queued' }, { by: 'dueMs', direction: 'asc' }, { limit: 1, offset: 0 });
    if (next && (earliest === null || next.dueMs < earliest)) earliest = next.dueMs;
  }
  return earliest;
}
async function promoteNext(store, { topic, itemKey }, nowMs) {
  const rows = store.table(queueTable);
  const first = { limit: 1, offset: 0 };
  const [next] = await rows.find({ topic, itemKey, state: 'waiting' }, { by: 'id', direction: 'asc' }, first);
  if (next) await rows.update({ id: next.id }, { state: 'queued', dueMs: nowMs });
}
const lockCount = 64;
/** One of a fixed number of locks, so that the table of locks does not grow with the items. */
export function lockOf(topic, key) {
  const digest = createHash('sha1').update(`${topic}\0${key}`).digest();
  return `queue ${digest.readUInt32BE(0) % lockCount}`;
}
