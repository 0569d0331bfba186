import { textTooLong } from '../../../api/resource/field.ts';
import { attachmentMetaKeys } from '../../../media/attachment-metadata.ts';
import { isStorable, textLimits } from '../../../rules/text-limits.ts';
import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/core-context.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import type { PostDraft } from '../../posts/operations/post-draft.ts';
import { type FieldPlanner, planBeforehand } from '../../posts/operations/post-fields.ts';
import { askBeforeWrite } from '../../posts/operations/post-hooks.ts';
import { cleanBeforehand, type TextCleaner } from '../../posts/operations/post-texts.ts';
import { updatePost } from '../../posts/operations/update-post.ts';
import type { MediaDraft } from '../media-resource.ts';

/** A media item that is changed; the alternative text is clean already. */
export interface FileChange {
  readonly id: number;
  readonly draft: MediaDraft;
}

interface PreparedChange {
  readonly id: number;
  readonly altText: string | undefined;
  /** What hooks changed besides. */
  readonly others: PostDraft;
  readonly ready: { readonly cleaned: TextCleaner; readonly planned: FieldPlanner };
}

/**
 * Changes several files, all of them or none, as each would be changed alone: hooks are asked before, and told of each
 * afterwards. A hook that refuses one refuses all. What is not part of a draft is written by `write`, in the same
 * transaction.
 */
export async function changeFiles(
  kind: ContentKind,
  changes: readonly FileChange[],
  work: OperationContext,
  write: (store: Store) => Promise<void>,
): Promise<Post[]> {
  const prepared: PreparedChange[] = [];
  for (const { id, draft } of changes) {
    const { altText, ...others } = await askBeforeWrite(kind, id, draft, work);
    if (altText !== undefined && !isStorable(altText, textLimits.altText))
      throw textTooLong('alt_text', textLimits.altText);
    const cleaned = await cleanBeforehand(kind, id, others, work);
    const planned = await planBeforehand(kind, id, others, work);
    prepared.push({ id, altText, others, ready: { cleaned, planned } });
  }
  return inTransaction(work, async (inner) => {
    const { meta } = inner.store;
    // In one order, so that two requests do not wait for each other.
    const inOrder = prepared.toSorted((one, other) => one.id - other.id);
    for (const { id } of inOrder) await inner.store.hold('post', id);
    await write(inner.store);
    const changed: Post[] = [];
    for (const { id, altText, others, ready } of inOrder) {
      if (altText !== undefined)
        await meta.set('post', id, attachmentMetaKeys.altText, altText === '' ? [] : [altText]);
      changed.push(await updatePost(kind, id, others, inner, ready));
    }
    return changed;
  });
}
