import { maskAddress } from '../inbox/mask-address.ts';
import type { MessageStatus } from '../inbox/message-table.ts';
import type { NewMessage } from '../inbox/store-message.ts';
import { fillTags } from '../mail/mail-tags.ts';
import { givenConsent } from './acceptance.ts';
import { type Submission, submissionLookup } from './submission.ts';

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
