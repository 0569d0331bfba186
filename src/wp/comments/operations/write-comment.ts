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
    return rules.wantedStatus === undefined ? made : setCommentStatus(store, made, rules.wantedStatus, work.now);
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
  return inTransaction(work, async ({ store }) => {
    await store.comments.update(comment.id, columns);
    await alongside?.(store, comment.id);
    const content = await writeText(comment, text, store);
    const changed = { ...comment, ...columns, content };
    if (changed.postId !== comment.postId) {
      await store.comments.recount(comment.postId);
      await store.comments.recount(changed.postId);
    }
    return wantedStatus === undefined ? changed : setCommentStatus(store, changed, wantedStatus, work.now);
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

export function trashComment(comment: Comment, work: OperationContext): Promise<Comment> {
  if (comment.approved === 'trash') throw commentErrors.rest_already_trashed();
  return inTransaction(work, ({ store }) => setCommentStatus(store, comment, 'trash', work.now));
}

/** Permanently deletes a comment; its replies move up to its parent. */
export function removeComment(comment: Comment, work: OperationContext): Promise<void> {
  return inTransaction(work, async ({ store }) => {
    await store.comments.updateWhere({ parentId: comment.id }, { parentId: comment.parentId });
    await store.comments.remove(comment.id);
    await store.comments.recount(comment.postId);
  });
}
