import { type Condition, mentionsAddress, removeMail, type Store } from '../../../extension.ts';
import { discard, filesOf, filesTable } from './message-files.ts';
import { type MessageRow, messagePages, messagesTable } from './message-table.ts';

/** Deletes messages permanently, with their files and their queued mail. */
export async function removeMessages(store: Store, folder: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const files = await store.transaction(async (inside) => {
    const kept = await filesOf(inside, ids);
    await inside.table(filesTable).remove({ messageId: { in: ids } });
    await inside.table(messagesTable).remove({ id: { in: ids } });
    await removeMail(
      inside,
      ids.flatMap((id) => [ownerMail(id), visitorMail(id)]),
    );
    return kept;
  });
  // After the commit: a file without a row is removed later, but a row without its file could not be repaired.
  await discard(folder, files);
}

/** The outbox reference of the owner's mail of a message. */
export const ownerMail = (message: number) => `forms:${message}`;
/** The outbox reference of the visitor's copy. */
export const visitorMail = (message: number) => `forms-copy:${message}`;

/** Deletes the messages that match, with their files and mail, page by page; returns how many there were. */
export async function removeMatching(
  store: Store,
  folder: string,
  where: Condition<MessageRow>,
  { isMeant = () => true, pages = Number.POSITIVE_INFINITY, signal }: RemovalLimits = {},
): Promise<number> {
  let count = 0;
  let seen = 0;
  for await (const page of messagePages(store.table(messagesTable), where)) {
    const ids = page.filter(isMeant).map((row) => row.id);
    await removeMessages(store, folder, ids);
    count += ids.length;
    seen += 1;
    if (seen >= pages || signal?.aborted) break;
  }
  return count;
}

interface RemovalLimits {
  readonly isMeant?: (row: MessageRow) => boolean;
  readonly pages?: number;
  readonly signal?: AbortSignal;
}

/** Deletes every message that contains an e-mail address; returns how many there were. */
export function eraseAddress(store: Store, folder: string, address: string): Promise<number> {
  return removeMatching(store, folder, mayHold(address), { isMeant: (row) => holdsAddress(row, address) });
}

/** The messages among which those with an address are. */
export const mayHold = (address: string): Condition<MessageRow> => ({
  searchText: { contains: address.toLowerCase() },
});

/** Whether a message contains an e-mail address. */
export function holdsAddress({ fromAddress, fields }: MessageRow, address: string): boolean {
  return [fromAddress, ...fields.map(([, value]) => value)].some((value) => mentionsAddress(value, address));
}
