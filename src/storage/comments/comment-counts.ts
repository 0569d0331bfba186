import { sql } from 'kysely';
import type { CommentVisibility, Visibility } from '../../rules/visibility.ts';
import { defineCache } from '../cache/cache-registry.ts';
import { tagsOfKinds } from '../cache/tag-cache.ts';
import { all, type BuiltCondition, never, oneOf } from '../query/condition.ts';
import type { Session } from '../query/session.ts';
import { statement } from '../query/statement.ts';
import type { CommentFilter } from '../store/comments.ts';

/** How many comments there are of one kind. */
interface CommentCount {
  readonly approved: string;
  readonly type: string;
  /** Empty string where the comment has no post row. */
  readonly postType: string;
  readonly postStatus: string;
  readonly isProtected: number;
  readonly n: number;
}

/** The counts by kind where no table has them. */
const countsByKind = defineCache<readonly CommentCount[]>({ concerns: tagsOfKinds('comments', 'posts'), most: 1 });

/**
 * A total from the counts by kind; null where they cannot answer: for filters other than status and type, and where the
 * visibility depends on more than a post's type and status.
 */
export async function countCommentsByKind(session: Session, filter: CommentFilter): Promise<number | null> {
  const { visibility, approved, types, ...rest } = filter;
  if (Object.values(rest).some((part) => part !== undefined)) return null;
  const { summaryTables } = session.dialect.can;
  // What is kept lacks what this transaction wrote.
  if (!summaryTables && session.inTransaction) return null;
  const ofKind = summaryTables ? counts : cachedCounts;
  let total = 0;
  for (const row of await ofKind(session, approved, types)) {
    const isVisible = isCountVisible(visibility, row);
    if (isVisible === null) return null;
    if (isVisible) total += row.n;
  }
  return total;
}

/** Whether the counted rows are visible; null where only some of them may be. */
function isCountVisible(visibility: CommentVisibility, row: CommentCount): boolean | null {
  const answers = visibility.anyOf.map((clause) => checkClause(clause, row));
  return answers.includes(true) ? true : answers.includes(null) ? null : false;
}

function checkClause(clause: CommentVisibility['anyOf'][number], row: CommentCount): boolean | null {
  if (clause.approved !== 'any' && !clause.approved.includes(row.approved)) return false;
  if (clause.types && !clause.types.includes(row.type)) return false;
  const ofPost = checkPost(clause.post, row);
  if (ofPost === false) return false;
  const isHidden = clause.unprotected !== undefined && row.isProtected === 1;
  if (isHidden && clause.unprotected?.exceptPostIds.length === 0) return false;
  return isHidden || clause.userId !== undefined ? null : ofPost;
}

function checkPost(visibility: Visibility | 'none' | undefined, row: CommentCount): boolean | null {
  if (visibility === undefined) return true;
  if (visibility === 'none') return row.postType === '';
  if (row.postType === '') return false;
  const clauses = visibility.anyOf.filter(
    (clause) =>
      (!clause.types || clause.types.includes(row.postType)) &&
      (clause.statuses === 'any' || clause.statuses.includes(row.postStatus)),
  );
  if (clauses.some((clause) => clause.authorId === undefined && clause.parent === undefined)) return true;
  return clauses.length === 0 ? false : null;
}

const countRows = statement(({ db }, { condition }: { condition: BuiltCondition }) =>
  db
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
    .where(condition),
);

async function counts(
  session: Session,
  approved: readonly string[] | undefined,
  types: readonly string[] | undefined,
): Promise<CommentCount[]> {
  const condition = all([
    ...(approved ? [oneOf('k.approved', approved)] : []),
    ...(types ? [oneOf('k.type', types)] : []),
  ]);
  if (condition === never) return [];
  return session.select(countRows, { condition });
}

/** A server compares without case. */
const commentsByKind = statement(({ db }) =>
  db
    .selectFrom('comments as c')
    .leftJoin('posts as p', 'p.ID', 'c.comment_post_ID')
    .select(({ fn }) => [
      sql<string>`lower(c.comment_approved)`.as('approved'),
      sql<string>`lower(c.comment_type)`.as('type'),
      sql<string>`coalesce(lower(p.post_type), '')`.as('postType'),
      sql<string>`coalesce(lower(p.post_status), '')`.as('postStatus'),
      sql<number>`coalesce(p.post_password <> '', 0)`.as('isProtected'),
      fn.countAll<number>().as('n'),
    ])
    .groupBy(['approved', 'type', 'postType', 'postStatus', 'isProtected']),
);

async function cachedCounts(
  session: Session,
  approved: readonly string[] | undefined,
  types: readonly string[] | undefined,
): Promise<CommentCount[]> {
  await session.refresh();
  const read = () => session.pastReplica().select(commentsByKind, {});
  const known = await session.site.caches.of(countsByKind).read('all', ['comments', 'posts'], read);
  return known.filter((row) => (approved?.includes(row.approved) ?? true) && (types?.includes(row.type) ?? true));
}
