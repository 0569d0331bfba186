import type { CommentSight } from '../content/comment-sight.ts';
import type { Sight } from '../content/sight.ts';
import { all, never, oneOf } from './condition.ts';
import type { Session } from './session.ts';
import type { CommentFilter } from './store.ts';

interface CountRow {
  readonly approved: string;
  readonly type: string;
  /** Empty where the comment has no post row. */
  readonly postType: string;
  readonly postStatus: string;
  readonly isProtected: number;
  readonly n: number;
}

/**
 * A total from the counts that are kept ready; null where they cannot tell: for other filters than state and type, and
 * where a sight asks for more of a post than its type and status.
 */
export async function readyCommentCount(session: Session, filter: CommentFilter): Promise<number | null> {
  const { sight, approved, types, ...rest } = filter;
  if (!session.dialect.can.readyIndexes || Object.values(rest).some((part) => part !== undefined)) return null;
  let total = 0;
  for (const row of await counts(session, approved, types)) {
    const seen = judge(sight, row);
    if (seen === null) return null;
    if (seen) total += row.n;
  }
  return total;
}

/** Whether rows of this kind are seen; null where some may be and some not. */
function judge(sight: CommentSight, row: CountRow): boolean | null {
  const answers = sight.anyOf.map((clause) => judgeClause(clause, row));
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

function judgeClause(clause: CommentSight['anyOf'][number], row: CountRow): boolean | null {
  if (clause.approved !== 'any' && !clause.approved.includes(row.approved)) return false;
  if (clause.types && !clause.types.includes(row.type)) return false;
  const ofPost = judgePost(clause.post, row);
  if (ofPost === false) return false;
  const isHidden = clause.unprotected !== undefined && row.isProtected === 1;
  if (isHidden && clause.unprotected?.exceptPostIds.length === 0) return false;
  return isHidden || clause.userId !== undefined ? null : ofPost;
}

function judgePost(sight: Sight | 'none' | undefined, row: CountRow): boolean | null {
  if (sight === undefined) return true;
  if (sight === 'none') return row.postType === '';
  if (row.postType === '') return false;
  const clauses = sight.anyOf.filter(
    (clause) =>
      (!clause.types || clause.types.includes(row.postType)) &&
      (clause.statuses === 'any' || clause.statuses.includes(row.postStatus)),
  );
  if (clauses.some((clause) => clause.authorId === undefined && clause.parent === undefined)) return true;
  return clauses.length === 0 ? false : null;
}

async function counts(
  session: Session,
  approved: readonly string[] | undefined,
  types: readonly string[] | undefined,
): Promise<CountRow[]> {
  const condition = all([
    ...(approved ? [oneOf('k.approved', approved)] : []),
    ...(types ? [oneOf('k.type', types)] : []),
  ]);
  if (condition === never) return [];
  return session.select<CountRow>(`comments counts ${condition.shape}`, condition.values, (slots) =>
    session.db
      .selectFrom('platen_comment_counts as k')
      .select([
        'k.approved as approved',
        'k.type as type',
        'k.post_type as postType',
        'k.post_status as postStatus',
        'k.protected as isProtected',
        'k.n as n',
      ])
      .where('k.n', '<>', 0)
      .where(condition.build(slots)),
  );
}
