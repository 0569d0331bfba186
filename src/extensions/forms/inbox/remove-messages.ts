import { removeMail, type Store } from '../../../extension.ts';
import { discard, filesOf, filesTable } from './kept-files.ts';
import { messagesTable } from './message-table.ts';

/** Removes messages for good, with their files and with mail that still waits: nothing of them stays. */
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
  // Only now: a file without a row is swept one day, a row without its file is a broken promise.
  await discard(folder, files);
}

/** The reference of the owner's mail of a message. */
export const ownerMail = (message: number) => `forms:${message}`;
/** The reference of the copy for the visitor. */
export const visitorMail = (message: number) => `forms-copy:${message}`;
