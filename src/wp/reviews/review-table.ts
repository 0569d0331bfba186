import type { ExtensionTable } from '../../storage/store.ts';

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
