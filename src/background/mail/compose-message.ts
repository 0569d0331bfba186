import { randomUUID } from 'node:crypto';
import type { MailAttachment, MailMessage } from './mail-message.ts';
import { type Mailbox, oneLine, parseMailboxes } from './mail-message.ts';

/** A mail template with its tags filled in; its text is still partly user input. */
export interface MailDraft {
  readonly sender: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly html: boolean;
  /** One header per entry, split into lines before any tag was filled in. */
  readonly headerLines: readonly string[];
  readonly attachments: readonly MailAttachment[];
}

/** A part of the draft that could not be used. */
export interface DroppedPart {
  readonly part: 'sender' | 'recipient' | 'header';
  readonly text: string;
}

/** A message, or the part of the draft that makes sending impossible; and in both cases what was left out. */
export type Composed = { readonly dropped: readonly DroppedPart[] } & (
  | { readonly message: MailMessage }
  | { readonly problem: 'sender' | 'recipient' }
);

/**
 * Turns a draft into structured data, so that no header is ever built by concatenating text. An invalid address or
 * extra header is left out; without a sender or any recipient there is no message.
 */
export function composeMessage(draft: MailDraft, at: Date): Composed {
  const sender = parseMailboxes(draft.sender);
  const recipient = parseMailboxes(draft.recipient);
  const extra = readHeaderLines(draft.headerLines);
  const dropped: DroppedPart[] = [
    ...sender.invalid.map((text): DroppedPart => ({ part: 'sender', text })),
    ...recipient.invalid.map((text): DroppedPart => ({ part: 'recipient', text })),
    ...extra.dropped.map((text): DroppedPart => ({ part: 'header', text })),
  ];
  const [from, ...others] = sender.mailboxes;
  if (!from || others.length > 0) return { problem: 'sender', dropped };
  if (recipient.mailboxes.length === 0) return { problem: 'recipient', dropped };
  const message: MailMessage = {
    messageId: `<${randomUUID()}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: at.toISOString(),
    from,
    to: recipient.mailboxes,
    cc: extra.cc,
    bcc: extra.bcc,
    replyTo: extra.replyTo,
    subject: oneLine(draft.subject),
    body: draft.body.replaceAll('\u0000', ''),
    html: draft.html,
    headers: extra.headers,
    attachments: draft.attachments,
  };
  return { message, dropped };
}

interface ExtraHeaders {
  readonly cc: Mailbox[];
  readonly bcc: Mailbox[];
  readonly replyTo: Mailbox[];
  readonly headers: [name: string, value: string][];
  readonly dropped: string[];
}

function readHeaderLines(lines: readonly string[]): ExtraHeaders {
  const extra: ExtraHeaders = { cc: [], bcc: [], replyTo: [], headers: [], dropped: [] };
  for (const line of lines) {
    if (line.trim() === '') continue;
    const header = parseHeaderLine(line);
    const list = header ? addressHeaders.get(header.name.toLowerCase()) : undefined;
    const { mailboxes, invalid } = parseMailboxes(list && header ? header.value : '');
    if (list) extra[list].push(...mailboxes);
    else if (header && header.value !== '') extra.headers.push([header.name, header.value]);
    const unusable = list ? invalid.length > 0 || mailboxes.length === 0 : !header || header.value === '';
    if (unusable) extra.dropped.push(oneLine(line));
  }
  return extra;
}

const addressHeaders: ReadonlyMap<string, 'cc' | 'bcc' | 'replyTo'> = new Map([
  ['cc', 'cc'],
  ['bcc', 'bcc'],
  ['reply-to', 'replyTo'],
]);

/** A header line that a template may add: Reply-To, Cc, Bcc or `X-…`; null for anything else. */
export function parseHeaderLine(line: string): { name: string; value: string } | null {
  const [, name, value = ''] = /^\s*(reply-to|cc|bcc|x-[a-z0-9-]{1,70})\s*:(.*)$/i.exec(oneLine(line)) ?? [];
  return name === undefined ? null : { name, value: oneLine(value) };
}
