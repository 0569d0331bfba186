import { hostname } from 'node:os';
import { isFree, type Lease } from '../jobs/lease.ts';
import type { Store } from '../storage/store.ts';
import { addMailJob } from './mail-jobs.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailJob, OutboxStore, Settlement } from './outbox-store.ts';
import { type MailJobRow, outboxTable } from './outbox-table.ts';

/** The outbox in the site's own database; two workers can never both claim one job. */
export function tableOutboxStore(store: Store, machine: string = hostname()): OutboxStore {
  const rows = store.table(outboxTable);
  return {
    add: (job) => addMailJob(store, job, machine),
    claim: (nowMs, limit, lease) => claim(store, machine, nowMs, limit, lease),
    settle: (id, owner, settlement) => store.transaction((inside) => settle(inside, id, owner, settlement)),
    async reclaim(nowMs) {
      const sending = await rows.find({ state: 'sending' });
      let reclaimed = 0;
      // Even a write that changes no row invalidates caches, so only free jobs are written.
      for (const { id, owner, ownedUntilMs } of sending)
        if (isFree({ owner, untilMs: ownedUntilMs }, nowMs))
          reclaimed += await rows.update({ id, state: 'sending', owner, ownedUntilMs }, { state: 'queued', owner: '' });
      return reclaimed;
    },
    async nextDueMs() {
      const [next] = await rows.find(
        { state: 'queued', place: { in: ['', machine] } },
        { by: 'dueMs', direction: 'asc' },
        { limit: 1, offset: 0 },
      );
      return next?.dueMs ?? null;
    },
  };
}

async function claim(store: Store, machine: string, nowMs: number, limit: number, lease: Lease): Promise<MailJob[]> {
  const rows = store.table(outboxTable);
  const due = await rows.find(
    { state: 'queued', dueMs: { below: nowMs + 1 }, place: { in: ['', machine] } },
    { by: 'dueMs', direction: 'asc' },
    { limit, offset: 0 },
  );
  const claimed: MailJob[] = [];
  for (const row of due) {
    const taken = { state: 'sending', owner: lease.owner, ownedUntilMs: lease.untilMs } as const;
    if ((await rows.update({ id: row.id, state: 'queued' }, taken)) === 1 && row.message)
      claimed.push(jobOf(row, row.message));
  }
  return claimed;
}

async function settle(store: Store, id: number, owner: string, settlement: Settlement): Promise<void> {
  const rows = store.table(outboxTable);
  const [row] = await rows.find({ id, state: 'sending', owner });
  if (!row) return;
  const wiped = settlement.state === 'sent' || (settlement.state === 'failed' && row.keepFailed === 0);
  await rows.update(
    { id },
    {
      state: settlement.state,
      owner: '',
      attempts: row.attempts + (settlement.state === 'sent' ? 0 : 1),
      lastError: settlement.state === 'sent' ? '' : settlement.error,
      ...(settlement.state === 'queued' ? { dueMs: settlement.nextAttemptAtMs } : {}),
      ...(wiped ? { message: null } : {}),
    },
  );
  const released = settlement.state === 'failed' ? 'failed' : 'queued';
  await rows.update({ afterId: id, state: 'held' }, { state: released });
}

function jobOf(row: MailJobRow, message: MailMessage): MailJob {
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
