import { type Sight, type SightSubject, sees } from './sight.ts';

/** Which comments a caller may see, as data: each clause joins a state of the comment with a sight of its post. */
export interface CommentSight {
  readonly anyOf: readonly CommentSightClause[];
}

export interface CommentSightClause {
  readonly approved: readonly string[] | 'any';
  /** What must hold of the post; `none` for comments without a post row. */
  readonly post?: Sight | 'none';
  /** Leave out comments on protected posts, except on these. */
  readonly unprotected?: { readonly exceptPostIds: readonly number[] };
  /** Only comments written by this user. */
  readonly userId?: number;
  readonly types?: readonly string[];
}

export interface CommentSightSubject {
  readonly approved: string;
  readonly type: string;
  readonly userId: number;
  /** The post it was written on; null where there is no such row. */
  readonly post: (SightSubject & { readonly id: number; readonly password: string }) | null;
}

/** Whether a loaded comment is within a sight. */
export function seesComment(sight: CommentSight, comment: CommentSightSubject): boolean {
  return sight.anyOf.some((clause) => holds(clause, comment));
}

function holds(clause: CommentSightClause, comment: CommentSightSubject): boolean {
  if (clause.approved !== 'any' && !clause.approved.includes(comment.approved)) return false;
  if (clause.types && !clause.types.includes(comment.type)) return false;
  if (clause.userId !== undefined && clause.userId !== comment.userId) return false;
  const { post } = comment;
  if (clause.unprotected && post && post.password !== '' && !clause.unprotected.exceptPostIds.includes(post.id)) {
    return false;
  }
  if (clause.post === undefined) return true;
  if (clause.post === 'none') return post === null;
  return post !== null && sees(clause.post, post);
}
