import type { Store } from '../storage/store.ts';
import { claimMailFiles, removeMailFiles } from './mail-files.ts';
import type { MailJobState, NewMailJob } from './outbox-store.ts';
import { type MailJobRow, outboxTable } from './outbox-table.ts';

/** Adds a job through the given store, so that it is committed or rolled back together with what it belongs to. */
export function addMailJob(store: Store, job: NewMailJob): Promise<number> {
  return store.transaction(async (inside) => {
    const id = await inside.table(outboxTable).insert({
      state: job.parked ? 'parked' : stateFor(job.after),
      message: job.message,
      reference: job.reference,
      afterId: job.after,
      keepFailed: Number(job.keepFailed),
      createdAtMs: job.createdAtMs,
      dueMs: job.createdAtMs,
    });
    await claimMailFiles(
      inside,
      id,
      job.message.attachments.map(({ file }) => file),
    );
    return id;
  });
}

const stateFor = (after: number | null) => (after === null ? 'queued' : 'held');

/** Releases the parked jobs of a reference; returns how many there were. */
export function releaseMail(store: Store, reference: string, nowMs: number): Promise<number> {
  return store.transaction(async (inside) => {
    const rows = inside.table(outboxTable);
    const parked = await rows.find({ reference, state: 'parked' });
    for (const { id, afterId } of parked)
      await rows.update({ id }, { state: stateFor(afterId), dueMs: nowMs, createdAtMs: nowMs });
    return parked.length;
  });
}

/** The states of the jobs of a reference. */
export async function mailStates(store: Store, reference: string): Promise<readonly MailJobState[]> {
  return (await store.table(outboxTable).find({ reference })).map((row) => row.state);
}

/** How far a mail is, for people who wait for it. */
export interface MailDelivery {
  readonly reference: string;
  readonly state: MailJobState;
  /** Empty once it is sent: the message is then no longer stored. */
  readonly to: readonly string[];
  readonly attempts: number;
  readonly lastError: string;
  /** When the next attempt is due; null where none is. */
  readonly dueMs: number | null;
}

/** The mails of some references, oldest first. */
export async function mailDeliveries(store: Store, references: readonly string[]): Promise<readonly MailDelivery[]> {
  const rows = await store.table(outboxTable).find({ reference: { in: references } }, { by: 'id', direction: 'asc' });
  return rows.map(({ reference, state, message, attempts, lastError, dueMs }) => ({
    reference,
    state,
    to: message?.to.map(({ address }) => address) ?? [],
    attempts,
    lastError,
    dueMs: state === 'queued' ? dueMs : null,
  }));
}

/** Deletes every job of the references with its files, whatever its state. */
export async function removeMail(store: Store, references: readonly string[]): Promise<void> {
  if (references.length === 0) return;
  await store.transaction(async (inside) => {
    const rows = await inside.table(outboxTable).find({ reference: { in: references } });
    await removeMailFiles(
      inside,
      rows.map(({ id }) => id),
    );
    await inside.table(outboxTable).remove({ reference: { in: references } });
  });
}

/** Requeues the failed jobs of a reference; returns how many there were. */
export function retryMail(store: Store, reference: string, nowMs: number): Promise<number> {
  return store.transaction(async (inside) => {
    const rows = inside.table(outboxTable);
    const failed = (await rows.find({ reference, state: 'failed' })).filter((row) => row.message !== null);
    for (const { id } of failed)
      await rows.update({ id }, { state: 'queued', attempts: 0, dueMs: nowMs, createdAtMs: nowMs });
    return failed.length;
  });
}

/** The messages that have not been delivered yet, oldest first. */
export function waitingMail(store: Store): Promise<readonly MailJobRow[]> {
  return store.table(outboxTable).find({ state: { in: ['held', 'queued', 'sending', 'failed'] } });
}

/** Makes every message that waits for a retry due now, for when the mail server is back. */
export function retryMailNow(store: Store, nowMs: number): Promise<number> {
  return store.table(outboxTable).update({ state: 'queued' }, { dueMs: nowMs });
}
