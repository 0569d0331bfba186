import type { ExtensionTable, Store } from '../../storage/store.ts';

/** Who asked for the review of an item, and who shall do it. That an item waits is told by its state. */
export interface ReviewRow {
  postId: number;
  requestedBy: number;
  /** 0 for anybody who may publish the item. */
  reviewerId: number;
  requestedMs: number;
}

/** No public answer is made from it, so that its writes are no news for caches. */
export const reviewsTable: ExtensionTable<ReviewRow> = {
  name: 'reviews',
  columns: { postId: 'integer', requestedBy: 'integer', reviewerId: 'integer', requestedMs: 'integer' },
  key: 'postId',
  indexes: [['reviewerId', 'requestedMs'], ['requestedBy']],
  isLogged: false,
};

/** Forgets who asked for the review of an item and who shall do it, in the transaction of the write that ends it. */
export async function endReview(postId: number, { store }: { readonly store: Store }): Promise<void> {
  await store.table(reviewsTable).remove({ postId });
}
