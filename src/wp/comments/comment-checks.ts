import { mostSkewMs } from '../../lib/elapsed.ts';
import { networkOf } from '../../limits/network-of.ts';
import { publicCommentTypes } from '../../rules/post-visibility.ts';
import { isStorable, textLimits } from '../../rules/text-limits.ts';
import type { CommentVisibility } from '../../rules/visibility.ts';
import { gmtAt } from '../../rules/zone.ts';
import { readOption } from '../../storage/options/site-options.ts';
import type { Comment } from '../../storage/rows.ts';
import type { CommentFilter, Store } from '../../storage/store.ts';
import type { OperationContext } from '../context/core-context.ts';
import { commentErrors } from './comment-errors.ts';

export type NewComment = Omit<Comment, 'id' | 'approved'>;

const all: CommentVisibility = { anyOf: [{ approved: 'any' }] };

const lengths = [
  ['authorName', textLimits.commentAuthorName, commentErrors.comment_author_column_length],
  ['authorEmail', textLimits.commentAuthorEmail, commentErrors.comment_author_email_column_length],
  ['authorUrl', textLimits.commentAuthorUrl, commentErrors.comment_author_url_column_length],
  ['content', textLimits.commentContent, commentErrors.comment_content_column_length],
  ['userAgent', textLimits.commentUserAgent, commentErrors.rest_comment_failed_create],
] as const;

export function checkLengths(comment: Partial<NewComment>): void {
  for (const [name, limit, refuse] of lengths) {
    if (!isStorable(comment[name] ?? '', limit)) throw refuse();
  }
}

/** Refuses a comment that the same person has already posted on the same post and parent; the trash does not count. */
export async function checkDuplicate(store: Store, comment: NewComment): Promise<void> {
  const same: CommentFilter = {
    visibility: all,
    postIds: [comment.postId],
    parentIds: [comment.parentId],
    content: comment.content,
  };
  const others = await store.comments.find(same, { by: 'id', direction: 'desc' }, { limit: 100, offset: 0 });
  const samePerson = (other: Comment) =>
    other.authorName === comment.authorName ||
    (comment.authorEmail !== '' && other.authorEmail === comment.authorEmail);
  if (others.some((other) => other.approved !== 'trash' && samePerson(other))) throw commentErrors.comment_duplicate();
}

/** Refuses a comment too soon after the last one of the same person; moderators are exempt. */
export async function checkFlood(comment: NewComment, work: OperationContext, seconds: number): Promise<void> {
  if (seconds === 0 || work.caller.can('moderate_comments')) return;
  // What is dated later is from before the clock was set back.
  const recent = {
    visibility: all,
    after: gmtAt(work.now - seconds * 1000),
    before: gmtAt(work.now + mostSkewMs),
  };
  const filters: CommentFilter[] =
    comment.userId > 0
      ? [{ ...recent, userIds: [comment.userId] }]
      : [
          { ...recent, authorIp: comment.authorIp },
          { ...recent, authorEmail: comment.authorEmail },
        ];
  let isFlood = comment.userId === 0 && (await hasNeighbour(comment, recent, work.store));
  for (const filter of filters) isFlood ||= (await work.store.comments.count(filter)) > 0;
  if (isFlood) throw commentErrors.comment_flood(undefined, { headers: { 'Retry-After': String(seconds) } });
}

const newest = 100;

/** Whether a recent comment came from another IPv6 address of the same network; an IPv4 address is its own network. */
async function hasNeighbour(comment: NewComment, recent: CommentFilter, store: Store): Promise<boolean> {
  const network = networkOf(comment.authorIp);
  if (network === comment.authorIp) return false;
  const others = await store.comments.find(recent, { by: 'id', direction: 'desc' }, { limit: newest, offset: 0 });
  return others.some(({ userId, authorIp }) => userId === 0 && networkOf(authorIp) === network);
}

/** A comment as sent. The moderation rules check this, because cleaning could hide what the text contained. */
export interface CommentSubmission {
  readonly text: string;
  /** Number of links in the text as it would be shown without cleaning. */
  readonly links: number;
  /** Whether the comment's author, who may differ from the caller, is a moderator. */
  readonly byModerator: boolean;
}

/** The initial status of a comment. Moderators and the post's author are approved; moderation rules decide the rest. */
export async function firstState(
  comment: NewComment,
  { links, text, byModerator }: CommentSubmission,
  postAuthorId: number,
  store: Store,
): Promise<string> {
  const isPostAuthor = comment.userId > 0 && comment.userId === postAuthorId;
  if (byModerator || isPostAuthor) return '1';
  const { authorName, authorEmail, authorUrl, content, authorIp, userAgent } = comment;
  const sent = [authorName, authorEmail, authorUrl, content, text, authorIp, userAgent];
  if (containsAny(sent, await readOption(store, 'disallowed_keys'))) return 'trash';
  if (await readOption(store, 'comment_moderation')) return '0';
  const mostLinks = await readOption(store, 'comment_max_links');
  if (mostLinks > 0 && links >= mostLinks) return '0';
  if (containsAny(sent, await readOption(store, 'moderation_keys'))) return '0';
  const isHeld = (await readOption(store, 'comment_previously_approved')) && !(await wasApprovedBefore(comment, store));
  return isHeld ? '0' : '1';
}

async function wasApprovedBefore({ authorName, authorEmail }: NewComment, store: Store): Promise<boolean> {
  if (authorName === '' || authorEmail === '') return false;
  return (
    (await store.comments.count({
      visibility: all,
      approved: ['1'],
      types: publicCommentTypes,
      authorName,
      authorEmail,
    })) > 0
  );
}

/** Whether any word of a list, one per line, occurs anywhere in what was sent. */
function containsAny(sent: readonly string[], list: string): boolean {
  const words = list.split('\n').map((word) => word.trim().toLowerCase());
  const texts = sent.map((text) => text.toLowerCase());
  return words.some((word) => word !== '' && texts.some((text) => text.includes(word)));
}
