import { randomUUID } from 'node:crypto';
import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MailAttachment, MailMessage, Store } from '../../../extension.ts';
import type { FormsParts } from '../forms-parts.ts';
import { maskAddress } from '../inbox/mask-address.ts';
import type { MessageStatus } from '../inbox/message-table.ts';
import { lastSerial, type NewMessage, storeMessage } from '../inbox/store-message.ts';
import { rememberSent, wasSent } from '../inbox/used-marks.ts';
import { composeFormMail } from '../mail/form-mail.ts';
import { fillTags } from '../mail/mail-tags.ts';
import type { MailTemplate } from '../model/mail-template.ts';
import { answerKind } from '../template/form-tag.ts';
import { givenConsent, mayStore } from './acceptance.ts';
import type { SpamVerdict } from './spam-rules.ts';
import { type Submission, submissionLookup } from './submission.ts';

const FIRST_ATTEMPT_MS = 5_000;
const REPEAT_MS = 600_000;
const MOST_ATTACHED_BYTES = 26_214_400;

/** Keeps and sends a submission that passed; whether a visitor is told that it was sent. */
export async function deliver(submission: Submission, parts: FormsParts): Promise<'mail_sent' | 'mail_failed'> {
  const { settings, hash, nowMs } = submission;
  if (settings.isOn('demo_mode')) return 'mail_sent';
  if (await wasSent(parts.store, hash, nowMs)) return 'mail_sent';
  const stored = isStored(submission);
  const skipped = settings.isOn('skip_mail');
  if (!stored && !skipped && !parts.mail.isConfigured) return 'mail_failed';
  const mails = skipped ? [] : await composeMails(submission, parts);
  const status = skipped ? 'mail_sent' : mails[0] ? 'pending' : 'mail_failed';
  const job = await handOver(submission, parts, { mails, stored, status });
  const outcome = status === 'pending' ? await firstAttempt(job, parts) : status;
  if (outcome === 'mail_sent') await rememberSent(parts.store, hash, nowMs + REPEAT_MS);
  return outcome;
}

/** Keeps what was taken for spam, with the reason, so that a mistake can be mended. */
export async function keepSpam(submission: Submission, verdict: SpamVerdict, { store }: FormsParts): Promise<void> {
  if (!isStored(submission) || submission.settings.isOn('demo_mode')) return;
  await store.transaction((inside) =>
    storeMessage(inside, newMessage(submission, 'spam', `${verdict.check}: ${verdict.reason}`)),
  );
}

function isStored({ settings, tags, posted }: Submission): boolean {
  return !settings.isOn('do_not_store') && mayStore(tags, posted);
}

/** The message and its mails become part of the site together, or not at all. */
async function handOver(
  submission: Submission,
  parts: FormsParts,
  { mails, stored, status }: { mails: readonly MailMessage[]; stored: boolean; status: MessageStatus },
): Promise<number | null> {
  const [mail, copy] = mails;
  return parts.store.transaction(async (inside: Store) => {
    const id = stored ? (await storeMessage(inside, newMessage(submission, status, ''))).id : 0;
    if (!mail) return null;
    const job = await parts.mail.enqueue(inside, mail, { reference: `forms:${id}`, keepFailed: stored });
    if (copy) await parts.mail.enqueue(inside, copy, { reference: `forms-copy:${id}`, after: job, keepFailed: stored });
    return job;
  });
}

/** Delivered or put off, the message is in good hands; refused for good, it is not. */
async function firstAttempt(job: number | null, { mail }: FormsParts): Promise<'mail_sent' | 'mail_failed'> {
  const settlement = job === null ? null : await mail.attempt(job, FIRST_ATTEMPT_MS);
  return settlement?.state === 'failed' ? 'mail_failed' : 'mail_sent';
}

/** The mails of a submission, the owner's first; none when the owner's cannot be addressed. */
async function composeMails(submission: Submission, parts: FormsParts): Promise<readonly MailMessage[]> {
  const { form, tags, nowMs, site } = submission;
  const lookup = submissionLookup(submission, {
    serial: (await lastSerial(parts.store, form.id)) + 1,
    invalidFields: 0,
  });
  const choices = new Set(tags.filter((tag) => answerKind(tag) === 'choice').map((tag) => tag.name));
  const isTyped = (name: string) => !name.startsWith('_') && !choices.has(name);
  const { mail, mail2 } = form.properties;
  const mails: MailMessage[] = [];
  for (const template of mail2.active ? [mail, mail2] : [mail]) {
    const attachments = await attach(template, submission, parts);
    const addressed = template === mail ? { ...template, recipient: template.recipient || site.adminEmail } : template;
    const composed = composeFormMail(addressed, { lookup, isTyped, locale: form.locale, attachments }, new Date(nowMs));
    if ('message' in composed) mails.push(composed.message);
    else parts.warn({ form: form.id, problem: composed.problem }, 'a mail of a form could not be composed');
    if (mails.length === 0) break;
  }
  return mails;
}

/** Copies the files a mail names into the outbox, up to what mail servers take. */
async function attach(
  template: MailTemplate,
  { files, fileNames }: Submission,
  parts: FormsParts,
): Promise<readonly MailAttachment[]> {
  const wanted = new Set([...template.attachments.matchAll(/\[([^\]\s]+)\]/g)].map((tag) => tag[1]!));
  const attachments: MailAttachment[] = [];
  let bytes = 0;
  for (const [index, file] of files.entries()) {
    if (!wanted.has(file.field) || bytes + file.size > MOST_ATTACHED_BYTES) continue;
    bytes += file.size;
    const name = randomUUID();
    await copyFile(file.path, join(await parts.mail.folder(), name), constants.COPYFILE_EXCL);
    attachments.push({
      file: name,
      filename: fileNames[index]!,
      contentType: /^[\w.+-]+\/[\w.+-]+$/.test(file.contentType) ? file.contentType : 'application/octet-stream',
    });
  }
  return attachments;
}

function newMessage(submission: Submission, status: MessageStatus, spamLog: string): NewMessage {
  const { form, posted, settings, files, fileNames, facts, nowMs, tags } = submission;
  const lookup = submissionLookup(submission, { serial: 0, invalidFields: 0 });
  const column = (name: string, usual: string) =>
    fillTags(settings.text(name) ?? usual, (tag, values) => lookup(tag, values) ?? '').trim();
  return {
    formId: form.id,
    formTitle: form.title,
    status,
    spamLog,
    subject: column('inbox_subject', '[your-subject]'),
    fromName: column('inbox_name', '[your-name]'),
    fromAddress: column('inbox_email', '[your-email]'),
    fields: [...posted.values].map(([name, value]) => [name, [value].flat().join(', ')] as const),
    consent: Object.fromEntries(givenConsent(tags, posted)),
    meta: {
      address: maskAddress(facts.remoteAddress),
      userAgent: facts.userAgent,
      url: facts.url,
      unitTag: submission.unitTag,
      post: String(facts.post?.id ?? ''),
    },
    files:
      status === 'spam'
        ? []
        : files.map((file, index) => ({
            field: file.field,
            name: fileNames[index]!,
            size: file.size,
            digest: file.digest,
          })),
    receivedMs: nowMs,
  };
}
