import type { Session } from '../../query/session.ts';
import type { PostFilter } from '../../store/posts.ts';

/** The total of a filter, from what is kept of searches, or counted. */
export async function keptTotal(session: Session, filter: PostFilter, count: () => Promise<number>): Promise<number> {
  const name = keptName(filter);
  // What is kept lacks what this transaction wrote.
  if (name === null || session.inTransaction) return count();
  await session.catchUp();
  const { searchTotals } = session.site;
  const { generation } = searchTotals;
  const known = searchTotals.get(name);
  if (known !== undefined) return known;
  const total = await count();
  searchTotals.keep(name, generation, total);
  return total;
}

/** The name of a search that depends on nothing but posts. */
function keptName(filter: PostFilter): string | null {
  return filter.search && dependsOnPostsAlone(filter) ? JSON.stringify(filter) : null;
}

/** Whether the rows of a filter change only when a post does. */
export function dependsOnPostsAlone({ withTerms, withoutTerms, where, among, beyond }: PostFilter): boolean {
  return !(withTerms || withoutTerms || where || among || beyond);
}
