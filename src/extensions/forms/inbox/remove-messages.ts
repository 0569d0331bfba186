import { removeMail, type Store } from '../../../extension.ts';
import { discard, filesOf, filesTable } from './kept-files.ts';
import { messagesTable } from './message-table.ts';

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
