import type { Session } from '../../query/session.ts';
import type { PostFilter } from '../../store/posts.ts';
import { mayKnowPosts } from '../kept/known-rows.ts';

/** The total of a filter, from what is kept, or counted. */
export async function keptTotal(session: Session, filter: PostFilter, count: () => Promise<number>): Promise<number> {
  const name = keptName(filter, session);
  // What is kept lacks what this transaction wrote.
  if (name === null || session.inTransaction) return count();
  await session.catchUp();
  const { searchTotals } = session.site;
  const { generation } = searchTotals;
  const known = searchTotals.get(name);
  if (known !== undefined) return known;
  if (session.readsReplica) return count();
  const total = await count();
  searchTotals.keep(name, generation, total);
  return total;
}

/** The name of a filter whose total depends on nothing but posts; that of other lists than searches for a request. */
function keptName(filter: PostFilter, session: Session): string | null {
  const { search, where, among, beyond } = filter;
  if (where || among || beyond) return null;
  return mayKnowPosts(session) || (search && dependsOnPostsAlone(filter)) ? JSON.stringify(filter) : null;
}

/** Whether the rows of a filter change only when a post does. */
export function dependsOnPostsAlone({ withTerms, withoutTerms, where, among, beyond }: PostFilter): boolean {
  return !(withTerms || withoutTerms || where || among || beyond);
}
