import type { Queue } from '../../background/queue.ts';
import type { StoredAttachment } from '../../media/attachment-files.ts';
import { attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { removeFileHash } from '../../media/file-hashes.ts';
import type { MediaLibrary } from '../../media/media-library.ts';
import { releaseUsage } from '../../media/uploads/media-usage.ts';
import type { Store } from '../../storage/store.ts';
import { inTransaction, type OperationContext } from '../context/core-context.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { askBeforeRemoval } from '../posts/operations/post-hooks.ts';
import { removePost } from '../posts/operations/trash-post.ts';
import { storedFiles } from './write-attachment.ts';

/**
 * Deletes a media item for good, with what is counted and known of its files. Returns these, which the caller removes once
 * that is committed: a file without a row only wastes space, a row without its file is data loss.
 *
 * @param along what else belongs to the same transaction
 */
export async function removeMedia(
  kind: ContentKind,
  id: number,
  work: OperationContext,
  along: (store: Store, files: StoredAttachment | null) => Promise<unknown> = async () => {},
): Promise<StoredAttachment | null> {
  await askBeforeRemoval(kind, id, 'delete', work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    // Waits for whoever changes the files, so that none of them is left.
    await store.hold('post', id);
    const files = await storedFiles(id, store);
    await removePost(kind, id, inner);
    await releaseUsage(store, id);
    await removeFileHash(id, store);
    await along(store, files);
    return files;
  });
}

/** Removes media items where the transaction is not one's own, so that its end is not known: their files go by the queue. */
export type RemoveMediaLater = (kind: ContentKind, id: number, work: OperationContext) => Promise<void>;

const topic = 'files of removed media';

export function mediaRemoval(queue: Queue, library: Pick<MediaLibrary, 'remove'>, store: Store): RemoveMediaLater {
  queue.handle({
    name: topic,
    handle: async ({ payload, attempt }) => {
      // Only `enqueue` below makes jobs of this topic.
      const files = payload as StoredAttachment;
      // Somebody may have uploaded a file of this name after the first attempt.
      const owners = attempt > 1 ? await store.meta.owners('post', attachmentMetaKeys.file, files.file) : [];
      if (owners.length === 0) await library.remove(files);
    },
  });
  return async (kind, id, work) => {
    await removeMedia(kind, id, work, async (inside, files) => {
      if (files) await queue.enqueue(inside, { topic, key: String(id), payload: files });
    });
    queue.wakeIfQueued();
  };
}
