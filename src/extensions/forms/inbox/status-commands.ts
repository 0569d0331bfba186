import { type CommandContext, CommandError, mailStates, releaseMail, retryMail } from '../../../extension.ts';
import { type MessageRow, messagesTable } from './message-table.ts';
import { namedMessage } from './named-messages.ts';
import { ownerMail, visitorMail } from './remove-messages.ts';
import { setMessageStatus } from './store-message.ts';

/** Sends the failed mail of a message again. */
export async function resend(context: CommandContext): Promise<void> {
  const { id } = await namedMessage(context);
  const store = await context.store();
  const count = await retryMail(store, ownerMail(id), context.clock());
  if (count === 0) throw new CommandError('There is no failed mail of this message to send again.');
  await store.table(messagesTable).update({ id }, { status: 'pending' });
  context.print('It goes out with the next run of the outbox.');
}

/** Changes columns of a message. */
export async function change(context: CommandContext, changes: Partial<MessageRow>): Promise<void> {
  const { id } = await namedMessage(context);
  await (await context.store()).table(messagesTable).update({ id }, changes);
}

/** Marks a message as not spam and, unless `--quiet` is given, sends its mail. */
export async function notSpam(context: CommandContext): Promise<void> {
  const { id } = await namedMessage(context);
  const store = await context.store();
  const isSent = context.flags['quiet'] === undefined;
  await store.transaction(async (inside) => {
    if (isSent) for (const mail of [ownerMail(id), visitorMail(id)]) await releaseMail(inside, mail, context.clock());
    await setMessageStatus(inside, id, statusOf(await mailStates(inside, ownerMail(id))), { spamLog: '' });
  });
}

/** The status of a message derived from its mail: without mail, or with parked mail, it failed. */
function statusOf(states: readonly string[]): MessageRow['status'] {
  if (states.some((state) => state === 'queued' || state === 'sending')) return 'pending';
  return states.includes('sent') ? 'mail_sent' : 'mail_failed';
}
