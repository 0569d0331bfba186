import { hostname } from 'node:os';
import type { OwnTable, Store } from '../storage/store.ts';
import type { MailMessage } from './mail-message.ts';
import type { Lease, MailJob, MailJobState, NewMailJob, OutboxStore, Settlement } from './outbox-store.ts';

/** A mail on its way, as stored. */
export interface MailJobRow {
  id: number;
  state: MailJobState;
  /** Null once the message is sent, or given up and not kept. */
  message: MailMessage | null;
  reference: string;
  afterId: number | null;
  keepFailed: number;
  attempts: number;
  createdAtMs: number;
  dueMs: number;
  owner: string;
  ownedUntilMs: number;
  /** The machine whose disk holds the attachments; empty when any machine can send. */
  place: string;
  lastError: string;
}

/** Where mail waits: it outlives the process, and a restart finds it as it was. */
export const outboxTable: OwnTable<MailJobRow> = {
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
    place: 'short',
    lastError: 'text',
  },
  key: 'id',
  indexes: [['state', 'dueMs'], ['reference'], ['afterId']],
};

/** The outbox's promises kept by the site's own database; two claims of one job can never both succeed. */
export function tableOutboxStore(store: Store, machine: string = hostname()): OutboxStore {
  const rows = store.table(outboxTable);
  return {
    add: (job) => addMailJob(store, job, machine),
    claim: (nowMs, limit, lease) => claim(store, machine, nowMs, limit, lease),
    settle: (id, owner, settlement) => store.transaction((inside) => settle(inside, id, owner, settlement)),
    async owners() {
      const sending = await rows.find({ state: 'sending' });
      return [...new Set(sending.map((row) => row.owner))];
    },
    async reclaim(deadOwners, nowMs) {
      const back = { state: 'queued', owner: '' } as const;
      const dead = deadOwners.length > 0 ? await rows.update({ state: 'sending', owner: { in: deadOwners } }, back) : 0;
      return dead + (await rows.update({ state: 'sending', ownedUntilMs: { below: nowMs } }, back));
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

/** Puts a job in through the given store, so that it is kept or undone together with what it belongs to. */
export function addMailJob(store: Store, job: NewMailJob, machine: string = hostname()): Promise<number> {
  return store.table(outboxTable).insert({
    state: job.parked ? 'parked' : stateFor(job.after),
    message: job.message,
    reference: job.reference,
    afterId: job.after,
    keepFailed: Number(job.keepFailed),
    createdAtMs: job.createdAtMs,
    dueMs: job.createdAtMs,
    place: job.message.attachments.length > 0 ? machine : '',
  });
}

const stateFor = (after: number | null) => (after === null ? 'queued' : 'held');

/** Lets the parked jobs of a reference go; returns how many there were. */
export function releaseMail(store: Store, reference: string, nowMs: number): Promise<number> {
  return store.transaction(async (inside) => {
    const rows = inside.table(outboxTable);
    const parked = await rows.find({ reference, state: 'parked' });
    for (const { id, afterId } of parked)
      await rows.update({ id }, { state: stateFor(afterId), dueMs: nowMs, createdAtMs: nowMs });
    return parked.length;
  });
}

/** How the jobs of a reference stand. */
export async function mailStates(store: Store, reference: string): Promise<readonly MailJobState[]> {
  return (await store.table(outboxTable).find({ reference })).map((row) => row.state);
}

/** Forgets every job of the references, whatever its state; files that only they named go with the next sweep. */
export async function removeMail(store: Store, references: readonly string[]): Promise<void> {
  if (references.length > 0) await store.table(outboxTable).remove({ reference: { in: references } });
}

/** Puts the failed jobs of a reference back into the queue; returns how many there were to put back. */
export function retryMail(store: Store, reference: string, nowMs: number): Promise<number> {
  return store.transaction(async (inside) => {
    const rows = inside.table(outboxTable);
    const failed = (await rows.find({ reference, state: 'failed' })).filter((row) => row.message !== null);
    for (const { id } of failed)
      await rows.update({ id }, { state: 'queued', attempts: 0, dueMs: nowMs, createdAtMs: nowMs });
    return failed.length;
  });
}

/** The mails that have not arrived yet, oldest first. */
export function waitingMail(store: Store): Promise<readonly MailJobRow[]> {
  return store.table(outboxTable).find({ state: { in: ['held', 'queued', 'sending', 'failed'] } });
}

/** Makes every mail that waits for another try due now: the mail server is back. */
export function hurryMail(store: Store, nowMs: number): Promise<number> {
  return store.table(outboxTable).update({ state: 'queued' }, { dueMs: nowMs });
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
