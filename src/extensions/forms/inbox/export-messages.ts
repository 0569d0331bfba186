import type { CommandContext, Condition } from '../../../extension.ts';
import { csvMark, csvRecord } from './csv.ts';
import { messagePages } from './message-pages.ts';
import { type MessageRow, messagesTable } from './message-table.ts';

/** Prints messages as CSV, page by page: first the names of all fields that occur, then a record for each message. */
export async function exportMessages({ store, print }: CommandContext, where: Condition<MessageRow>): Promise<void> {
  const rows = (await store()).table(messagesTable);
  const shown = { ...where, trashedMs: 0 };
  const names = new Set<string>();
  for await (const page of messagePages(rows, shown))
    for (const message of page) for (const [name] of message.fields) names.add(name);
  print(csvMark + line(['id', 'received', 'status', 'from', 'subject', ...names]));
  for await (const page of messagePages(rows, shown)) for (const message of page) print(line(cells(message, names)));
}

/** The printer ends lines itself. */
const line = (values: readonly string[]) => csvRecord(values).replace(/\n$/, '');

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
