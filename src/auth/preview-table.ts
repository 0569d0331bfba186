import type { Post } from '../storage/rows.ts';
import type { ExtensionTable, Store } from '../storage/store.ts';

/** Values that stand for those of a post while it is previewed. */
export interface PreviewValues {
  readonly texts?: Pick<Post, 'title' | 'content' | 'excerpt'>;
  /** The stored values of these meta keys. */
  readonly meta?: Readonly<Record<string, readonly (string | null)[]>>;
  /** Taxonomy → term ids. */
  readonly terms?: Readonly<Record<string, readonly number[]>>;
}

export interface PreviewRow {
  id: number;
  postId: number;
  shows: 'draft' | 'revision' | 'changes';
  revisionId: number;
  userId: number;
  createdAtMs: number;
  expiresMs: number;
  values: PreviewValues;
  /** The pending change that it shows; 0 for none. Null in rows of before. */
  changeId: number | null;
}

/** The previews that were not revoked and have not expired long ago. */
export const previewsTable: ExtensionTable<PreviewRow> = {
  name: 'previews',
  columns: {
    id: 'id',
    postId: 'integer',
    shows: 'short',
    revisionId: 'integer',
    userId: 'integer',
    createdAtMs: 'integer',
    expiresMs: 'integer',
    values: 'json',
    changeId: 'integer',
  },
  key: 'id',
  indexes: [['postId', 'id'], ['userId', 'id'], ['expiresMs'], ['changeId']],
  isLogged: false,
};

/** A preview that still shows something; null for one that does not. */
export async function livePreview(store: Store, id: number, nowMs: number): Promise<PreviewRow | null> {
  const [row] = await store.table(previewsTable).find({ id });
  return row && row.expiresMs > nowMs ? row : null;
}

/** The live previews of a post or a user, newest first. */
export function livePreviews(
  store: Store,
  of: { readonly postId: number } | { readonly userId: number },
  nowMs: number,
  limit: number,
): Promise<PreviewRow[]> {
  const where = { ...of, expiresMs: { from: nowMs + 1 } };
  return store.table(previewsTable).find(where, { by: 'id', direction: 'desc' }, { limit, offset: 0 });
}
