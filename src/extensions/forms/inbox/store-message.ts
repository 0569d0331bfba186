import type { Store } from '../../../extension.ts';
import { type MessageRow, messagesTable } from './message-table.ts';

/** A message to be stored. */
export type NewMessage = Omit<MessageRow, 'id' | 'serial' | 'searchText' | 'isRead' | 'trashedMs'>;

/** Stores a message in the inbox; returns its id, and its sequence number within the form. */
export async function storeMessage(store: Store, message: NewMessage): Promise<{ id: number; serial: number }> {
  const rows = store.table(messagesTable);
  const serial = (await lastSerial(store, message.formId)) + 1;
  const searchText = [
    message.subject,
    message.fromName,
    message.fromAddress,
    ...message.fields.map(([, value]) => value),
  ].join('\n');
  const id = await rows.insert({ ...message, formTitle: message.formTitle.slice(0, 190), serial, searchText });
  return { id, serial };
}

/** The sequence number of the form's latest message. */
export async function lastSerial(store: Store, formId: number): Promise<number> {
  const [latest] = await store
    .table(messagesTable)
    .find({ formId }, { by: 'serial', direction: 'desc' }, { limit: 1, offset: 0 });
  return latest?.serial ?? 0;
}

/** Updates the status of a message once its mail is sent or has failed. */
export async function setMessageStatus(
  store: Store,
  id: number,
  status: MessageRow['status'],
  more: Pick<Partial<MessageRow>, 'spamLog'> = {},
): Promise<void> {
  await store.table(messagesTable).update({ id }, { ...more, status });
}
