/**
 * What a caller may see of the posts table, as data.
 *
 * One rule for everything: storage turns a visibility into an SQL condition, `sees` checks a row already loaded.
 * Items, lists, totals, searches, embeds and feeds must use no other rule, or they would contradict each other.
 */
export interface Visibility {
  readonly anyOf: readonly VisibilityClause[];
}

export interface VisibilityClause {
  /** Post types this clause applies to; if left out, it applies to every type. */
  readonly types?: readonly string[];
  /** Statuses it makes visible; `any` means all, including ones this program does not know. */
  readonly statuses: readonly string[] | 'any';
  /** Only rows written by this user. */
  readonly authorId?: number;
  /** For rows that inherit: the filter that the parent must match. `none` means there is no parent row. */
  readonly parent?: Visibility | 'none';
}

export interface VisibilitySubject {
  readonly type: string;
  readonly status: string;
  readonly authorId: number;
  /** The row this one inherits from; null where there is none. Needed only where a clause has a parent filter. */
  readonly parent?: VisibilitySubject | null;
}

export const nothing: Visibility = { anyOf: [] };
export const everything: Visibility = { anyOf: [{ statuses: 'any' }] };

/** Whether a loaded row is visible. */
export function sees(visibility: Visibility, row: VisibilitySubject): boolean {
  return visibility.anyOf.some((clause) => holds(clause, row));
}

function holds(clause: VisibilityClause, row: VisibilitySubject): boolean {
  if (clause.types && !clause.types.includes(row.type)) return false;
  if (clause.statuses !== 'any' && !clause.statuses.includes(row.status)) return false;
  if (clause.authorId !== undefined && clause.authorId !== row.authorId) return false;
  if (clause.parent === undefined) return true;
  if (clause.parent === 'none') return !row.parent;
  return row.parent != null && sees(clause.parent, row.parent);
}

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
  readonly notTypes?: readonly string[];
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
  return visibility.anyOf.some((clause) => holdsForComment(clause, comment));
}

function holdsForComment(clause: CommentVisibilityClause, comment: CommentVisibilitySubject): boolean {
  if (clause.approved !== 'any' && !clause.approved.includes(comment.approved)) return false;
  if (clause.types && !clause.types.includes(comment.type)) return false;
  if (clause.notTypes?.includes(comment.type)) return false;
  if (clause.userId !== undefined && clause.userId !== comment.userId) return false;
  const { post } = comment;
  if (clause.unprotected && post && post.password !== '' && !clause.unprotected.exceptPostIds.includes(post.id)) {
    return false;
  }
  if (clause.post === undefined) return true;
  if (clause.post === 'none') return post === null;
  return post !== null && sees(clause.post, post);
}
