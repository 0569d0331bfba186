import { everything } from '../../../rules/visibility.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import type { ContentKind, ContentKinds } from '../../posts/content-kind.ts';
import { trashPost } from '../../posts/operations/trash-post.ts';

/**
 * Deletes a user in one transaction. The user's content goes to the reassignee, or to the trash if there is none.
 */
export function removeUser(
  userId: number,
  reassigneeId: number | null,
  context: OperationContext,
  kinds: ContentKinds,
): Promise<void> {
  return inTransaction(context, async (inner) => {
    if (reassigneeId === null) for (const kind of kinds) await trashPostsOf(userId, kind, inner);
    else await inner.store.posts.updateWhere({ authorId: userId }, { authorId: reassigneeId });
    await inner.store.users.remove(userId);
  });
}

const batch = 200;
const outsideTrash = ['publish', 'future', 'draft', 'pending', 'private', 'inherit'];

async function trashPostsOf(userId: number, kind: ContentKind, context: OperationContext): Promise<void> {
  for (;;) {
    const rows = await context.store.posts.find(
      { types: [kind.type.name], visibility: everything, authorIds: [userId], statuses: outsideTrash },
      { by: 'id', direction: 'asc' },
      { limit: batch, offset: 0 },
      ['id'],
    );
    for (const { id } of rows) await trashPost(kind, id, context);
    if (rows.length < batch) return;
  }
}
