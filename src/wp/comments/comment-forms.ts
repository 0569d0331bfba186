import type { Call } from '../../api/call.ts';
import type { Comment } from '../../storage/rows.ts';
import type { CoreContext } from '../context/core-context.ts';
import type { ContentKinds } from '../posts/content-kind.ts';
import { commentContext } from './comment-context.ts';
import type { CommentDraft } from './comment-draft.ts';
import { commentErrors } from './comment-errors.ts';
import { commentPermissions } from './comment-permissions.ts';
import { createCommentSubmission } from './submit-comment.ts';

/** What a form of a page sends. */
export interface CommentFormInput {
  readonly draft: CommentDraft;
  /** The password of the post, where it has one. */
  readonly password?: string;
  /** Set for a comment that a check of the form took for spam. */
  readonly isSpam?: boolean;
}

/** Comments that are sent with the form of a page, by the same rules and operations as through the interface. */
export interface CommentForms {
  /** Refuses by throwing, like the interface. */
  submit(input: CommentFormInput, call: Call): Promise<Comment>;
}

/**
 * Whether visitors may comment through the interface is an option of its own; on a page only the site's setting
 * (`comment_registration`) decides.
 */
export function createCommentForms(core: CoreContext, kinds: ContentKinds): CommentForms {
  const context = commentContext({ ...core, comments: { ...core.comments, anonymous: true } }, kinds);
  const permissions = commentPermissions(context);
  const submit = createCommentSubmission(context);
  return {
    async submit({ draft, password, isSpam = false }, call) {
      const parent = draft.parentId ? await call.store.comments.byId(draft.parentId) : null;
      if (draft.parentId && (parent?.postId !== draft.postId || parent?.approved !== '1')) {
        throw commentErrors.rest_comment_invalid_parent();
      }
      await permissions.create({ post: draft.postId, password }, call);
      if (!draft.sentText?.trim()) throw commentErrors.rest_comment_content_invalid();
      return submit(isSpam ? { ...draft, status: 'spam' } : draft, call);
    },
  };
}
