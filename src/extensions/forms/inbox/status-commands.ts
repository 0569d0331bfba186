import { type CommandContext, CommandError } from '../../../extension.ts';
import { changeMessage, sendAgain } from './change-message.ts';
import { type MessageRow, messagesTable } from './message-table.ts';
import { namedMessage } from './named-messages.ts';

/** Sends the failed mail of a message again. */
export async function resend(context: CommandContext): Promise<void> {
  const { id } = await namedMessage(context);
  if (!(await sendAgain(await context.store(), id, context.clock())))
    throw new CommandError('There is no failed mail of this message to send again.');
  context.print('It goes out with the next run of the outbox.');
}

/** Changes columns of a message. */
export async function change(context: CommandContext, changes: Partial<MessageRow>): Promise<void> {
  const { id } = await namedMessage(context);
  await (await context.store()).table(messagesTable).update({ id }, changes);
}

/** Marks a message as not spam and, unless `--quiet` is given, sends its mail. */
export async function notSpam(context: CommandContext): Promise<void> {
  const message = await namedMessage(context);
  const isMailSent = context.flags['quiet'] === undefined;
  await changeMessage(await context.store(), message, { isSpam: false, isMailSent }, context.clock());
}
