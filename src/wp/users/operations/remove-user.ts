import { forgetAccount } from '../../../auth/forget-account.ts';
import { everything } from '../../../rules/visibility.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import type { ContentKind, ContentKinds } from '../../posts/content-kind.ts';
import { trashPost } from '../../posts/operations/trash-post.ts';
import { askBeforeUser, recordUser } from './user-hooks.ts';

/**
 * Deletes a user in one transaction. The user's content goes to the reassignee, or to the trash if there is none.
 */
export async function removeUser(
  userId: number,
  reassigneeId: number | null,
  context: OperationContext,
  kinds: ContentKinds,
): Promise<void> {
  const user = context.hooks ? await context.store.users.byId(userId) : null;
  await askBeforeUser('delete', user, {}, { ...context, clean: async (changes) => changes });
  return inTransaction(context, async (inner) => {
    if (reassigneeId === null) for (const kind of kinds) await trashPostsOf(userId, kind, inner);
    else await inner.store.posts.updateWhere({ authorId: userId }, { authorId: reassigneeId });
    await forgetAccount(inner.store, userId);
    await inner.store.users.remove(userId);
    await recordUser('delete', user, inner);
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
