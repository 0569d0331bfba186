import { type CommandContext, type Condition, csvMark, csvRecord } from '../../../extension.ts';
import { messagePages } from './message-pages.ts';
import { type MessageRow, messagesTable } from './message-table.ts';

/** Prints messages as CSV, page by page: first the names of all fields, then a record per message. */
export async function exportMessages({ store, print }: CommandContext, where: Condition<MessageRow>): Promise<void> {
  const rows = (await store()).table(messagesTable);
  const shown = { ...where, trashedMs: 0 };
  const names = new Set<string>();
  for await (const page of messagePages(rows, shown))
    for (const message of page) for (const [name] of message.fields) names.add(name);
  print(csvMark + line(['id', 'received', 'status', 'from', 'subject', ...names]));
  for await (const page of messagePages(rows, shown)) for (const message of page) print(line(cells(message, names)));
}

/** CSV lines end with CRLF; `print` adds the LF. */
const line = (values: readonly string[]) => `${csvRecord(values)}\r`;

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
