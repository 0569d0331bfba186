import { type TextSigner, textSigner } from '../../auth/signed-text.ts';
import type { Comment, Post } from '../../storage/rows.ts';
import type { CommentSettings } from '../../wp/comments/comment-settings.ts';
import { plainOf } from '../pages/html-to-text.ts';
import type { PageWork } from '../pages/page-context.ts';
import type { CommentFormModel } from '../theme/page-model.ts';

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

/** Whom and what a form was made for. A form of a logged-in reader is of no use to anyone else. */
export interface FormOwner {
  readonly postId: number;
  readonly userId: number;
}

/** A person needs longer than this to write a comment. */
const leastSeconds = 3;
/** A page may be cached for a week, and stay open for some days. */
const mostSeconds = 14 * 86_400;

export function makeFormToken({ sign }: TextSigner, owner: FormOwner, nowMs: number): string {
  const issued = Math.floor(nowMs / 1000);
  return `${issued}.${sign(textOf(owner, issued))}`;
}

export type FormTokenState = 'good' | 'early' | 'bad';

/** Whether a form was made by this site, for this post and reader, and not just now. */
export function formTokenState(
  { isSigned }: TextSigner,
  owner: FormOwner,
  token: string,
  nowMs: number,
): FormTokenState {
  const [, issued, signature] = /^(\d{1,12})\.([\w-]{32})$/.exec(token) ?? [];
  if (issued === undefined || signature === undefined) return 'bad';
  if (!isSigned(textOf(owner, Number(issued)), signature)) return 'bad';
  const age = nowMs / 1000 - Number(issued);
  if (age > mostSeconds) return 'bad';
  return age < leastSeconds ? 'early' : 'good';
}

const textOf = ({ postId, userId }: FormOwner, issued: number): string => `${postId} ${userId} ${issued}`;

const validSeconds = 600;

/** The purpose of the signatures in these links. */
export const pendingPurpose = 'pending comments';

/** The parameters that let the author of a comment see it before it is approved, for some minutes. */
export function pendingParameters({ sign }: TextSigner, comment: Pick<Comment, 'id'>, nowMs: number): string {
  const until = Math.floor(nowMs / 1000) + validSeconds;
  return `unapproved=${comment.id}&moderation-hash=${until}.${sign(`${comment.id} ${until}`)}`;
}

/** The id of the comment that such parameters show; 0 where they are wrong or too old. */
export function pendingComment({ isSigned }: TextSigner, sent: URLSearchParams, nowMs: number): number {
  const id = sent.get('unapproved') ?? '';
  const [, until, signature] = /^(\d{1,12})\.([\w-]{32})$/.exec(sent.get('moderation-hash') ?? '') ?? [];
  if (!/^\d{1,15}$/.test(id) || until === undefined || signature === undefined) return 0;
  return Number(until) * 1000 > nowMs && isSigned(`${id} ${until}`, signature) ? Number(id) : 0;
}
