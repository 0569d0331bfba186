import type { HookComment } from '../../../hooks/hook-items.ts';
import type { Comment } from '../../../storage/rows.ts';
import { commentStatusName } from './comment-status.ts';

/** A comment as hooks and fields of extensions see it. */
export function commentFacts(comment: Comment): HookComment {
  const { id, postId, parentId, userId, authorName, dateGmt } = comment;
  return { id, postId, parentId, userId, authorName, dateGmt, status: commentStatusName(comment.approved) };
}
