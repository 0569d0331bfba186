import type { SiteAnswer } from '../../http/write-response.ts';
import type { CommentFormModel } from '../../theme/comment-model.ts';
import { numberedLink } from '../address/page-link.ts';
import { redirectAnswer } from '../page-answer.ts';
import type { PageWork } from '../page-context.ts';
import { isUnlockedFor } from '../post-password.ts';
import { readForm } from '../read-form.ts';
import { showMessage } from '../show-message.ts';
import { textSigner } from '../signed-text.ts';
import { commentFields } from './comment-form.ts';
import { commentPageOf, loadComments } from './comments-model.ts';
import { pendingParameters, pendingPurpose } from './pending-link.ts';
import type { CommentReceipt, ReceiveComment } from './receive-comment.ts';

/** Answers a posted comment: with a redirect to it, or with a page that says why not and keeps what was written. */
export async function receivePostedComment(work: PageWork, receive: ReceiveComment): Promise<SiteAnswer> {
  const sent = await readForm(work.request);
  if (!sent) {
    return showMessage(
      work,
      { heading: 'Not a form', message: 'Send the fields of the comment form.', back: null, comments: null },
      { status: 415 },
    );
  }
  const received = await receive(work, sent);
  return received.kind === 'stored' ? redirectTo(work, received) : explain(work, received, sent);
}

async function redirectTo(
  work: PageWork,
  { comment, post, link }: Extract<CommentReceipt, { kind: 'stored' }>,
): Promise<SiteAnswer> {
  const { call, store } = work;
  if (comment.approved !== '1') {
    const parameters = pendingParameters(await textSigner(store, pendingPurpose), comment, call.now);
    return redirectAnswer(`${link}${link.includes('?') ? '&' : '?'}${parameters}#comment-${comment.id}`, 303);
  }
  const wanted = { post, link, isUnlocked: true, page: 0, pendingId: 0, replyTo: 0 };
  const page = await commentPageOf(work, wanted, comment.id);
  const shown = page === 0 ? link : numberedLink(call.site, link, 'comments', page);
  return redirectAnswer(`${shown}#comment-${comment.id}`, 303);
}

async function explain(
  work: PageWork,
  { status, message, retryAfter, post, link }: Extract<CommentReceipt, { kind: 'refused' }>,
  sent: URLSearchParams,
): Promise<SiteAnswer> {
  const isUnlocked = post !== null && (await isUnlockedFor(work, post));
  const field = (name: string) => sent.get(name) ?? '';
  const values: CommentFormModel['values'] = {
    comment: field(commentFields.text),
    author: field(commentFields.author),
    email: field(commentFields.email),
    url: field(commentFields.url),
  };
  const replyTo = Number(field(commentFields.parent)) || 0;
  const comments = post
    ? await loadComments(work, { post, link, isUnlocked, page: 0, pendingId: 0, replyTo, values })
    : null;
  return showMessage(
    work,
    {
      heading: work.words.commentRefused,
      message,
      back: post ? { label: work.words.backToPage, url: link } : null,
      comments: comments && { ...comments, thread: [], isShown: comments.form !== null },
    },
    { status, ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } }) },
  );
}
