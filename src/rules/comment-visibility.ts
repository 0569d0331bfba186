import { sees, type Visibility, type VisibilitySubject } from './visibility.ts';

/** Which comments a caller may see, as data: each clause combines comment statuses with a filter on the post. */
export interface CommentVisibility {
  readonly anyOf: readonly CommentVisibilityClause[];
}

export interface CommentVisibilityClause {
  readonly approved: readonly string[] | 'any';
  /** The filter that the post must match; `none` for comments without a post row. */
  readonly post?: Visibility | 'none';
  /** Excludes comments on password-protected posts, except on these. */
  readonly unprotected?: { readonly exceptPostIds: readonly number[] };
  /** Only comments written by this user. */
  readonly userId?: number;
  readonly types?: readonly string[];
}

export interface CommentVisibilitySubject {
  readonly approved: string;
  readonly type: string;
  readonly userId: number;
  /** The post it was written on; null where there is no such row. */
  readonly post: (VisibilitySubject & { readonly id: number; readonly password: string }) | null;
}

/** Whether a loaded comment is visible. */
export function seesComment(visibility: CommentVisibility, comment: CommentVisibilitySubject): boolean {
  return visibility.anyOf.some((clause) => holds(clause, comment));
}

function holds(clause: CommentVisibilityClause, comment: CommentVisibilitySubject): boolean {
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
