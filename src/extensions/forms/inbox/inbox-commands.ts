import { constants, copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Command, type CommandContext, CommandError, type Condition, millisecondsOf } from '../../../extension.ts';
import { changeMessage, sendAgain } from './change-message.ts';
import { filesOf, keptPath } from './message-files.ts';
import { type MessageRow, messageStatuses, messagesTable } from './message-table.ts';
import { messageCsv } from './message-view.ts';
import { eraseAddress, removeMatching, removeMessages } from './remove-messages.ts';

/** The flags that filter messages. */
export const filters = {
  form: { help: 'Only messages of this form.', value: 'ID' },
  status: { help: 'Only mail_sent, mail_failed, no_mail, pending or spam.', value: 'STATUS' },
  search: { help: 'Only messages that hold this text.', value: 'TEXT' },
  from: { help: 'First day, YYYY-MM-DD.', value: 'DAY' },
  to: { help: 'Last day, YYYY-MM-DD.', value: 'DAY' },
} as const;

/** The message that a command names by its id. */
export async function namedMessage({ operands, store }: CommandContext): Promise<MessageRow> {
  const id = Number(operands['id']);
  const [message] = Number.isSafeInteger(id) ? await (await store()).table(messagesTable).find({ id }) : [];
  if (!message) throw new CommandError(`There is no message ${operands['id'] ?? ''}.`);
  return message;
}

/** The messages that match the flags of a command. */
export function chosenMessages({ flags }: CommandContext): Condition<MessageRow> {
  const { form, status, search } = flags;
  if (form !== undefined && !/^\d+$/.test(form)) throw new CommandError('A form is named by its number.');
  const [from, below] = [day(flags['from'], 0), day(flags['to'], 1)];
  return {
    ...(form === undefined ? {} : { formId: Number(form) }),
    ...(status === undefined ? {} : { status: statusNamed(status) }),
    ...(search === undefined ? {} : { searchText: { contains: search } }),
    ...(from === undefined && below === undefined
      ? {}
      : { receivedMs: { ...(from === undefined ? {} : { from }), ...(below === undefined ? {} : { below }) } }),
  };
}

function statusNamed(text: string): MessageRow['status'] {
  const status = messageStatuses.find((one) => one === text);
  if (!status) throw new CommandError(`"${text}" is no status; write one of ${messageStatuses.join(', ')}.`);
  return status;
}

/** The start of a UTC day, or of the day this many days later. */
function day(text: string | undefined, later: number): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? millisecondsOf(`${text} 00:00:00`) : Number.NaN;
  if (Number.isNaN(at)) throw new CommandError(`"${text}" is no day; write YYYY-MM-DD.`);
  return at + later * 86_400_000;
}

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

/** Deletes one message permanently. */
export async function remove(context: CommandContext): Promise<void> {
  const { id } = await namedMessage(context);
  await removeMessages(await context.store(), fileFolder(context), [id]);
}

/** Deletes messages older than this many days. */
export async function prune(context: CommandContext): Promise<void> {
  const days = Number(context.operands['days']);
  if (!Number.isSafeInteger(days) || days < 1) throw new CommandError('Say how many days messages are kept.');
  const old = { ...chosenMessages(context), receivedMs: { below: context.clock() - days * 86_400_000 } };
  context.print(`${await removeMatching(await context.store(), fileFolder(context), old)} removed.`);
}

/** Deletes every message that contains an e-mail address. */
export async function erase(context: CommandContext): Promise<void> {
  const address = context.operands['address'] ?? '';
  if (!address.includes('@')) throw new CommandError('Name a mail address.');
  context.print(`${await eraseAddress(await context.store(), fileFolder(context), address)} removed.`);
}

/** The private folder for the files that forms store. */
export const fileFolder = ({ config }: CommandContext) => join(resolve(config.dataDir), 'form-files');

/** Copies the stored files of a message into a folder. */
export async function copyFiles(context: CommandContext): Promise<void> {
  const { id } = await namedMessage(context);
  const files = await filesOf(await context.store(), [id]);
  if (files.length === 0) throw new CommandError('No files of this message are kept.');
  const target = resolve(context.operands['folder'] ?? '');
  await mkdir(target, { recursive: true });
  for (const file of files) {
    const path = join(target, file.name);
    await copyFile(keptPath(fileFolder(context), file), path, constants.COPYFILE_EXCL).catch((error: unknown) => {
      throw new CommandError(`${path} cannot be written: ${error instanceof Error ? error.message : error}`);
    });
    context.print(path);
  }
}

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

/** Prints messages as CSV. */
export async function exportMessages({ store, print }: CommandContext, where: Condition<MessageRow>): Promise<void> {
  const rows = (await store()).table(messagesTable);
  // `print` adds the last character of each line end.
  for await (const line of messageCsv(rows, { ...where, trashedMs: 0 })) print(line.slice(0, -1));
}
