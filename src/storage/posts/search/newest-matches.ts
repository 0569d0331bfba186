import type { PostFilter, Posts, TextMatches } from '../../store/posts.ts';

const newest = { by: 'date', direction: 'desc' } as const;

/** The newest rows that match a filter with words. */
export async function newestMatches(
  posts: Pick<Posts, 'find'>,
  filter: PostFilter,
  most: number,
): Promise<TextMatches> {
  const rows = await posts.find(filter, newest, { limit: most + 1, offset: 0 }, ['id']);
  return { ids: rows.slice(0, most).map(({ id }) => id), isComplete: rows.length <= most };
}
