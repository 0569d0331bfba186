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
import { loadComments } from './comments-model.ts';
import { pendingParameters, pendingPurpose } from './pending-link.ts';
import type { ReceiveComment, Received } from './receive-comment.ts';

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
  { comment, post, link }: Extract<Received, { kind: 'stored' }>,
): Promise<SiteAnswer> {
  const { call, store } = work;
  if (comment.approved !== '1') {
    const parameters = pendingParameters(await textSigner(store, pendingPurpose), comment, call.now);
    return redirectAnswer(`${link}${link.includes('?') ? '&' : '?'}${parameters}#comment-${comment.id}`, 303);
  }
  const page = await pageOf(work, post, link, comment.id);
  return redirectAnswer(`${page}#comment-${comment.id}`, 303);
}

/** The page of comments that shows a comment: the first one, or the one that has it. */
async function pageOf(
  work: PageWork,
  post: Parameters<typeof loadComments>[1]['post'],
  link: string,
  id: number,
): Promise<string> {
  const wanted = { post, link, isUnlocked: true, pendingId: 0, replyTo: 0 };
  const first = await loadComments(work, { ...wanted, page: 0 });
  if (first.paging.pages <= 1 || holds(first.thread, id)) return link;
  for (let page = first.paging.pages; page >= 1; page -= 1) {
    if (holds((await loadComments(work, { ...wanted, page })).thread, id))
      return numberedLink(work.call.site, link, 'comments', page);
  }
  return link;
}

type Thread = Awaited<ReturnType<typeof loadComments>>['thread'];

const holds = (thread: Thread, id: number): boolean =>
  thread.some((comment) => comment.id === id || holds(comment.replies, id));

async function explain(
  work: PageWork,
  { status, message, retryAfter, post, link }: Extract<Received, { kind: 'refused' }>,
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
      heading: 'Your comment was not posted',
      message,
      back: post ? { label: 'Back to the page', url: link } : null,
      comments: comments && { ...comments, thread: [], isShown: comments.form !== null },
    },
    { status, ...(retryAfter === undefined ? {} : { headers: { 'Retry-After': String(retryAfter) } }) },
  );
}
