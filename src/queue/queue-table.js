/** The table of the durable queue; a finished job has no row. */
export const queueTable = {
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
