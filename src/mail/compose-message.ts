import { randomUUID } from 'node:crypto';
import type { MailAttachment, MailMessage } from './mail-message.ts';
import { type Mailbox, oneLine, parseMailboxes } from './mailbox.ts';

/** What a mail template has become once its tags are filled in: still text that visitors had a hand in. */
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

/** A message, or the part of the draft that makes sending impossible. */
export type Composed = { readonly message: MailMessage } | { readonly problem: 'sender' | 'recipient' };

/**
 * Turns a draft into structured data, so that no header text is ever put together by hand. An address or an extra
 * header that comes out invalid is left out; without a sender or any recipient there is no message.
 */
export function composeMessage(draft: MailDraft, at: Date): Composed {
  const [from, ...others] = parseMailboxes(draft.sender).mailboxes;
  if (!from || others.length > 0) return { problem: 'sender' };
  const to = parseMailboxes(draft.recipient).mailboxes;
  if (to.length === 0) return { problem: 'recipient' };
  const extra = readHeaderLines(draft.headerLines);
  const message: MailMessage = {
    messageId: `<${randomUUID()}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: at.toISOString(),
    from,
    to,
    cc: extra.cc,
    bcc: extra.bcc,
    replyTo: extra.replyTo,
    subject: oneLine(draft.subject),
    body: draft.body.replaceAll('\u0000', ''),
    html: draft.html,
    headers: extra.headers,
    attachments: draft.attachments,
  };
  return { message };
}

interface ExtraHeaders {
  readonly cc: Mailbox[];
  readonly bcc: Mailbox[];
  readonly replyTo: Mailbox[];
  readonly headers: [name: string, value: string][];
}

function readHeaderLines(lines: readonly string[]): ExtraHeaders {
  const extra: ExtraHeaders = { cc: [], bcc: [], replyTo: [], headers: [] };
  for (const line of lines) {
    const header = parseHeaderLine(line);
    if (!header) continue;
    const list = addressHeaders[header.name.toLowerCase()];
    if (list) extra[list].push(...parseMailboxes(header.value).mailboxes);
    else if (header.value !== '') extra.headers.push([header.name, header.value]);
  }
  return extra;
}

const addressHeaders: Readonly<Record<string, 'cc' | 'bcc' | 'replyTo'>> = {
  cc: 'cc',
  bcc: 'bcc',
  'reply-to': 'replyTo',
};

/** A header line that a template may add: Reply-To, Cc, Bcc or `X-…`; null for anything else. */
export function parseHeaderLine(line: string): { name: string; value: string } | null {
  const parts = /^\s*(reply-to|cc|bcc|x-[a-z0-9-]{1,70})\s*:(.*)$/i.exec(oneLine(line));
  return parts ? { name: parts[1]!, value: oneLine(parts[2]!) } : null;
}
