import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Store } from '../storage/store.ts';
import type { MailMessage } from './mail-message.ts';
import { outboxTable } from './outbox-table.ts';

/** Removes the files of a message that will not be sent again. */
export async function removeAttachments(folder: string, message: MailMessage): Promise<void> {
  await Promise.all(message.attachments.map(({ file }) => rm(join(folder, basename(file)), { force: true })));
}

const orphanAgeMs = 3_600_000;

/** Removes files whose message was never queued, because the process died in between. */
export async function sweepAttachments(store: Store, folder: string, nowMs: number): Promise<void> {
  const files = await readdir(folder).catch(() => []);
  if (files.length === 0) return;
  const jobs = await store
    .table(outboxTable)
    .find({ state: { in: ['parked', 'held', 'queued', 'sending', 'failed'] } });
  const named = new Set(jobs.flatMap((job) => (job.message?.attachments ?? []).map(({ file }) => basename(file))));
  for (const file of files) {
    const path = join(folder, file);
    if (!named.has(file) && nowMs - (await changedMs(path, nowMs)) > orphanAgeMs) await rm(path, { force: true });
  }
}

/** When the file was last written; the current time if it no longer exists. */
function changedMs(path: string, nowMs: number): Promise<number> {
  return stat(path).then(
    (facts) => facts.mtimeMs,
    () => nowMs,
  );
}
