import type { MailMessage, Store } from '../../../extension.ts';
import type { SpamVerdict } from '../abuse/spam-rules.ts';
import { copyToKeep, discard, type KeptFile, recordFiles } from '../inbox/kept-files.ts';
import type { MessageStatus } from '../inbox/message-table.ts';
import { ownerMail, visitorMail } from '../inbox/remove-messages.ts';
import { storeMessage } from '../inbox/store-message.ts';
import { rememberSent, wasSent } from '../inbox/used-marks.ts';
import { mayStore } from './acceptance.ts';
import { composeMails } from './compose-mails.ts';
import type { FormsContext } from './forms-context.ts';
import { newMessage } from './new-message.ts';
import type { Submission } from './submission.ts';
import { recordSubmit } from './submission-hooks.ts';

const firstAttemptMs = 5_000;
const repeatMs = 600_000;

/** Stores and sends an accepted submission; returns whether the visitor is shown that it was sent. */
export async function deliver(
  submission: Submission,
  context: FormsContext,
  note = '',
): Promise<'mail_sent' | 'mail_failed'> {
  const { settings, hash, nowMs } = submission;
  if (settings.isOn('demo_mode')) return 'mail_sent';
  if (await wasSent(context.store, hash, nowMs)) return 'mail_sent';
  const stored = isStored(submission);
  const skipped = settings.isOn('skip_mail');
  if (!stored && !skipped && !context.mail.isConfigured) return 'mail_failed';
  const mails = skipped ? [] : await composeMails(submission, context, { attached: true });
  const status = skipped ? 'mail_sent' : mails[0] ? 'pending' : 'mail_failed';
  const kept = stored ? await keptFiles(submission, context) : [];
  const job = await handOver(submission, context, { mails, stored, status, note, kept });
  const outcome = status === 'pending' ? await firstAttempt(job, context) : status;
  if (outcome === 'mail_sent') await rememberSent(context.store, hash, nowMs + repeatMs);
  return outcome;
}

/** Stores spam with the reason, and its mail as parked, so that a false positive can be corrected. */
export async function keepSpam(submission: Submission, verdict: SpamVerdict, context: FormsContext): Promise<void> {
  if (!isStored(submission) || submission.settings.isOn('demo_mode')) return;
  const note = `${verdict.check}: ${verdict.reason}`;
  // Files were not checked, and a flood of spam must not fill the disk: the parked mail has no attachments.
  const bare = { ...submission, files: [], fileNames: [] };
  const mails = submission.settings.isOn('skip_mail') ? [] : await composeMails(bare, context, { attached: false });
  await handOver(bare, context, { mails, stored: true, status: 'spam', note, kept: [] });
}

function isStored({ settings, tags, posted }: Submission): boolean {
  return !settings.isOn('do_not_store') && mayStore(tags, posted);
}

/** Copies of the visitor's files, if the form stores files. */
async function keptFiles(
  { settings, files, fileNames }: Submission,
  context: FormsContext,
): Promise<readonly KeptFile[]> {
  if (!settings.isOn('store_files')) return [];
  const kept: KeptFile[] = [];
  for (const [index, { field, path, size, contentType, digest }] of files.entries()) {
    const stored = await copyToKeep(context.fileFolder, path);
    kept.push({ field, name: fileNames[index]!, stored, size, type: contentType.slice(0, 100), digest });
  }
  return kept;
}

interface HandOver {
  readonly mails: readonly MailMessage[];
  readonly stored: boolean;
  readonly status: MessageStatus;
  readonly note: string;
  readonly kept: readonly KeptFile[];
}

/** Stores the message, its files and its mails in one transaction. */
async function handOver(submission: Submission, context: FormsContext, given: HandOver): Promise<number | null> {
  const { mails, stored, status, note, kept } = given;
  const [mail, copy] = mails;
  const options = { keepFailed: stored, parked: status === 'spam' };
  try {
    const job = await context.store.transaction(async (inside: Store) => {
      const id = stored ? (await storeMessage(inside, newMessage(submission, status, note))).id : 0;
      if (status !== 'spam') await recordSubmit(inside, submission, id, context);
      if (stored) await recordFiles(inside, id, kept);
      if (!mail) return null;
      const job = await context.mail.enqueue(inside, mail, { ...options, reference: ownerMail(id) });
      if (copy) await context.mail.enqueue(inside, copy, { ...options, reference: visitorMail(id), after: job });
      return job;
    });
    context.hooks()?.wake();
    return job;
  } catch (error) {
    await discard(context.fileFolder, kept);
    throw error;
  }
}

/** A mail that is delivered or waits for a retry counts as sent; one that is permanently rejected does not. */
async function firstAttempt(job: number | null, { mail }: FormsContext): Promise<'mail_sent' | 'mail_failed'> {
  const settlement = job === null ? null : await mail.attempt(job, firstAttemptMs);
  return settlement?.state === 'failed' ? 'mail_failed' : 'mail_sent';
}
