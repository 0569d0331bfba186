import type { Store } from '../../../storage/store.ts';

/** The requested parent, or 0 if the row would become its own ancestor. */
export async function soundParent(id: number, parentId: number, store: Store): Promise<number> {
  const seen = new Set([id]);
  for (let at = parentId; at !== 0; ) {
    if (at === id) return 0;
    // A cycle that is stored already and does not contain this row is tolerated.
    if (seen.has(at)) return parentId;
    seen.add(at);
    at = (await store.posts.byId(at))?.parentId ?? 0;
  }
  return parentId;
}
