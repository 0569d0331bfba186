import type { Comment, Post } from '../../storage/rows.ts';
import type { CommentFormModel } from '../../theme/comment-model.ts';
import { plainOf } from '../models/plain.ts';
import type { PageWork } from '../page-context.ts';
import { textSigner } from '../signed-text.ts';
import type { CommentSettings } from './comment-settings.ts';
import { makeFormToken } from './form-token.ts';

/** The names of the fields that existing forms and programs post. */
export const commentFields = {
  post: 'comment_post_ID',
  parent: 'comment_parent',
  text: 'comment',
  author: 'author',
  email: 'email',
  url: 'url',
  token: 'platen_form',
  /** People do not see it; programs that fill in every field do. */
  trap: 'website_2',
} as const;

export const formPurpose = 'comment forms';

/** What a comment form depends on. */
export interface CommentFormFacts {
  readonly post: Post;
  readonly link: string;
  readonly settings: CommentSettings;
  readonly replyTo: Comment | null;
  readonly values?: CommentFormModel['values'] | undefined;
}

const noValues: CommentFormModel['values'] = { comment: '', author: '', email: '', url: '' };

/** The form for a comment on a post, signed for it and for the reader. */
export async function commentForm(
  { call, store }: Pick<PageWork, 'call' | 'store'>,
  { post, link, settings, replyTo, values = noValues }: CommentFormFacts,
): Promise<CommentFormModel> {
  const { userId } = call.caller;
  const user = userId > 0 ? await call.store.users.byId(userId) : null;
  const token = makeFormToken(await textSigner(store, formPurpose), { postId: post.id, userId }, call.now);
  return {
    action: `${call.site.serverUrl}/wp-comments-post.php`,
    hidden: [
      [commentFields.post, String(post.id)],
      [commentFields.parent, String(replyTo?.id ?? 0)],
      [commentFields.token, token],
    ],
    trap: commentFields.trap,
    viewer: user ? plainOf(user.displayName) : '',
    requiresName: settings.requiresName,
    replyingTo: replyTo ? { name: plainOf(replyTo.authorName), cancelUrl: `${link}#respond` } : null,
    values,
  };
}
