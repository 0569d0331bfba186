import { type Condition, csvLineEnd, csvMark, csvRecord, type Rows } from '../../../extension.ts';
import { messagePages } from './message-pages.ts';
import type { MessageRow } from './message-table.ts';

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
