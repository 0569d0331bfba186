import { claimMailFiles, removeMailFiles } from './mail-files.ts';
import { outboxTable } from './outbox-table.ts';
/** Adds a job through the given store, so that it is committed or rolled back together with what it belongs to. */
export function addMailJob(store, job) {
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
const stateFor = (after) => (after === null ? 'queued' : 'held');
/** Releases the parked jobs of a reference; returns how many there were. */
export function releaseMail(store, reference, nowMs) {
  return store.transaction(async (inside) => {
    const rows = inside.table(outboxTable);
    const parked = await rows.find({ reference, state: 'parked' });
    for (const { id, afterId } of parked)
      await rows.update({ id }, { state: stateFor(afterId), dueMs: nowMs, createdAtMs: nowMs });
    return parked.length;
  });
}
/** The states of the jobs of a reference. */
export async function mailStates(store, reference) {
  return (await store.table(outboxTable).find({ reference })).map((row) => row.state);
}
/** Deletes every job of the references with its files, whatever its state. */
export async function removeMail(store, references) {
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
export function retryMail(store, reference, nowMs) {
  return store.transaction(async (inside) => {
    const rows = inside.table(outboxTable);
    const failed = (await rows.find({ reference, state: 'failed' })).filter((row) => row.message !== null);
    for (const { id } of failed)
      await rows.update({ id }, { state: 'queued', attempts: 0, dueMs: nowMs, createdAtMs: nowMs });
    return failed.length;
  });
}
/** The messages that have not been delivered yet, oldest first. */
export function waitingMail(store) {
  return store.table(outboxTable).find({ state: { in: ['held', 'queued', 'sending', 'failed'] } });
}
/** Makes every message that waits for a retry due now, for when the mail server is back. */
export function retryMailNow(store, nowMs) {
  return store.table(outboxTable).update({ state: 'queued' }, { dueMs: nowMs });
}
