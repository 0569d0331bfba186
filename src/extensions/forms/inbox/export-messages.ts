import type { CommandContext, Condition, Rows } from '../../../extension.ts';
import { csvMark, csvRecord } from './csv.ts';
import { type MessageRow, messagesTable } from './message-table.ts';

const PAGE = 500;

/** Prints messages as CSV, page by page: first the names of all fields that occur, then a record for each message. */
export async function exportMessages({ store, print }: CommandContext, where: Condition<MessageRow>): Promise<void> {
  const rows = (await store()).table(messagesTable);
  const names = new Set<string>();
  for await (const message of pages(rows, where)) for (const [name] of message.fields) names.add(name);
  print(csvMark + line(['id', 'received', 'status', 'from', 'subject', ...names]));
  for await (const message of pages(rows, where)) print(line(cells(message, names)));
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

async function* pages(rows: Rows<MessageRow>, where: Condition<MessageRow>): AsyncIterable<MessageRow> {
  for (let after = 0; ; ) {
    const page = await rows.find(
      { ...where, trashedMs: 0, id: { from: after + 1 } },
      { by: 'id', direction: 'asc' },
      { limit: PAGE, offset: 0 },
    );
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}
