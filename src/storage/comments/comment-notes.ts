import { type BuiltCondition, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';

const commentFacts = statement(({ db }, { which }: { readonly which: BuiltCondition }) =>
  db
    .selectFrom('comments')
    .select(['comment_ID as id', 'comment_approved as approved', 'user_id as userId'])
    .where(which),
);

/** Notes for the feed what comments were before they change. `approved` is their new status, where it is another. */
export async function noteCommentFacts(session: Session, ids: readonly number[], approved?: string): Promise<void> {
  await noteWhere(session, oneOf('comment_ID', ids), approved);
}

/** The comments of a post are as visible as the post: where that changes, they count as changed. */
export async function noteCommentsOf(session: Session, postId: number): Promise<void> {
  await noteWhere(session, oneOf('comment_post_ID', [postId]));
}

async function noteWhere(session: Session, which: ReturnType<typeof oneOf>, approved?: string): Promise<void> {
  const rows = await session.select(commentFacts, { which });
  for (const { id, approved: before, userId } of rows) {
    const facts = { type: 'comment', status: before, authorId: userId };
    session.noteItem(`comment:${id}`, { facts, ...changeTo(approved, before) });
  }
}

function changeTo(approved: string | undefined, before: string): { change?: 'trash' | 'restore' } {
  if (approved === undefined || approved === before) return {};
  if (approved === 'trash') return { change: 'trash' };
  return before === 'trash' ? { change: 'restore' } : {};
}
