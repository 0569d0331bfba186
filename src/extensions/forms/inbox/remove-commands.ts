import { type CommandContext, CommandError, type Condition } from '../../../extension.ts';
import { fileFolder } from './copy-files-command.ts';
import { messagePages } from './message-pages.ts';
import { type MessageRow, messagesTable } from './message-table.ts';
import { chosenMessages, namedMessage } from './named-messages.ts';
import { removeMessages } from './remove-messages.ts';

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
  context.print(`${await removeMatching(context, old, () => true)} removed.`);
}

/** Deletes every message that contains an e-mail address. */
export async function erase(context: CommandContext): Promise<void> {
  const address = (context.operands['address'] ?? '').toLowerCase();
  if (!address.includes('@')) throw new CommandError('Name a mail address.');
  const where = { searchText: { contains: address } };
  context.print(`${await removeMatching(context, where, (row) => mentions(row, address))} removed.`);
}

/** Deletes the messages that match, page by page; returns how many there were. */
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
