import { randomUUID } from 'node:crypto';
import { oneLine, parseMailboxes } from './mailbox.ts';
/**
 * Turns a draft into structured data, so that no header is ever built by concatenating text. An invalid address or
 * extra header is left out; without a sender or any recipient there is no message.
 */
export function composeMessage(draft, at) {
  const sender = parseMailboxes(draft.sender);
  const recipient = parseMailboxes(draft.recipient);
  const extra = readHeaderLines(draft.headerLines);
  const dropped = [
    ...sender.invalid.map((text) => ({ part: 'sender', text })),
    ...recipient.invalid.map((text) => ({ part: 'recipient', text })),
    ...extra.dropped.map((text) => ({ part: 'header', text })),
  ];
  const [from, ...others] = sender.mailboxes;
  if (!from || others.length > 0) return { problem: 'sender', dropped };
  if (recipient.mailboxes.length === 0) return { problem: 'recipient', dropped };
  const message = {
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
function readHeaderLines(lines) {
  const extra = { cc: [], bcc: [], replyTo: [], headers: [], dropped: [] };
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
const addressHeaders = new Map([
  ['cc', 'cc'],
  ['bcc', 'bcc'],
  ['reply-to', 'replyTo'],
]);
/** A header line that a template may add: Reply-To, Cc, Bcc or `X-…`; null for anything else. */
export function parseHeaderLine(line) {
  const [, name, value = ''] = /^\s*(reply-to|cc|bcc|x-[a-z0-9-]{1,70})\s*:(.*)$/i.exec(oneLine(line)) ?? [];
  return name === undefined ? null : { name, value: oneLine(value) };
}
