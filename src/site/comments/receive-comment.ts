import { errorStatus } from '../../api/reply.ts';
import { textSigner } from '../../auth/signed-text.ts';
import { composeMessage } from '../../background/mail/compose-message.ts';
import type { SiteAnswer } from '../../http/write-response.ts';
import { ApiError } from '../../lib/errors.ts';
import { slidingWindow } from '../../limits/limit-rules.ts';
import { type Limiter, unlimited } from '../../limits/limiter.ts';
import { networkOf } from '../../limits/network-of.ts';
import { callerOf } from '../../rules/capabilities.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Comment, Post } from '../../storage/rows.ts';
import { type CommentDraft, commentWrites } from '../../wp/comments/comment-draft.ts';
import { acceptsComments, commentSettings } from '../../wp/comments/comment-settings.ts';
import { plainOf } from '../pages/html-to-text.ts';
import { redirectAnswer } from '../pages/page-answer.ts';
import type { PageServices, PageWork } from '../pages/page-context.ts';
import { numberedLink } from '../pages/page-link.ts';
import { isUnlockedFor } from '../pages/post-password.ts';
import { readForm } from '../pages/read-form.ts';
import { showMessage } from '../pages/show-page.ts';
import { pageLinks, visiblePosts } from '../pages/visible-posts.ts';
import type { CommentFormModel } from '../theme/page-model.ts';
import { commentFields, formPurpose, formTokenState, pendingParameters, pendingPurpose } from './comment-form.ts';
import { commentPageOf, loadComments } from './comments-model.ts';

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

type Work = Pick<PageWork, 'call' | 'mail' | 'store' | 'roles'>;

/** Queues the mails about a new comment: to moderators for one that waits, to the author of the post for any other. */
export async function notifyOf(work: Work, comment: Comment, post: Post, link: string): Promise<void> {
  const isHeld = comment.approved === '0';
  if (!isHeld && comment.approved !== '1') return;
  const option = isHeld ? 'moderation_notify' : 'comments_notify';
  if (!(await readOption(work.call.store, option))) return;
  const author = await work.call.store.users.byId(post.authorId);
  const isOwn = author !== null && comment.userId === author.id;
  const authorEmail = author && !isOwn && (!isHeld || (await moderates(work, author.id))) ? author.email : '';
  const recipients = new Set(isHeld ? [work.call.site.adminEmail, authorEmail] : [authorEmail]);
  recipients.delete('');
  for (const recipient of recipients) await queueMail(work, comment, { recipient, post, link, isHeld });
}

async function moderates({ call, roles }: Work, userId: number): Promise<boolean> {
  const stored = (await call.store.users.capabilities([userId])).get(userId) ?? {};
  return callerOf(userId, stored, await roles(call.store)).can('moderate_comments');
}

interface MailFacts {
  readonly recipient: string;
  readonly post: Post;
  readonly link: string;
  readonly isHeld: boolean;
}

async function queueMail(
  { call, mail, store }: Work,
  comment: Comment,
  { recipient, post, link, isHeld }: MailFacts,
): Promise<void> {
  const { site, now } = call;
  const title = plainOf(post.title);
  const admin = (action: string) => `${site.serverUrl}/wp-admin/comment.php?action=${action}&c=${comment.id}`;
  const lines = [
    isHeld ? `A comment on "${title}" waits for your approval.` : `There is a new comment on "${title}".`,
    link,
    '',
    `Author: ${plainOf(comment.authorName)} (address: ${comment.authorIp})`,
    `E-mail: ${comment.authorEmail}`,
    `Website: ${comment.authorUrl}`,
    '',
    plainOf(comment.content),
    '',
    ...(isHeld ? [`Approve it: ${admin('approve')}`] : [`See it: ${link}#comment-${comment.id}`]),
    `Put it into the trash: ${admin('trash')}`,
    `Mark it as spam: ${admin('spam')}`,
    '',
    'You will be asked to log in.',
  ];
  const composed = composeMessage(
    {
      sender: site.adminEmail,
      recipient,
      subject: `[${plainOf(site.title)}] ${isHeld ? 'Please moderate' : 'Comment'}: "${title}"`,
      body: lines.join('\n'),
      html: false,
      headerLines: [],
      attachments: [],
    },
    new Date(now),
  );
  if ('message' in composed) await mail.enqueue(store, composed.message, { reference: `comments:${comment.id}` });
}
