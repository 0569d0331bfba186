import {
  type Condition,
  csvLineEnd,
  csvMark,
  csvRecord,
  json,
  type MailDelivery,
  type Rows,
} from '../../../extension.ts';
import type { KeptFileRow } from './message-files.ts';
import { type MessageRow, messagePages, messageStatuses } from './message-table.ts';
import { ownerMail } from './remove-messages.ts';

const summaryMembers = {
  id: json.integer,
  form: json.integer,
  form_title: json.string,
  serial: json.integer,
  status: json.words(...messageStatuses),
  subject: json.string,
  from_name: json.string,
  from_address: json.string,
  received: json.dateTime,
  is_read: json.boolean,
  is_trashed: json.boolean,
  file_count: json.integer,
  excerpt: json.string,
};

const pair = json.object({ name: json.string, value: json.string });

/** A message as a list shows it. */
export const messageSummarySchema = json.object(summaryMembers);

/** A message with everything that is stored of it. */
export const messageSchema = json.object({
  ...summaryMembers,
  spam_reason: json.string,
  fields: json.listOf(pair),
  consent: json.listOf(pair),
  details: json.listOf(pair),
  files: json.listOf(
    json.object({
      // Null where only its name was stored.
      id: json.orNull(json.integer),
      field: json.string,
      name: json.string,
      size: json.integer,
    }),
  ),
  mails: json.listOf(
    json.object({
      kind: json.words('owner', 'visitor'),
      state: json.words('parked', 'held', 'pending', 'sent', 'failed'),
      to: json.listOf(json.string),
      attempts: json.integer,
      last_error: json.string,
      next_attempt: json.orNull(json.dateTime),
    }),
  ),
});

const excerptLength = 140;

/** The summary of a message. Times are in UTC. */
export function messageSummary(row: MessageRow) {
  return {
    id: row.id,
    form: row.formId,
    form_title: row.formTitle,
    serial: row.serial,
    status: row.status,
    subject: row.subject,
    from_name: row.fromName,
    from_address: row.fromAddress,
    received: moment(row.receivedMs),
    is_read: row.isRead !== 0,
    is_trashed: row.trashedMs > 0,
    file_count: row.files.length,
    excerpt: excerpt(row),
  };
}

/** The whole message. */
export function messageView(row: MessageRow, kept: readonly KeptFileRow[], mails: readonly MailDelivery[]) {
  return {
    ...messageSummary(row),
    spam_reason: row.spamLog,
    fields: row.fields.map(([name, value]) => ({ name, value })),
    consent: pairs(row.consent),
    details: pairs(row.meta),
    files: row.files.map(({ field, name, size, digest }) => ({
      id: kept.find((file) => file.field === field && file.digest === digest)?.id ?? null,
      field,
      name,
      size,
    })),
    mails: mails.map(({ reference, state, to, attempts, lastError, dueMs }) => ({
      kind: reference === ownerMail(row.id) ? ('owner' as const) : ('visitor' as const),
      state,
      to,
      attempts,
      last_error: lastError,
      next_attempt: dueMs === null ? null : moment(dueMs),
    })),
  };
}

const pairs = (members: Readonly<Record<string, string>>) =>
  Object.entries(members).map(([name, value]) => ({ name, value }));

/** The longest thing that was said, on one line: rarely the name, most often the message. */
function excerpt({ fields, subject, fromName, fromAddress }: MessageRow): string {
  const longest = fields
    .map(([, value]) => value)
    .filter((value) => ![subject, fromName, fromAddress].includes(value))
    .reduce((best, value) => (value.length > best.length ? value : best), '');
  const line = longest.replace(/\s+/g, ' ').trim();
  return line.length > excerptLength ? `${line.slice(0, excerptLength).toWellFormed().trimEnd()}…` : line;
}

const moment = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/**
 * Messages as CSV, line by line with its end: first the names of all fields, then a record per message. Cells that a
 * spreadsheet would run are defused.
 */
export async function* messageCsv(rows: Rows<MessageRow>, where: Condition<MessageRow>): AsyncGenerator<string> {
  const names = new Set<string>();
  for await (const page of messagePages(rows, where))
    for (const message of page) for (const [name] of message.fields) names.add(name);
  yield csvMark + line(['id', 'received', 'status', 'from', 'subject', ...names]);
  for await (const page of messagePages(rows, where)) for (const message of page) yield line(cells(message, names));
}

const line = (values: readonly string[]) => `${csvRecord(values)}${csvLineEnd}`;

function cells(message: MessageRow, names: ReadonlySet<string>): readonly string[] {
  const values = new Map(message.fields);
  const from = message.fromName === '' ? message.fromAddress : `${message.fromName} <${message.fromAddress}>`;
  const received = new Date(message.receivedMs).toISOString();
  return [
    String(message.id),
    received,
    message.status,
    from,
    message.subject,
    ...[...names].map((name) => values.get(name) ?? ''),
  ];
}
