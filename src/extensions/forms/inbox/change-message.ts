import { type ExtensionMail, mailStates, releaseMail, retryMail, type Store } from '../../../extension.ts';
import { type MessageRow, type MessageStatus, messagesTable } from './message-table.ts';
import { ownerMail, visitorMail } from './remove-messages.ts';

/** What people may change of a message. */
export interface MessageChanges {
  readonly isRead?: boolean | undefined;
  readonly isTrashed?: boolean | undefined;
  readonly isSpam?: boolean | undefined;
  /** Whether the mail of a message that is no spam after all is sent. */
  readonly isMailSent?: boolean;
}

/** Changes a message; all of it or nothing. */
export function changeMessage(store: Store, { id }: MessageRow, changes: MessageChanges, nowMs: number): Promise<void> {
  const { isRead, isTrashed, isSpam, isMailSent = true } = changes;
  return store.transaction(async (inside) => {
    const columns: Partial<MessageRow> = {
      ...(isRead === undefined ? {} : { isRead: Number(isRead) }),
      ...(isTrashed === undefined ? {} : { trashedMs: isTrashed ? nowMs : 0 }),
      ...(isSpam === true ? { status: 'spam', spamLog: 'marked by hand' } : {}),
    };
    const rows = inside.table(messagesTable);
    if (Object.keys(columns).length > 0) await rows.update({ id }, columns);
    if (isSpam === false) await rows.update({ id }, await takenFromSpam(inside, id, isMailSent, nowMs));
  });
}

/** The columns of a message that is no spam after all; its mail is released unless it is to stay where it is. */
async function takenFromSpam(
  store: Store,
  id: number,
  isMailSent: boolean,
  nowMs: number,
): Promise<Pick<MessageRow, 'status' | 'spamLog'>> {
  if (isMailSent) for (const mail of [ownerMail(id), visitorMail(id)]) await releaseMail(store, mail, nowMs);
  return { status: statusOf(await mailStates(store, ownerMail(id))), spamLog: '' };
}

/** Sends the failed mail of a message again; false where there is none. */
export async function sendAgain(
  store: Store,
  id: number,
  nowMs: number,
  mail?: Pick<ExtensionMail, 'retry'>,
): Promise<boolean> {
  const count = await store.transaction(async (inside) => {
    const failed = await retryMail(inside, ownerMail(id), nowMs);
    // In the same transaction: the outcome of the next attempt comes after it.
    if (failed > 0) await inside.table(messagesTable).update({ id }, { status: 'pending' });
    return failed;
  });
  // The jobs are queued already; this wakes the worker.
  if (count > 0) await mail?.retry(ownerMail(id));
  return count > 0;
}

/** The status of a message derived from its mail: with parked mail only, it failed. */
function statusOf(states: readonly string[]): MessageStatus {
  if (states.includes('pending')) return 'pending';
  if (states.length === 0) return 'no_mail';
  return states.includes('sent') ? 'mail_sent' : 'mail_failed';
}
