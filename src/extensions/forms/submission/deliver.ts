import { createReadStream } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';
import { basename } from 'node:path';
import type { MailAttachment, MailMessage, Store } from '../../../extension.ts';
import { copyToKeep, discard, type KeptFile, recordFiles } from '../inbox/message-files.ts';
import {
  lastSerial,
  type MessageStatus,
  type NewMessage,
  rememberSent,
  storeMessage,
  wasSent,
} from '../inbox/message-table.ts';
import { ownerMail, visitorMail } from '../inbox/remove-messages.ts';
import type { MailTemplate } from '../model/form-properties.ts';
import { answerKind } from '../template/form-tag.ts';
import { composeFormMail, maxAttachedBytes, readAttachments } from './form-mail.ts';
import type { FormsContext } from './forms-context.ts';
import { fillTags } from './mail-tags.ts';
import type { SpamVerdict } from './spam-rules.ts';
import { type Submission, submissionLookup } from './submission.ts';
import { recordSubmit } from './submission-hooks.ts';
import { givenConsent, mayStore } from './validate-fields.ts';

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
  const status = skipped ? 'no_mail' : mails[0] ? 'pending' : 'mail_failed';
  const kept = stored ? await keptFiles(submission, context) : [];
  const job = await handOver(submission, context, { mails, stored, status, note, kept });
  const outcome = status === 'pending' ? await firstAttempt(job, context) : skipped ? 'mail_sent' : 'mail_failed';
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

/** The mails of a submission, the owner's first; none when the owner's has no valid address. */
export async function composeMails(
  submission: Submission,
  context: FormsContext,
  { attached }: { readonly attached: boolean },
): Promise<readonly MailMessage[]> {
  const { form, tags, nowMs, site } = submission;
  const lookup = submissionLookup(submission, {
    serial: (await lastSerial(context.store, form.id)) + 1,
    invalidFields: 0,
  });
  const choices = new Set(tags.filter((tag) => answerKind(tag) === 'choice').map((tag) => tag.name));
  const isTyped = (name: string) => !name.startsWith('_') && !choices.has(name);
  const { mail, mail2 } = form.properties;
  const mails: MailMessage[] = [];
  for (const template of mail2.active ? [mail, mail2] : [mail]) {
    const attachments = attached ? await attach(template, submission, context) : [];
    const addressed = template === mail ? { ...template, recipient: template.recipient || site.adminEmail } : template;
    const composed = composeFormMail(addressed, { lookup, isTyped, locale: form.locale, attachments }, new Date(nowMs));
    if ('message' in composed) mails.push(composed.message);
    else context.warn({ form: form.id, problem: composed.problem }, 'a mail of a form could not be composed');
    if (mails.length === 0) break;
  }
  return mails;
}

/** A possible attachment, and how to read it. */
interface Candidate {
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
}

/** Copies the files a mail names into the outbox, the visitor's first, up to the size limit of mail servers. */
async function attach(
  template: MailTemplate,
  submission: Submission,
  context: FormsContext,
): Promise<readonly MailAttachment[]> {
  const wanted = readAttachments(template.attachments);
  const candidates = [...sentFiles(wanted.fields, submission), ...(await storedFiles(wanted.paths, context))];
  const attachments: MailAttachment[] = [];
  let bytes = 0;
  for (const { filename, contentType, size, open } of candidates) {
    if (bytes + size > maxAttachedBytes) continue;
    const file = await context.mail.addFile(await open());
    bytes += size;
    attachments.push({ file, filename, contentType });
  }
  return attachments;
}

function sentFiles(fields: ReadonlySet<string>, { files, fileNames }: Submission): readonly Candidate[] {
  return files.flatMap(({ field, path, size, contentType }, index) => {
    if (!fields.has(field)) return [];
    const type = /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream';
    return [{ filename: fileNames[index]!, contentType: type, size, open: async () => createReadStream(path) }];
  });
}

/** Files of the site that the owner attaches to every mail; a missing one is left out. */
async function storedFiles(paths: readonly string[], { files, warn }: FormsContext): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const path of paths) {
    const facts = await files.stat(path);
    if (!facts) {
      warn({ path }, 'a file that a form attaches to its mail is gone');
      continue;
    }
    const open = async () => {
      const stream = await files.read(path);
      if (!stream) throw new Error(`The file ${path} went while it was being attached.`);
      return stream;
    };
    found.push({ filename: basename(path), contentType: 'application/octet-stream', size: facts.size, open });
  }
  return found;
}

/** A submission as the inbox stores it. */
export function newMessage(submission: Submission, status: MessageStatus, spamLog: string): NewMessage {
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
    files: files.map(({ field, size, digest }, index) => ({ field, name: fileNames[index]!, size, digest })),
    receivedMs: nowMs,
  };
}

/** Anonymises an address but keeps its network: the last byte of IPv4 and the last 80 bits of IPv6 are removed. */
export function maskAddress(address: string): string {
  if (isIPv4(address)) return address.replace(/\d+$/, '0');
  if (!isIPv6(address)) return '';
  const [head = '', tail] = address.split('::');
  const given = head.split(':').filter((group) => group !== '');
  const known = tail === undefined ? given : [...given, ...Array<string>(8).fill('0')];
  return `${known.slice(0, 3).join(':')}::`;
}
