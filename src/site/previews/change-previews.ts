import type { Call } from '../../api/call.ts';
import { type PreviewValues, previewsTable } from '../../auth/preview-table.ts';
import { ApiError } from '../../lib/errors.ts';
import { writerOf } from '../../pending/decide.ts';
import { isUnedited, lockPending } from '../../pending/pending-lock.ts';
import { type PendingRow, pendingTable } from '../../pending/pending-table.ts';
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
      const values = await valuesOrNone(() => pendingValues(shownContent(kind, display), post, row, asking));
      await call.store.transaction(async (store) => {
        await lockPending(store, [id]);
        const [now] = await store.table(pendingTable).find({ id, state: 'open' });
        // Whoever has edited it since shows what it says by then.
        if (!now || !isUnedited(now, row)) return;
        const shown = store.table(previewsTable);
        // Rather nothing than what is proposed no more.
        if (values) await shown.update({ changeId: id }, { values });
        else await shown.remove({ changeId: id });
      });
    },
    async end(store, changeIds) {
      await store.table(previewsTable).remove({ changeId: { in: [...changeIds] } });
    },
  };
}

/** Null where the change cannot be written any more. */
async function valuesOrNone(values: () => Promise<PreviewValues>): Promise<PreviewValues | null> {
  try {
    return await values();
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/**
 * The values that the item would have with a pending change, with no HTML that its writer may not write, whoever makes the
 * preview; what no preview shows is left out.
 */
export const pendingValues = (shown: ShownContent, post: Post, row: PendingRow, call: Call) =>
  changedValues(shown, post, previewable(shown, row.fields), { ...call, caller: writerOf(row, call.caller) });
