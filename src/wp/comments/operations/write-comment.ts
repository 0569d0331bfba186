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

/** Updates a comment; if it moves to another post, the comments of both posts are recounted. */
export function updateComment(
  comment: Comment,
  { columns, text, wantedStatus, alongside }: CommentChange,
  work: OperationContext,
): Promise<Comment> {
  checkLengths({ ...columns, content: text.content });
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    await store.comments.update(comment.id, columns);
    await alongside?.(store, comment.id);
    const content = await writeText(comment, text, store);
    const changed = { ...comment, ...columns, content };
    if (changed.postId !== comment.postId) {
      await store.comments.recount(comment.postId);
      await store.comments.recount(changed.postId);
    }
    const final = wantedStatus === undefined ? changed : await setCommentStatus(store, changed, wantedStatus, work.now);
    await recordComment(comment, final, inner);
    return final;
  });
}

/**
 * Writes the text and returns the stored one. A text that was not sent only replaces the text it was derived from: the
 * row is locked since its columns were written, and a text that another request stored before that is newer and also
 * clean.
 */
async function writeText({ id, content }: Comment, text: CommentChange['text'], store: Store): Promise<string> {
  const isUnchanged = !text.wasSent && text.content === content;
  const now = text.wasSent || isUnchanged ? content : ((await store.comments.byId(id))?.content ?? content);
  if (isUnchanged || now !== content) return now;
  await store.comments.update(id, { content: text.content });
  return text.content;
}

export async function trashComment(comment: Comment, work: OperationContext): Promise<Comment> {
  if (comment.approved === 'trash') throw commentErrors.rest_already_trashed();
  await askBeforeComment('trash', comment, {}, work);
  return inTransaction(work, async (inner) => {
    const trashed = await setCommentStatus(inner.store, comment, 'trash', work.now);
    await recordComment(comment, trashed, inner);
    return trashed;
  });
}

/** Permanently deletes a comment; its replies move up to its parent. */
export async function removeComment(comment: Comment, work: OperationContext): Promise<void> {
  await askBeforeComment('delete', comment, {}, work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    await store.comments.updateWhere({ parentId: comment.id }, { parentId: comment.parentId });
    await store.comments.remove(comment.id);
    await store.comments.recount(comment.postId);
    await recordComment(comment, null, inner);
  });
}
