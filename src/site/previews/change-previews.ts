import type { Call } from '../../api/call.ts';
import { previewsTable } from '../../auth/preview-table.ts';
import { ApiError } from '../../lib/errors.ts';
import { writerOf } from '../../pending/decide.ts';
import type { PendingRow } from '../../pending/pending-table.ts';
import type { ChangePreviews } from '../../pending/propose.ts';
import type { Post } from '../../storage/rows.ts';
import type { Core } from '../../wp/core.ts';
import type { ShownContent } from '../../wp/posts/content-resource.ts';
import { shownContent } from '../../wp/posts/content-routes.ts';
import { changedValues, previewable } from './preview-values.ts';

/** The previews of pending changes: their links stay while the change is edited, and end with it. */
export function changePreviews({ kinds, display }: Pick<Core, 'kinds' | 'display'>): ChangePreviews {
  return {
    async refresh(row, call) {
      const { id, itemId } = row;
      const previews = call.store.table(previewsTable);
      if ((await previews.count({ changeId: id, expiresMs: { from: call.now + 1 } })) === 0) return;
      const post = await call.store.posts.byId(itemId);
      const kind = post && kinds.find(post.type);
      if (!kind) return;
      const asking = { ...call, caller: call.caller.ceiling?.account ?? call.caller };
      try {
        const values = await pendingValues(shownContent(kind, display), post, row, asking);
        await previews.update({ changeId: id }, { values });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // Rather nothing than what is proposed no more.
        await previews.remove({ changeId: id });
      }
    },
    async end(store, changeIds) {
      await store.table(previewsTable).remove({ changeId: { in: [...changeIds] } });
    },
  };
}

/**
 * The values that the item would have with a pending change, with no HTML that its writer may not write, whoever makes the
 * preview; what no preview shows is left out.
 */
export const pendingValues = (shown: ShownContent, post: Post, row: PendingRow, call: Call) =>
  changedValues(shown, post, previewable(shown, row.fields), { ...call, caller: writerOf(row, call.caller) });
