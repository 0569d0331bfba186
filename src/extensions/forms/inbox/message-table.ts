import type { OwnTable } from '../../../extension.ts';

/** The statuses of a stored message. */
export const messageStatuses = ['pending', 'mail_sent', 'mail_failed', 'spam'] as const;

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
export const messagesTable: OwnTable<MessageRow> = {
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

export const usedTable: OwnTable<UsedRow> = {
  name: 'form_used',
  columns: { mark: 'short', untilMs: 'integer', note: 'text' },
  key: 'mark',
  indexes: [['untilMs']],
};
