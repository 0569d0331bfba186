import type { CommentSight } from '../content/comment-sight.ts';
import { autolinks } from '../content/text/comments/autolinks.ts';
import { gmtAt } from '../content/zone.ts';
import type { Comment } from '../storage/rows.ts';
import type { CommentFilter, Store } from '../storage/store.ts';
import { commentErrors } from './comment-errors.ts';
import type { ContentWork } from './content-work.ts';

export type NewComment = Omit<Comment, 'id' | 'approved'>;

const all: CommentSight = { anyOf: [{ approved: 'any' }] };

/** Bytes that the columns hold. */
const lengths = [
  ['authorName', 245, commentErrors.comment_author_column_length],
  ['authorEmail', 100, commentErrors.comment_author_email_column_length],
  ['authorUrl', 200, commentErrors.comment_author_url_column_length],
  ['content', 65_525, commentErrors.comment_content_column_length],
  ['userAgent', 254, commentErrors.rest_comment_failed_create],
] as const;

export function checkLengths(comment: Partial<NewComment>): void {
  for (const [name, most, refuse] of lengths) {
    if (Buffer.byteLength(comment[name] ?? '') > most) throw refuse();
  }
}

/** Refuses what the same person has said in the same place before, the trash left out of account. */
export async function checkDuplicate(store: Store, comment: NewComment): Promise<void> {
  const same: CommentFilter = {
    sight: all,
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

/** Refuses a comment so soon after the last of the same person; moderators are spared. */
export async function checkFlood(comment: NewComment, work: ContentWork, seconds: number): Promise<void> {
  if (seconds === 0 || work.caller.can('moderate_comments')) return;
  const recent = { sight: all, after: gmtAt(work.now - seconds * 1000) };
  const traces: CommentFilter[] =
    comment.userId > 0
      ? [{ ...recent, userIds: [comment.userId] }]
      : [
          { ...recent, authorIp: comment.authorIp },
          { ...recent, authorEmail: comment.authorEmail },
        ];
  for (const trace of traces) {
    if ((await work.store.comments.count(trace)) > 0) {
      throw commentErrors.comment_flood(undefined, { headers: { 'Retry-After': String(seconds) } });
    }
  }
}

/** The state a new comment starts in. Moderators and the author of the post are trusted; the site's rules judge the rest. */
export async function firstState(comment: NewComment, postAuthorId: number, work: ContentWork): Promise<string> {
  const { store, caller } = work;
  const isPostAuthor = comment.userId > 0 && comment.userId === postAuthorId;
  if (caller.can('moderate_comments') || isPostAuthor) return '1';
  const disallowed = (await store.options.get('disallowed_keys')) ?? (await store.options.get('blacklist_keys'));
  if (holdsAny(comment, disallowed)) return 'trash';
  return (await mustWait(comment, store)) ? '0' : '1';
}

async function mustWait(comment: NewComment, store: Store): Promise<boolean> {
  if ((await store.options.get('comment_moderation')) === '1') return true;
  const mostLinks = Number((await store.options.get('comment_max_links')) ?? '2');
  if (mostLinks > 0 && countLinks(comment.content) >= mostLinks) return true;
  if (holdsAny(comment, await store.options.get('moderation_keys'))) return true;
  const onlyKnown =
    (await store.options.get('comment_previously_approved')) ?? (await store.options.get('comment_whitelist'));
  return onlyKnown === '1' && !(await wasApprovedBefore(comment, store));
}

async function wasApprovedBefore({ authorName, authorEmail }: NewComment, store: Store): Promise<boolean> {
  if (authorName === '' || authorEmail === '') return false;
  return (await store.comments.count({ sight: all, approved: ['1'], authorName, authorEmail })) > 0;
}

function countLinks(content: string): number {
  return autolinks(content).match(/<a\s[^>]*href/gi)?.length ?? 0;
}

/** Whether any word of a list, one to a line, stands anywhere in what the person sent. */
function holdsAny(comment: NewComment, list: string | null): boolean {
  const words = (list ?? '').split('\n').map((word) => word.trim().toLowerCase());
  const { authorName, authorEmail, authorUrl, content, authorIp, userAgent } = comment;
  const texts = [authorName, authorEmail, authorUrl, content, authorIp, userAgent].map((text) => text.toLowerCase());
  return words.some((word) => word !== '' && texts.some((text) => text.includes(word)));
}
