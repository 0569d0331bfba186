/** The table of queued mail, so that a restart loses nothing. */
export const outboxTable = {
  name: 'mail_jobs',
  columns: {
    id: 'id',
    state: 'short',
    message: 'json',
    reference: 'short',
    afterId: 'integer',
    keepFailed: 'integer',
    attempts: 'integer',
    createdAtMs: 'integer',
    dueMs: 'integer',
    owner: 'short',
    ownedUntilMs: 'integer',
    lastError: 'text',
  },
  key: 'id',
  indexes: [['state', 'dueMs'], ['reference'], ['afterId']],
};
