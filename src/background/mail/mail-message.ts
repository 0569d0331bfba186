import { domainToASCII } from 'node:url';

/** An attachment: the name under which the outbox stores the file, and the name the recipient sees. */
export interface MailAttachment {
  readonly file: string;
  readonly filename: string;
  readonly contentType: string;
}

/** A finished message: structured, plain data that can be stored as JSON and sent later without further checks. */
export interface MailMessage {
  readonly messageId: string;
  /** When it was composed, ISO 8601. */
  readonly date: string;
  readonly from: Mailbox;
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  readonly replyTo: readonly Mailbox[];
  readonly subject: string;
  readonly body: string;
  readonly html: boolean;
  /** Extra headers, all of the `X-…` kind. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly attachments: readonly MailAttachment[];
}

/** One address with its display name; neither contains anything that could end a header line. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** The mailboxes of an address header as people write it, and the invalid entries. */
export interface MailboxList {
  readonly mailboxes: readonly Mailbox[];
  readonly invalid: readonly string[];
}

/** Parses `Name <a@b.org>, "Last, First" <c@d.org>, e@f.org`; never throws and never returns a line break. */
export function parseMailboxes(text: string): MailboxList {
  const mailboxes: Mailbox[] = [];
  const invalid: string[] = [];
  for (const entry of splitEntries(oneLine(text))) {
    const mailbox = parseMailbox(entry);
    if (mailbox) mailboxes.push(mailbox);
    else invalid.push(entry);
  }
  return { mailboxes, invalid };
}

/** True for a plain address: usual local-part characters, and a domain that is a host name. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && addressPattern.test(text);
}

/** The text as one header line: control characters and line separators become spaces, ends are trimmed. */
export function oneLine(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}

const addressPattern =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** Commas separate entries, except inside quotes; an unclosed quote extends to the end. */
function splitEntries(text: string): string[] {
  const entries: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (character === ',' && !quoted) {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
  }
  entries.push(text.slice(start));
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

function parseMailbox(entry: string): Mailbox | null {
  const open = entry.lastIndexOf('<');
  const bare = open === -1 || !entry.endsWith('>');
  const address = asciiDomain((bare ? entry : entry.slice(open + 1, -1)).trim());
  if (!isMailAddress(address)) return null;
  return { name: bare ? '' : displayName(entry.slice(0, open).trim()), address };
}

function displayName(text: string): string {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text)?.[1];
  return (quoted === undefined ? text : quoted.replace(/\\(.)/g, '$1')).replace(/[<>"]/g, '').trim();
}

function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  if (at === -1 || !/[^\u0000-\u007f]/.test(address.slice(at))) return address;
  return address.slice(0, at + 1) + domainToASCII(address.slice(at + 1));
}
