import type { MailMessage, Store } from '../../../extension.ts';
import type { FormsParts } from '../forms-parts.ts';
import { copyToKeep, discard, type KeptFile, recordFiles } from '../inbox/kept-files.ts';
import type { MessageStatus } from '../inbox/message-table.ts';
import { ownerMail, visitorMail } from '../inbox/remove-messages.ts';
import { storeMessage } from '../inbox/store-message.ts';
import { rememberSent, wasSent } from '../inbox/used-marks.ts';
import { mayStore } from './acceptance.ts';
import { composeMails } from './compose-mails.ts';
import { newMessage } from './new-message.ts';
import type { SpamVerdict } from './spam-rules.ts';
import type { Submission } from './submission.ts';

const FIRST_ATTEMPT_MS = 5_000;
const REPEAT_MS = 600_000;

/** Keeps and sends a submission that passed; whether a visitor is told that it was sent. */
export async function deliver(
  submission: Submission,
  parts: FormsParts,
  note = '',
): Promise<'mail_sent' | 'mail_failed'> {
  const { settings, hash, nowMs } = submission;
  if (settings.isOn('demo_mode')) return 'mail_sent';
  if (await wasSent(parts.store, hash, nowMs)) return 'mail_sent';
  const stored = isStored(submission);
  const skipped = settings.isOn('skip_mail');
  if (!stored && !skipped && !parts.mail.isConfigured) return 'mail_failed';
  const mails = skipped ? [] : await composeMails(submission, parts, { attached: true });
  const status = skipped ? 'mail_sent' : mails[0] ? 'pending' : 'mail_failed';
  const kept = stored ? await keptFiles(submission, parts) : [];
  const job = await handOver(submission, parts, { mails, stored, status, note, kept });
  const outcome = status === 'pending' ? await firstAttempt(job, parts) : status;
  if (outcome === 'mail_sent') await rememberSent(parts.store, hash, nowMs + REPEAT_MS);
  return outcome;
}

/** Keeps what was taken for spam with the reason, and its mail ready but parked, so that a mistake can be mended. */
export async function keepSpam(submission: Submission, verdict: SpamVerdict, parts: FormsParts): Promise<void> {
  if (!isStored(submission) || submission.settings.isOn('demo_mode')) return;
  const note = `${verdict.check}: ${verdict.reason}`;
  // Files were not looked at, and a flood of spam must not fill the disk: the late mail goes without any.
  const bare = { ...submission, files: [], fileNames: [] };
  const mails = submission.settings.isOn('skip_mail') ? [] : await composeMails(bare, parts, { attached: false });
  await handOver(bare, parts, { mails, stored: true, status: 'spam', note, kept: [] });
}

function isStored({ settings, tags, posted }: Submission): boolean {
  return !settings.isOn('do_not_store') && mayStore(tags, posted);
}

/** Copies of the visitor's files, where the form asks to keep them. */
async function keptFiles({ settings, files, fileNames }: Submission, parts: FormsParts): Promise<readonly KeptFile[]> {
  if (!settings.isOn('store_files')) return [];
  const kept: KeptFile[] = [];
  for (const [index, { field, path, size, contentType, digest }] of files.entries()) {
    const stored = await copyToKeep(parts.fileFolder, path);
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

/** The message, its files and its mails become part of the site together, or not at all. */
async function handOver(submission: Submission, parts: FormsParts, given: HandOver): Promise<number | null> {
  const { mails, stored, status, note, kept } = given;
  const [mail, copy] = mails;
  const options = { keepFailed: stored, parked: status === 'spam' };
  try {
    return await parts.store.transaction(async (inside: Store) => {
      const id = stored ? (await storeMessage(inside, newMessage(submission, status, note))).id : 0;
      if (stored) await recordFiles(inside, id, kept);
      if (!mail) return null;
      const job = await parts.mail.enqueue(inside, mail, { ...options, reference: ownerMail(id) });
      if (copy) await parts.mail.enqueue(inside, copy, { ...options, reference: visitorMail(id), after: job });
      return job;
    });
  } catch (error) {
    await discard(parts.fileFolder, kept);
    throw error;
  }
}

/** Delivered or put off, the message is in good hands; refused for good, it is not. */
async function firstAttempt(job: number | null, { mail }: FormsParts): Promise<'mail_sent' | 'mail_failed'> {
  const settlement = job === null ? null : await mail.attempt(job, FIRST_ATTEMPT_MS);
  return settlement?.state === 'failed' ? 'mail_failed' : 'mail_sent';
}
