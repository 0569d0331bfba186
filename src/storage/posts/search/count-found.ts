import type { Session } from '../../query/session.ts';
import type { PostFilter } from '../../store/posts.ts';
import { filteredPosts } from './filtered-posts.ts';
import { manyFound } from './many-found.ts';

/**
 * How many posts a search has: those with the words and those that the rest of the filter shows, as sets. The second set
 * is the same for most searches. Null where the posts with the words are few, or not looked up.
 */
export async function countFound(session: Session, filter: PostFilter): Promise<number | null> {
  const many = manyFound(session, filter);
  if (!many) return null;
  return many.found.ids.and(await filteredPosts(session, many.rest)).size;
}
