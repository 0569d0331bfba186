import { constants, copyFile, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Command,
  type CommandContext,
  CommandError,
  type Condition,
  mailStates,
  millisecondsOf,
  releaseMail,
  retryMail,
} from '../../../extension.ts';
import { exportMessages } from './export-messages.ts';
import { filesOf, keptPath } from './kept-files.ts';
import { messagePages } from './message-pages.ts';
import { type MessageRow, messagesTable } from './message-table.ts';
import { ownerMail, removeMessages, visitorMail } from './remove-messages.ts';
import { setMessageStatus } from './store-message.ts';

const filters = {
  form: { help: 'Only messages of this form.', value: 'ID' },
  status: { help: 'Only mail_sent, mail_failed, pending or spam.', value: 'STATUS' },
  search: { help: 'Only messages that hold this text.', value: 'TEXT' },
  from: { help: 'First day, YYYY-MM-DD.', value: 'DAY' },
  to: { help: 'Last day, YYYY-MM-DD.', value: 'DAY' },
} as const;

/** The inbox at a terminal: look, search, export, mend. */
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
    run: (context) => exportMessages(context, conditionOf(context)),
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
    { ...conditionOf(context), trashedMs: 0 },
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
  const message = await named(context);
  await (await context.store()).table(messagesTable).update({ id: message.id }, { isRead: 1 });
  const { searchText: _, ...members } = message;
  context.print(JSON.stringify(members, null, 2));
}

async function resend(context: CommandContext): Promise<void> {
  const { id } = await named(context);
  const store = await context.store();
  const count = await retryMail(store, ownerMail(id), context.clock());
  if (count === 0) throw new CommandError('There is no failed mail of this message to send again.');
  await store.table(messagesTable).update({ id }, { status: 'pending' });
  context.print('It goes out with the next look at the outbox.');
}

async function change(context: CommandContext, changes: Partial<MessageRow>): Promise<void> {
  const { id } = await named(context);
  await (await context.store()).table(messagesTable).update({ id }, changes);
}

async function notSpam(context: CommandContext): Promise<void> {
  const { id } = await named(context);
  const store = await context.store();
  const isSent = context.flags['quiet'] === undefined;
  await store.transaction(async (inside) => {
    if (isSent) for (const mail of [ownerMail(id), visitorMail(id)]) await releaseMail(inside, mail, context.clock());
    await setMessageStatus(inside, id, statusOf(await mailStates(inside, ownerMail(id))), { spamLog: '' });
  });
}

/** How a message stands by its mail alone: a mail that never was, or is still parked, did not arrive. */
function statusOf(states: readonly string[]): MessageRow['status'] {
  if (states.some((state) => state === 'queued' || state === 'sending')) return 'pending';
  return states.includes('sent') ? 'mail_sent' : 'mail_failed';
}

async function copyFiles(context: CommandContext): Promise<void> {
  const { id } = await named(context);
  const files = await filesOf(await context.store(), [id]);
  if (files.length === 0) throw new CommandError('No files of this message are kept.');
  const target = resolve(context.operands['folder'] ?? '');
  await mkdir(target, { recursive: true });
  for (const file of files) {
    const path = join(target, file.name);
    await copyFile(keptPath(fileFolder(context), file), path, constants.COPYFILE_EXCL).catch((error: unknown) => {
      throw new CommandError(`${path} cannot be written: ${(error as Error).message}`);
    });
    context.print(path);
  }
}

const fileFolder = ({ config }: CommandContext) => join(resolve(config.dataDir), 'form-files');

async function remove(context: CommandContext): Promise<void> {
  const { id } = await named(context);
  await removeMessages(await context.store(), fileFolder(context), [id]);
}

async function prune(context: CommandContext): Promise<void> {
  const days = Number(context.operands['days']);
  if (!Number.isSafeInteger(days) || days < 1) throw new CommandError('Say how many days messages are kept.');
  const old = { ...conditionOf(context), receivedMs: { below: context.clock() - days * 86_400_000 } };
  context.print(`${await removeMatching(context, old, () => true)} removed.`);
}

async function erase(context: CommandContext): Promise<void> {
  const address = (context.operands['address'] ?? '').toLowerCase();
  if (!address.includes('@')) throw new CommandError('Name a mail address.');
  const where = { searchText: { contains: address } };
  context.print(`${await removeMatching(context, where, (row) => mentions(row, address))} removed.`);
}

/** Removes the messages that match, page by page; how many there were. */
async function removeMatching(
  context: CommandContext,
  where: Condition<MessageRow>,
  isMeant: (row: MessageRow) => boolean,
): Promise<number> {
  const store = await context.store();
  let count = 0;
  for await (const page of messagePages(store.table(messagesTable), where)) {
    const ids = page.filter(isMeant).map((row) => row.id);
    await removeMessages(store, fileFolder(context), ids);
    count += ids.length;
  }
  return count;
}

const mentions = ({ fromAddress, fields }: MessageRow, address: string) =>
  [fromAddress, ...fields.map(([, value]) => value)].some((value) => value.toLowerCase().includes(address));

async function named({ operands, store }: CommandContext): Promise<MessageRow> {
  const id = Number(operands['id']);
  const [message] = Number.isSafeInteger(id) ? await (await store()).table(messagesTable).find({ id }) : [];
  if (!message) throw new CommandError(`There is no message ${operands['id'] ?? ''}.`);
  return message;
}

function conditionOf({ flags }: CommandContext): Condition<MessageRow> {
  const { form, status, search } = flags;
  if (form !== undefined && !/^\d+$/.test(form)) throw new CommandError('A form is named by its number.');
  const [from, below] = [day(flags['from'], 0), day(flags['to'], 1)];
  return {
    ...(form === undefined ? {} : { formId: Number(form) }),
    ...(status === undefined ? {} : { status: status as MessageRow['status'] }),
    ...(search === undefined ? {} : { searchText: { contains: search } }),
    ...(from === undefined && below === undefined
      ? {}
      : { receivedMs: { ...(from === undefined ? {} : { from }), ...(below === undefined ? {} : { below }) } }),
  };
}

/** The start of a UTC day, or of the one so many days later. */
function day(text: string | undefined, later: number): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? millisecondsOf(`${text} 00:00:00`) : Number.NaN;
  if (Number.isNaN(at)) throw new CommandError(`"${text}" is no day; write YYYY-MM-DD.`);
  return at + later * 86_400_000;
}
