import type { Command, CommandContext } from '../../../extension.ts';
import { copyFiles } from './copy-files-command.ts';
import { exportMessages } from './export-messages.ts';
import { messagesTable } from './message-table.ts';
import { chosenMessages, filters, namedMessage } from './named-messages.ts';
import { erase, prune, remove } from './remove-commands.ts';
import { change, notSpam, resend } from './status-commands.ts';

/** The commands of the inbox: list, search, export, correct, delete. */
export const inboxCommands: readonly Command[] = [
  {
    name: 'forms inbox',
    summary: 'List what people sent, newest first.',
    flags: { ...filters, limit: { help: 'How many.', value: 'N' } },
    run: list,
  },
  { name: 'forms show', summary: 'Show one message and mark it as read.', operands: ['id'], run: show },
  {
    name: 'forms export',
    summary: 'Write messages as CSV.',
    flags: filters,
    run: (context) => exportMessages(context, chosenMessages(context)),
  },
  { name: 'forms resend', summary: 'Send the mail of a message once more.', operands: ['id'], run: resend },
  {
    name: 'forms spam',
    summary: 'Mark a message as spam.',
    operands: ['id'],
    run: (context) => change(context, { status: 'spam', spamLog: 'marked by hand' }),
  },
  {
    name: 'forms not-spam',
    summary: 'Take a message out of spam and send its mail late.',
    operands: ['id'],
    flags: { quiet: { help: 'Do not send the mail.' } },
    run: notSpam,
  },
  {
    name: 'forms files',
    summary: 'Copy the kept files of a message into a folder.',
    operands: ['id', 'folder'],
    run: copyFiles,
  },
  {
    name: 'forms trash',
    summary: 'Put a message into the trash.',
    operands: ['id'],
    run: (context) => change(context, { trashedMs: context.clock() }),
  },
  {
    name: 'forms restore',
    summary: 'Take a message out of the trash.',
    operands: ['id'],
    run: (context) => change(context, { trashedMs: 0 }),
  },
  { name: 'forms delete', summary: 'Remove a message for good.', operands: ['id'], run: remove },
  {
    name: 'forms prune',
    summary: 'Remove messages older than so many days.',
    operands: ['days'],
    flags: { status: filters.status },
    run: prune,
  },
  { name: 'forms erase', summary: 'Remove every message from an address.', operands: ['address'], run: erase },
];

async function list(context: CommandContext): Promise<void> {
  const limit = Math.max(1, Number(context.flags['limit'] ?? 50) || 50);
  const rows = (await context.store()).table(messagesTable);
  const messages = await rows.find(
    { ...chosenMessages(context), trashedMs: 0 },
    { by: 'id', direction: 'desc' },
    { limit, offset: 0 },
  );
  for (const message of messages) {
    const received = new Date(message.receivedMs).toISOString().slice(0, 16).replace('T', ' ');
    context.print(
      `${String(message.id).padStart(6)}  ${received}  ${message.status.padEnd(11)}  ${message.fromAddress.padEnd(28)}  ${message.subject}`,
    );
  }
}

async function show(context: CommandContext): Promise<void> {
  const message = await namedMessage(context);
  await (await context.store()).table(messagesTable).update({ id: message.id }, { isRead: 1 });
  const { searchText: _, ...members } = message;
  context.print(JSON.stringify(members, null, 2));
}
