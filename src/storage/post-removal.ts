import { oneOf } from './condition.ts';
import type { Session } from './session.ts';
import { recountTermsOf } from './term-counts.ts';

/** So many ids stand in one statement. */
const batch = 1000;

/** Removes these rows with their meta and relationships, in a few statements however many they are. */
export async function removePosts(session: Session, ids: readonly number[]): Promise<void> {
  for (let from = 0; from < ids.length; from += batch) await removeBatch(session, ids.slice(from, from + batch));
}

async function removeBatch(session: Session, ids: readonly number[]): Promise<void> {
  await removeFrom(session, 'postmeta', 'post_id', ids);
  await removeFrom(session, 'posts', 'ID', ids);
  // Counted while it is still known which terms they held.
  await recountTermsOf(session, ids);
  await removeFrom(session, 'term_relationships', 'object_id', ids);
  session.touch('posts', ...ids.map((id) => `post:${id}`));
}

async function removeFrom(
  session: Session,
  table: 'posts' | 'postmeta' | 'term_relationships',
  column: string,
  ids: readonly number[],
): Promise<void> {
  const which = oneOf(column, ids);
  await session.change(`${table} remove ${which.shape}`, which.values, (slots) =>
    session.db.deleteFrom(table as 'posts').where(which.build(slots)),
  );
}
