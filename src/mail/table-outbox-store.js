import { isFree } from '../jobs/lease.ts';
import { removeMailFiles } from './mail-files.ts';
import { addMailJob } from './mail-jobs.ts';
import { outboxTable } from './outbox-table.ts';
/** The outbox in the site's own database; two workers can never both claim one job. */
export function tableOutboxStore(store) {
  const rows = store.table(outboxTable);
  return {
    add: (job) => addMailJob(store, job),
    claim: (nowMs, limit, lease) => claim(store, nowMs, limit, lease),
    async renew(id, { owner, untilMs }) {
      await rows.update({ id, state: 'sending', owner }, { ownedUntilMs: untilMs });
    },
    settle: (id, owner, settlement) => store.transaction((inside) => settle(inside, id, owner, settlement)),
    reclaim: (nowMs) => reclaim(store, nowMs),
    async nextDueMs() {
      const [next] = await rows.find({ state: 'queued' }, { by: 'dueMs', direction: 'asc' }, { limit: 1, offset: 0 });
      return next?.dueMs ?? null;
    },
  };
}
async function claim(store, nowMs, limit, lease) {
  const rows = store.table(outboxTable);
  const due = await rows.find(
    { state: 'queued', dueMs: { below: nowMs + 1 } },
    { by: 'dueMs', direction: 'asc' },
    { limit, offset: 0 },
  );
  const claimed = [];
  for (const row of due) {
    const taken = { state: 'sending', owner: lease.owner, ownedUntilMs: lease.untilMs };
    if ((await rows.update({ id: row.id, state: 'queued' }, taken)) !== 1) continue;
    if (row.message) claimed.push(jobOf(row, row.message));
    // Nothing can be sent, now or later.
    else await store.transaction((inside) => settle(inside, row.id, lease.owner, withoutMessage));
  }
  return claimed;
}
const withoutMessage = { state: 'failed', error: 'The message is gone.' };
async function reclaim(store, nowMs) {
  const rows = store.table(outboxTable);
  const reclaimed = [];
  // Even a write that changes no row invalidates caches, so only free jobs are written.
  for (const { id, owner, ownedUntilMs, reference } of await rows.find({ state: 'sending' })) {
    if (!isFree({ owner, untilMs: ownedUntilMs }, nowMs)) continue;
    const free = { id, state: 'sending', owner, ownedUntilMs };
    if ((await rows.update(free, { state: 'queued', owner: '' })) === 1) reclaimed.push({ id, reference });
  }
  return reclaimed;
}
async function settle(store, id, owner, settlement) {
  const rows = store.table(outboxTable);
  const [row] = await rows.find({ id, state: 'sending', owner });
  if (!row) return;
  const { state } = settlement;
  const changes = {
    owner: '',
    attempts: row.attempts + (state === 'sent' ? 0 : 1),
    lastError: state === 'sent' ? '' : settlement.error,
    ...(state === 'queued' ? { dueMs: settlement.nextAttemptAtMs } : {}),
  };
  await rows.update({ id }, { state, ...changes });
  const held = await rows.find({ afterId: id, state: 'held' });
  await rows.update({ afterId: id, state: 'held' }, { state: state === 'failed' ? 'failed' : 'queued' });
  if (state === 'sent') await wipe(store, [row]);
  if (state === 'failed')
    await wipe(
      store,
      [row, ...held].filter(({ keepFailed }) => keepFailed === 0),
    );
}
/** Removes the texts and files of messages that will not be sent again. */
async function wipe(store, jobs) {
  const ids = jobs.map(({ id }) => id);
  if (ids.length === 0) return;
  await store.table(outboxTable).update({ id: { in: ids } }, { message: null });
  await removeMailFiles(store, ids);
}
function jobOf(row, message) {
  return {
    id: row.id,
    message,
    reference: row.reference,
    after: row.afterId,
    attempts: row.attempts,
    createdAtMs: row.createdAtMs,
    keepFailed: row.keepFailed !== 0,
  };
}
