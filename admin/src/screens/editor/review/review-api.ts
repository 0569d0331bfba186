import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.ts';
import type { Routes } from '../../../api/interface.ts';

const path = '/platen/v1/content/{id}/review';

export type Review = Routes['/platen/v1/content/{id}/review']['GET']['edit'];

export interface SentReview {
  readonly act: 'request' | 'assign' | 'approve' | 'send_back';
  readonly reviewer?: number;
  readonly note?: string;
}

export const reviewQuery = (id: number) =>
  queryOptions({
    queryKey: ['review', id],
    queryFn: ({ signal }) => api.get(path, { id }, signal),
  });

/** Refused where the item is not in the state of the tag any more: nobody approves what they have not seen. */
export const sendReview = (id: number, sent: SentReview, tag: string | null = null): Promise<Review> =>
  api.post(path, { id, ...sent }, tag ? { 'If-Match': tag } : {});

/** What waits for this account. */
export const ownReviewsQuery = queryOptions({
  queryKey: ['overview', 'reviews'],
  queryFn: async ({ signal }) => (await api.get('/platen/v1/reviews', {}, signal)).items,
  staleTime: 0,
});
