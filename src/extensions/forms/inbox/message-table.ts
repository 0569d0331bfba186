import { hash } from 'node:crypto';
import type { Condition, ExtensionTable, Rows, Store } from '../../../extension.ts';

/** The statuses of a stored message; `no_mail` is one of a form that sends none. */
export const messageStatuses = ['pending', 'mail_sent', 'mail_failed', 'no_mail', 'spam'] as const;

export type MessageStatus = (typeof messageStatuses)[number];

/** One submission of a visitor. */
export interface MessageRow {
  id: number;
  formId: number;
  /** The form's title at the time. */
  formTitle: string;
  /** The sequence number within its form. */
  serial: number;
  status: MessageStatus;
  /** Which check classified it as spam, and why. */
  spamLog: string;
  subject: string;
  fromName: string;
  fromAddress: string;
  /** Names and values in order. */
  fields: readonly (readonly [name: string, value: string])[];
  consent: Readonly<Record<string, string>>;
  /** Address, user agent, page and the like. */
  meta: Readonly<Record<string, string>>;
  files: readonly { readonly field: string; readonly name: string; readonly size: number; readonly digest: string }[];
  /** All of it as text, for searching. */
  searchText: string;
  receivedMs: number;
  isRead: number;
  trashedMs: number;
}

/** The inbox. */
export const messagesTable: ExtensionTable<MessageRow> = {
  name: 'form_messages',
  columns: {
    id: 'id',
    formId: 'integer',
    formTitle: 'short',
    serial: 'integer',
    status: 'short',
    spamLog: 'text',
    subject: 'text',
    fromName: 'text',
    fromAddress: 'text',
    fields: 'json',
    consent: 'json',
    meta: 'json',
    files: 'json',
    searchText: 'text',
    receivedMs: 'integer',
    isRead: 'integer',
    trashedMs: 'integer',
  },
  key: 'id',
  indexes: [['formId', 'receivedMs'], ['status', 'receivedMs'], ['receivedMs']],
};

/** Something that may be used only once: a quiz token, or the digest of a sent message. */
export interface UsedRow {
  mark: string;
  untilMs: number;
  /** The response the first time. */
  note: string;
}

export const usedTable: ExtensionTable<UsedRow> = {
  name: 'form_used',
  columns: { mark: 'short', untilMs: 'integer', note: 'text' },
  key: 'mark',
  indexes: [['untilMs']],
};

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

const pageSize = 500;

/** Matching messages, oldest first, a few hundred at a time; concurrent inserts and deletes do no harm. */
export async function* messagePages(
  rows: Rows<MessageRow>,
  where: Condition<MessageRow>,
): AsyncIterable<readonly MessageRow[]> {
  for (let after = 0; ; ) {
    const page = await rows.find(
      { ...where, id: { from: after + 1 } },
      { by: 'id', direction: 'asc' },
      { limit: pageSize, offset: 0 },
    );
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
}

/** Marks a token as used; false when it already was. Expired marks are deleted on the way. */
export async function useOnce(store: Store, token: string, untilMs: number, nowMs: number): Promise<boolean> {
  const rows = store.table(usedTable);
  await rows.remove({ untilMs: { below: nowMs } });
  const mark = markOf(token);
  if ((await rows.count({ mark })) > 0) return false;
  try {
    await rows.insert({ mark, untilMs, note: '' });
    return true;
  } catch (error) {
    // Two concurrent requests with one token: the second finds the mark of the first.
    if ((await rows.count({ mark })) > 0) return false;
    throw error;
  }
}

/** Remembers that a message was sent. */
export async function rememberSent(store: Store, digest: string, untilMs: number): Promise<void> {
  const rows = store.table(usedTable);
  await rows.remove({ mark: markOf(digest) });
  await rows.insert({ mark: markOf(digest), untilMs, note: 'sent' });
}

/** True when the same message was sent a moment ago. */
export async function wasSent(store: Store, digest: string, nowMs: number): Promise<boolean> {
  return (await store.table(usedTable).count({ mark: markOf(digest), untilMs: { from: nowMs } })) > 0;
}

const markOf = (text: string) => hash('sha256', text, 'base64url');
