import { errorStatus } from '../../api/error-body.ts';
import { ApiError } from '../../errors.ts';
import { slidingWindow } from '../../limits/limit-rules.ts';
import { type Limiter, unlimited } from '../../limits/limiter.ts';
import { networkOf } from '../../limits/network-of.ts';
import type { Comment, Post } from '../../storage/rows.ts';
import { type CommentDraft, commentWrites } from '../../wp/comments/comment-draft.ts';
import type { PageServices, PageWork } from '../page-context.ts';
import { isUnlockedFor } from '../post-password.ts';
import { textSigner } from '../signed-text.ts';
import { pageLinks, visiblePosts } from '../targets/visible-posts.ts';
import { commentFields, formPurpose } from './comment-form.ts';
import { acceptsComments, commentSettings } from './comment-settings.ts';
import { formTokenState } from './form-token.ts';
import { notifyOf } from './moderation-mail.ts';

/** What became of a posted comment. */
export type CommentReceipt =
  | { readonly kind: 'stored'; readonly comment: Comment; readonly post: Post; readonly link: string }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      readonly retryAfter?: number;
      readonly post: Post | null;
      readonly link: string;
    };

export type ReceiveComment = (work: PageWork, sent: URLSearchParams) => Promise<CommentReceipt>;

const perAddress = { limit: 20, windowMs: 300_000 };

/** Takes comments that forms of pages post: one rule after the other, then the operation of the interface. */
export function createCommentReceiver({ limiters }: Pick<PageServices, 'limiters'>): ReceiveComment {
  const senders: Limiter = limiters ? limiters('comment forms', slidingWindow(perAddress)) : unlimited;
  return async (work, sent) => {
    const { call, request } = work;
    const id = Number(sent.get(commentFields.post));
    const [post] = Number.isSafeInteger(id) && id > 0 ? await visiblePosts(work, null, { ids: [id] }) : [];
    const link = post ? ((await pageLinks(work, [post])).get(post.id) ?? '') : '';
    const refused = (status: number, message: string, retryAfter?: number): CommentReceipt => ({
      kind: 'refused',
      status,
      message,
      post: post ?? null,
      link,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    if (!post) return refused(404, 'There is nothing to comment on at this address.');
    const wait = await senders.consume(networkOf(request.remote.address));
    if (wait > 0) return refused(429, `Too many comments came from your address. Try again in ${wait} seconds.`, wait);
    if (!acceptsComments(post, await commentSettings(call.store), call.now))
      return refused(403, 'Comments on this post are closed.');
    const state = await tokenState(work, sent, post);
    if (state !== 'good') return refused(400, resend[state]);
    try {
      const isSpam = (sent.get(commentFields.trap) ?? '') !== '';
      const password = (await isUnlockedFor(work, post)) ? { password: post.password } : {};
      const input = { draft: draftOf(work, sent, post), isSpam, ...password };
      const comment = await work.core.comments.submit(input, call);
      await notifyOf(work, comment, post, link);
      return { kind: 'stored', comment, post, link };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return refused(errorStatus(error, call.caller), error.message, Number(error.headers['Retry-After']) || undefined);
    }
  };
}

const resend = {
  bad: 'This form was open for too long, or was not made by this site. Your comment is below: please send it again.',
  early: 'This was quicker than we expected of a person. Your comment is below: please send it again.',
} as const;

async function tokenState({ call, store }: PageWork, sent: URLSearchParams, { id }: Post) {
  const owner = { postId: id, userId: call.caller.userId };
  return formTokenState(await textSigner(store, formPurpose), owner, sent.get(commentFields.token) ?? '', call.now);
}

/** What was sent as a draft; readers who are logged in comment under their own name. */
function draftOf({ call }: PageWork, sent: URLSearchParams, { id }: Post): CommentDraft {
  const field = (name: string) => (sent.get(name) ?? '').trim();
  const parentId = Number(field(commentFields.parent));
  const draft: CommentDraft = {
    postId: id,
    sentText: field(commentFields.text),
    ...(Number.isSafeInteger(parentId) && parentId > 0 ? { parentId } : {}),
  };
  if (call.caller.userId > 0) return draft;
  const [author, email, url] = [field(commentFields.author), field(commentFields.email), field(commentFields.url)];
  commentWrites.authorName(draft, author);
  if (/^[^@\s]{1,64}@[^@\s]+\.[^@\s.]+$/.test(email)) commentWrites.authorEmail(draft, email);
  if (url !== '') commentWrites.authorUrl(draft, /^[a-z][a-z0-9+.-]*:/i.test(url) ? url : `https://${url}`);
  return draft;
}
