import { composeMessage } from '../../mail/compose-message.ts';
import { callerOf } from '../../rules/caller.ts';
import type { Comment, Post } from '../../storage/rows.ts';
import { plainOf } from '../models/plain.ts';
import type { PageWork } from '../page-context.ts';

type Work = Pick<PageWork, 'call' | 'mail' | 'store' | 'roles'>;

/** Queues the mails about a new comment: to moderators for one that waits, to the author of the post for any other. */
export async function notifyOf(work: Work, comment: Comment, post: Post, link: string): Promise<void> {
  const isHeld = comment.approved === '0';
  if (!isHeld && comment.approved !== '1') return;
  const option = isHeld ? 'moderation_notify' : 'comments_notify';
  if (['', '0'].includes((await work.call.store.options.get(option)) ?? '1')) return;
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
