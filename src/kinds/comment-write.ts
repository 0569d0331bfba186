import type { Comment } from '../storage/rows.ts';
import { checkDuplicate, checkFlood, checkLengths, firstState, type NewComment } from './comment-checks.ts';
import { commentErrors } from './comment-errors.ts';
import { setCommentStatus } from './comment-status.ts';
import { type ContentWork, inTransaction } from './content-work.ts';

/** Adds a comment in the state the site's rules give it, or in the one a moderator wants. */
export function createComment(
  comment: NewComment,
  work: ContentWork,
  rules: { readonly floodSeconds: number; readonly wantedStatus?: string | undefined },
): Promise<Comment> {
  checkLengths(comment);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    // Counting writes the post's row, so that comments on one post queue up and none misses that it says the same.
    await store.comments.recount(comment.postId);
    const post = await store.posts.byId(comment.postId);
    if (!post) throw commentErrors.rest_comment_invalid_post_id();
    await checkDuplicate(store, comment);
    await checkFlood(comment, inner, rules.floodSeconds);
    const approved = await firstState(comment, post.authorId, inner);
    const id = await store.comments.insert({ ...comment, approved });
    await store.comments.recount(comment.postId);
    const made = { ...comment, id, approved };
    return rules.wantedStatus === undefined ? made : setCommentStatus(store, made, rules.wantedStatus, work.now);
  });
}

/** Changes a comment; a post it leaves and one it comes to are both counted again. */
export function updateComment(
  comment: Comment,
  changes: Partial<NewComment>,
  work: ContentWork,
  wantedStatus?: string,
): Promise<Comment> {
  checkLengths(changes);
  return inTransaction(work, async ({ store }) => {
    await store.comments.update(comment.id, changes);
    const changed = { ...comment, ...changes };
    if (changed.postId !== comment.postId) {
      await store.comments.recount(comment.postId);
      await store.comments.recount(changed.postId);
    }
    return wantedStatus === undefined ? changed : setCommentStatus(store, changed, wantedStatus, work.now);
  });
}

export function trashComment(comment: Comment, work: ContentWork): Promise<Comment> {
  if (comment.approved === 'trash') throw commentErrors.rest_already_trashed();
  return inTransaction(work, ({ store }) => setCommentStatus(store, comment, 'trash', work.now));
}

/** Removes a comment for good; its replies move up to where it stood. */
export function removeComment(comment: Comment, work: ContentWork): Promise<void> {
  return inTransaction(work, async ({ store }) => {
    await store.comments.updateWhere({ parentId: comment.id }, { parentId: comment.parentId });
    await store.comments.remove(comment.id);
    await store.comments.recount(comment.postId);
  });
}
