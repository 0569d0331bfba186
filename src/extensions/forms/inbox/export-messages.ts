import type { CommandContext, Condition } from '../../../extension.ts';
import { messageCsv } from './message-csv.ts';
import { type MessageRow, messagesTable } from './message-table.ts';

/** Prints messages as CSV. */
export async function exportMessages({ store, print }: CommandContext, where: Condition<MessageRow>): Promise<void> {
  const rows = (await store()).table(messagesTable);
  // `print` adds the last character of each line end.
  for await (const line of messageCsv(rows, { ...where, trashedMs: 0 })) print(line.slice(0, -1));
}
