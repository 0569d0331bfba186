import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/api.ts';
import { start } from '../../app/start.ts';

/** What waits for somebody's decision, by the screen where it is decided. */
export interface Waiting {
  readonly comments: number;
  readonly posts: number;
  readonly pages: number;
  readonly messages: number;
}

const nothing: Waiting = { comments: 0, posts: 0, pages: 0, messages: 0 };
const everyMs = 60_000;

/** What waits for whoever is logged in; asked again each minute, and after every change of it. */
export const waitingQuery = (may: (capability: string) => boolean) => {
  const asks = {
    comments: may('moderate_comments'),
    posts: may('edit_others_posts'),
    pages: may('edit_others_pages'),
    messages: may('publish_pages') && start.extensions.includes('forms'),
  };
  return queryOptions({
    queryKey: ['overview', 'waiting'],
    queryFn: async ({ signal }): Promise<Waiting> => {
      const one = { per_page: 1, _fields: 'id' };
      const pending = { ...one, status: ['pending' as const] };
      const [comments, posts, pages, messages] = await Promise.all([
        asks.comments ? api.list('/wp/v2/comments', { ...one, status: 'hold' }, signal) : null,
        asks.posts ? api.list('/wp/v2/posts', pending, signal) : null,
        asks.pages ? api.list('/wp/v2/pages', pending, signal) : null,
        asks.messages ? api.list('/platen/v1/forms/messages', { per_page: 1, unread: true }, signal) : null,
      ]);
      const count = (found: { readonly total: number } | null) => found?.total ?? 0;
      return { comments: count(comments), posts: count(posts), pages: count(pages), messages: count(messages) };
    },
    enabled: Object.values(asks).some((is) => is),
    placeholderData: (before) => before ?? nothing,
    refetchInterval: everyMs,
    staleTime: everyMs / 2,
  });
};
