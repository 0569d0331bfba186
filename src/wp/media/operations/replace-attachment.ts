import { attachmentMetaKeys as keys } from '../../../media/attachment-metadata.ts';
import type { ReplacedFile } from '../../../media/replace-file.ts';
import { writeStoredMetadata, writeStoredValue } from '../../../media/stored-metadata.ts';
import type { Post } from '../../../storage/rows.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import { updatePost } from '../../posts/operations/update-post.ts';
import { backupsKey } from '../stored-files.ts';

/** Stores what is known of the file that took the place of an attachment's. Its texts and its address stay. */
export function replaceAttachment(
  kind: ContentKind,
  { id }: Pick<Post, 'id'>,
  { metadata, otherNames }: ReplacedFile,
  work: OperationContext,
): Promise<Post> {
  return inTransaction(work, async (inner) => {
    const { meta } = inner.store;
    await meta.set('post', id, keys.metadata, metadata ? [writeStoredMetadata(metadata)] : []);
    // Listed there, they go when the attachment goes.
    const others = Object.fromEntries(otherNames.map((file, at) => [`replaced-${at}`, { file }]));
    await meta.set('post', id, backupsKey, otherNames.length > 0 ? [writeStoredValue(others)] : []);
    return updatePost(kind, id, {}, inner);
  });
}
