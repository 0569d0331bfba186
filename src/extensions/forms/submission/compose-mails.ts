import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { MailAttachment, MailMessage } from '../../../extension.ts';
import { lastSerial } from '../inbox/store-message.ts';
import { maxAttachedBytes, readAttachments } from '../mail/attachment-lines.ts';
import { composeFormMail } from '../mail/form-mail.ts';
import type { MailTemplate } from '../model/mail-template.ts';
import { answerKind } from '../template/form-tag.ts';
import type { FormsContext } from './forms-context.ts';
import { type Submission, submissionLookup } from './submission.ts';

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
