import type { Comment } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import { commentErrors } from '../comment-errors.ts';
import {
  type CommentSubmission,
  checkDuplicate,
  checkFlood,
  checkLengths,
  firstState,
  type NewComment,
} from './comment-checks.ts';
import { askBeforeComment, recordComment } from './comment-hooks.ts';
import { setCommentStatus } from './comment-status.ts';

/** Further work on the same comment, committed or rolled back together with it. */
export type CommentAlongside = (store: Store, commentId: number) => Promise<void>;

/** Creates a comment with the status that the moderation rules give it, or the one a moderator requests. */
export function createComment(
  comment: NewComment,
  work: OperationContext,
  rules: {
    readonly floodSeconds: number;
    readonly submission: CommentSubmission;
    readonly wantedStatus?: string | undefined;
    readonly alongside?: CommentAlongside;
  },
): Promise<Comment> {
  checkLengths(comment);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    // Recounting locks the post's row, so that comments on one post are serialised and duplicates are detected.
    await store.comments.recount(comment.postId);
    const post = await store.posts.byId(comment.postId);
    if (!post) throw commentErrors.rest_comment_invalid_post_id();
    await checkDuplicate(store, comment);
    await checkFlood(comment, inner, rules.floodSeconds);
    const approved = await firstState(comment, rules.submission, post.authorId, store);
    const id = await store.comments.insert({ ...comment, approved });
    await rules.alongside?.(store, id);
    await store.comments.recount(comment.postId);
    const made = { ...comment, id, approved };
    const final =
      rules.wantedStatus === undefined ? made : await setCommentStatus(store, made, rules.wantedStatus, work.now);
    await recordComment(null, final, inner);
    return final;
  });
}

/** The changes to a comment: columns, status and text. The text is cleaned again even if only the author changed. */
export interface CommentChange {
  readonly columns: Partial<Omit<NewComment, 'content'>>;
  readonly text: { readonly content: string; readonly wasSent: boolean };
  readonly wantedStatus?: string | undefined;
  readonly alongside?: CommentAlongside;
}

/**
 * Updates a comment; if it moves to another post, the comments of both posts are recounted. `known` is the comment that
 * the change was derived from. A text that was not sent only replaces that comment's text: one that another request
 * stored since is newer and also clean.
 */
export function updateComment(
  known: Comment,
  { columns, text, wantedStatus, alongside }: CommentChange,
  work: OperationContext,
): Promise<Comment> {
  checkLengths({ ...columns, content: text.content });
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const before = await lockedComment(known.id, store);
    const isNewText = text.wasSent || (text.content !== known.content && before.content === known.content);
    const changes = isNewText ? { ...columns, content: text.content } : columns;
    await store.comments.update(before.id, changes);
    await alongside?.(store, before.id);
    const changed = { ...before, ...changes };
    if (changed.postId !== before.postId) {
      await store.comments.recount(before.postId);
      await store.comments.recount(changed.postId);
    }
    const final = wantedStatus === undefined ? changed : await setCommentStatus(store, changed, wantedStatus, work.now);
    await recordComment(before, final, inner);
    return final;
  });
}

export async function trashComment(known: Comment, work: OperationContext): Promise<Comment> {
  if (known.approved === 'trash') throw commentErrors.rest_already_trashed();
  await askBeforeComment('trash', known, {}, work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const before = await lockedComment(known.id, store);
    if (before.approved === 'trash') throw commentErrors.rest_already_trashed();
    const trashed = await setCommentStatus(store, before, 'trash', work.now);
    await recordComment(before, trashed, inner);
    return trashed;
  });
}

/** Permanently deletes a comment; its replies move up to its parent. */
export async function removeComment(known: Comment, work: OperationContext): Promise<void> {
  await askBeforeComment('delete', known, {}, work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const comment = await lockedComment(known.id, store);
    await store.comments.updateWhere({ parentId: comment.id }, { parentId: comment.parentId });
    await store.comments.remove(comment.id);
    await store.comments.recount(comment.postId);
    await recordComment(comment, null, inner);
  });
}

/** The comment as it is in this transaction: another request may have changed it since it was read before. */
async function lockedComment(id: number, store: Store): Promise<Comment> {
  const comment = await store.comments.lockedById(id);
  if (!comment) throw commentErrors.rest_comment_invalid_id();
  return comment;
}
