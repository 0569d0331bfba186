import type { Store } from '../storage/store.ts';
import { lockOf } from './queue-jobs.ts';
import { type QueueRow, type QueueState, queueTable } from './queue-table.ts';

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
    return (await rows.update({ id, state: 'dead' }, { state, attempts: 0, dueMs: nowMs, lastError: '' })) > 0;
  });
}

/** Removes a dead job; false if there is none of this id. */
export async function removeDeadJob(store: Store, id: number): Promise<boolean> {
  return (await store.table(queueTable).remove({ id, state: 'dead' })) > 0;
}
