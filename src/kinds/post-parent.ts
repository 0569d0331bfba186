import type { Store } from '../storage/store.ts';

/** The parent as asked for, or 0 where the row would become its own ancestor. */
export async function soundParent(id: number, parentId: number, store: Store): Promise<number> {
  const seen = new Set([id]);
  for (let at = parentId; at !== 0; ) {
    if (at === id) return 0;
    // A circle that is stored already, and does not hold this row, is not made worse by it.
    if (seen.has(at)) return parentId;
    seen.add(at);
    at = (await store.posts.byId(at))?.parentId ?? 0;
  }
  return parentId;
}
