import type { OwnTable } from '../storage/store.ts';

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
  dueMs: number;
  owner: string;
  ownedUntilMs: number;
  lastError: string;
}

/** The table of the durable queue; a finished job has no row. */
export const queueTable: OwnTable<QueueRow> = {
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
