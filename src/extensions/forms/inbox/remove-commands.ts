import { type CommandContext, CommandError } from '../../../extension.ts';
import { fileFolder } from './copy-files-command.ts';
import { eraseAddress, removeMatching } from './erase-messages.ts';
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
  context.print(`${await removeMatching(await context.store(), fileFolder(context), old)} removed.`);
}

/** Deletes every message that contains an e-mail address. */
export async function erase(context: CommandContext): Promise<void> {
  const address = context.operands['address'] ?? '';
  if (!address.includes('@')) throw new CommandError('Name a mail address.');
  context.print(`${await eraseAddress(await context.store(), fileFolder(context), address)} removed.`);
}
