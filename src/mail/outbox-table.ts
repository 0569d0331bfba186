import type { OwnTable } from '../storage/store.ts';
import type { MailMessage } from './mail-message.ts';
import type { MailJobState } from './outbox-store.ts';

/** A queued message, as stored. */
export interface MailJobRow {
  id: number;
  state: MailJobState;
  /** Null once the message is sent, or has failed and is not kept. */
  message: MailMessage | null;
  reference: string;
  afterId: number | null;
  keepFailed: number;
  attempts: number;
  createdAtMs: number;
  dueMs: number;
  owner: string;
  ownedUntilMs: number;
  lastError: string;
}

/** The table of queued mail, so that a restart loses nothing. */
export const outboxTable: OwnTable<MailJobRow> = {
  name: 'mail_jobs',
  columns: {
    id: 'id',
    state: 'short',
    message: 'json',
    reference: 'short',
    afterId: 'integer',
    keepFailed: 'integer',
    attempts: 'integer',
    createdAtMs: 'integer',
    dueMs: 'integer',
    owner: 'short',
    ownedUntilMs: 'integer',
    lastError: 'text',
  },
  key: 'id',
  indexes: [['state', 'dueMs'], ['reference'], ['afterId']],
};
