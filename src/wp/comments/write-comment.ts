import type { AfterAction, BeforeAction } from '../../background/hook-kinds.ts';
import type { HookComment } from '../../background/hook-values.ts';
import type { DraftShape } from '../../background/hooks.ts';
import { s } from '../../lib/schema/schema.ts';
import { noteType } from '../../rules/post-visibility.ts';
import { textLimits } from '../../rules/text-limits.ts';
import type { CommentVisibility } from '../../rules/visibility.ts';
import type { Comment } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { storeUrl } from '../../text/sanitise/clean-url.ts';
import { storePersonName } from '../../text/sanitise/store-text.ts';
import { inTransaction, type OperationContext } from '../context/core-context.ts';
import {
  type CommentSubmission,
  checkDuplicate,
  checkFlood,
  checkLengths,
  firstState,
  type NewComment,
} from './comment-checks.ts';
import type { CommentDraft } from './comment-draft.ts';
import { commentErrors } from './comment-errors.ts';

/** Further work on the same comment, committed or rolled back together with it. */
export type CommentAlongside = (store: Store, commentId: number) => Promise<void>;

/** Creates a comment with the status that the moderation rules give it, or the one a moderator requests. */
export function createComment(
  comment: NewComment,
  work: OperationContext,
  rules: {
    readonly floodSeconds: number;
    readonly submission: CommentSubmission;
    readonly wantedStatus?: string | undefined;
    readonly alongside?: CommentAlongside;
  },
): Promise<Comment> {
  checkLengths(comment);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    // Recounting locks the post's row, so that comments on one post are serialised and duplicates are detected.
    await store.comments.recount(comment.postId);
    const post = await store.posts.byId(comment.postId);
    if (!post) throw commentErrors.rest_comment_invalid_post_id();
    const approved = isNote(comment) ? '1' : await judged(comment, post.authorId, inner, rules);
    const id = await store.comments.insert({ ...comment, approved });
    await rules.alongside?.(store, id);
    await store.comments.recount(comment.postId);
    const made = { ...comment, id, approved };
    const final =
      rules.wantedStatus === undefined ? made : await setCommentStatus(store, made, rules.wantedStatus, work.now);
    await recordComment(null, final, inner);
    return final;
  });
}

const isNote = ({ type }: Pick<Comment, 'type'>): boolean => type === noteType;

/** The first state of a comment of a reader, which may be neither a duplicate nor one of a flood. */
async function judged(
  comment: NewComment,
  postAuthorId: number,
  work: OperationContext,
  { floodSeconds, submission }: { readonly floodSeconds: number; readonly submission: CommentSubmission },
): Promise<string> {
  await checkDuplicate(work.store, comment);
  await checkFlood(comment, work, floodSeconds);
  return firstState(comment, submission, postAuthorId, work.store);
}

/** The changes to a comment: columns, status and text. The text is cleaned again even if only the author changed. */
export interface CommentChange {
  readonly columns: Partial<Omit<NewComment, 'content'>>;
  readonly text: { readonly content: string; readonly wasSent: boolean };
  readonly wantedStatus?: string | undefined;
  readonly alongside?: CommentAlongside;
}

/**
 * Updates a comment; if it moves to another post, the comments of both posts are recounted. `known` is the comment that
 * the change was derived from. A text that was not sent only replaces that comment's text: one that another request
 * stored since is newer and also clean.
 */
export function updateComment(
  known: Comment,
  { columns, text, wantedStatus, alongside }: CommentChange,
  work: OperationContext,
): Promise<Comment> {
  checkLengths({ ...columns, content: text.content });
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const before = await lockedComment(known.id, store);
    const isNewText = text.wasSent || (text.content !== known.content && before.content === known.content);
    const changes = isNewText ? { ...columns, content: text.content } : columns;
    await store.comments.update(before.id, changes);
    await alongside?.(store, before.id);
    const changed = { ...before, ...changes };
    if (changed.postId !== before.postId) {
      await store.comments.recount(before.postId);
      await store.comments.recount(changed.postId);
    }
    const final = wantedStatus === undefined ? changed : await setCommentStatus(store, changed, wantedStatus, work.now);
    await recordComment(before, final, inner);
    return final;
  });
}

export async function trashComment(known: Comment, work: OperationContext): Promise<Comment> {
  if (known.approved === 'trash') throw commentErrors.rest_already_trashed();
  await askBeforeComment('trash', known, {}, work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const before = await lockedComment(known.id, store);
    if (before.approved === 'trash') throw commentErrors.rest_already_trashed();
    const trashed = await setCommentStatus(store, before, 'trash', work.now);
    for (const reply of await repliesToNote(before, store)) await setCommentStatus(store, reply, 'trash', work.now);
    await recordComment(before, trashed, inner);
    return trashed;
  });
}

/** Permanently deletes a comment; its replies move up to its parent. */
export async function removeComment(known: Comment, work: OperationContext): Promise<void> {
  await askBeforeComment('delete', known, {}, work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const comment = await lockedComment(known.id, store);
    for (const reply of await repliesToNote(comment, store)) await store.comments.remove(reply.id);
    await store.comments.updateWhere({ parentId: comment.id }, { parentId: comment.parentId });
    await store.comments.remove(comment.id);
    await store.comments.recount(comment.postId);
    await recordComment(comment, null, inner);
  });
}

const mostReplies = 1_000;

/** The replies to the first note of a thread, which go where it goes. */
async function repliesToNote(comment: Comment, store: Store): Promise<Comment[]> {
  if (!isNote(comment) || comment.parentId !== 0) return [];
  const filter = { visibility: anyComment, postIds: [comment.postId], parentIds: [comment.id] };
  return store.comments.find(filter, { by: 'id', direction: 'asc' }, { limit: mostReplies, offset: 0 });
}

const anyComment: CommentVisibility = { anyOf: [{ approved: 'any' }] };

/** The comment as it is in this transaction: another request may have changed it since it was read before. */
async function lockedComment(id: number, store: Store): Promise<Comment> {
  const comment = await store.comments.lockedById(id);
  if (!comment) throw commentErrors.rest_comment_invalid_id();
  return comment;
}

/** The values of `status` a client may send, and the status to store; null restores the former one. */
const storedStatuses: Readonly<Record<string, string | null>> = {
  approve: '1',
  approved: '1',
  '1': '1',
  hold: '0',
  '0': '0',
  spam: 'spam',
  trash: 'trash',
  unspam: null,
  untrash: null,
};

const shownNames: ReadonlyMap<string, string> = new Map([
  ['1', 'approved'],
  ['0', 'hold'],
]);

/** The name of a stored status in the interface. */
export const commentStatusName = (approved: string): string => shownNames.get(approved) ?? approved;

const notes = { status: '_wp_trash_meta_status', time: '_wp_trash_meta_time' } as const;

/** Sets the requested status of a comment; an unknown value changes nothing. */
export async function setCommentStatus(
  store: Store,
  comment: Comment,
  wanted: string,
  nowMs: number,
): Promise<Comment> {
  if (!Object.hasOwn(storedStatuses, wanted) || wanted === commentStatusName(comment.approved)) return comment;
  const approved = storedStatuses[wanted] ?? (await stateBefore(store, comment.id));
  const putAside = approved === 'spam' || approved === 'trash';
  const time = String(Math.floor(nowMs / 1000));
  await store.meta.set('comment', comment.id, notes.status, putAside ? [comment.approved] : []);
  await store.meta.set('comment', comment.id, notes.time, putAside ? [time] : []);
  await store.comments.update(comment.id, { approved });
  await store.comments.recount(comment.postId);
  return { ...comment, approved };
}

/** The status before spam or trash, as stored in meta; pending if there is none. */
async function stateBefore(store: Store, id: number): Promise<string> {
  const rows = (await store.meta.of('comment', [id], [notes.status])).get(id) ?? [];
  return rows[0]?.value || '0';
}

const shape: DraftShape = {
  content: { schema: s.string(), limit: textLimits.commentContent },
  authorName: { schema: s.string(), limit: textLimits.commentAuthorName },
  authorEmail: { schema: s.string({ format: 'email' }), limit: textLimits.commentAuthorEmail },
  authorUrl: { schema: s.string(), limit: textLimits.commentAuthorUrl },
  parentId: { schema: s.integer({ minimum: 0 }) },
  status: { schema: s.string({ enum: ['approved', 'hold', 'spam', 'trash'] }) },
};

/** The draft as the hooks leave it. */
export async function askBeforeComment(
  action: BeforeAction<'comment'>,
  comment: Comment | null,
  draft: CommentDraft,
  { hooks, caller }: Pick<OperationContext, 'hooks' | 'caller'>,
): Promise<CommentDraft> {
  if (!hooks?.asks('comment', [action])) return draft;
  const { sentText: content, authorName, authorEmail, authorUrl, parentId, status } = draft;
  const shown = { content, authorName, authorEmail, authorUrl, parentId, status };
  const isWritten = action === 'create' || action === 'update';
  const { content: sentText, ...changes } = await hooks.before({
    kind: 'comment',
    actions: [action],
    item: comment ? commentFacts(comment) : null,
    draft: Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined)),
    shape: isWritten ? shape : {},
    userId: caller.userId,
  });
  const { authorName: name, authorUrl: url } = changes;
  return {
    ...draft,
    ...changes,
    ...(name === undefined ? {} : { authorName: storePersonName(name) }),
    ...(url === undefined ? {} : { authorUrl: storeUrl(url) }),
    ...(sentText === undefined ? {} : { sentText }),
  };
}

/** Records what happened to a comment, by its states before and after; null is one that does not exist. */
export async function recordComment(
  before: Comment | null,
  after: Comment | null,
  { hooks, store, caller, now }: OperationContext,
): Promise<void> {
  const row = after ?? before;
  if (!hooks || !row) return;
  const facts = { id: row.id, item: commentFacts(row), userId: caller.userId, atMs: now };
  await hooks.record(store, { ...facts, kind: 'comment', actions: actionsBetween(before, after) });
}

function actionsBetween(before: Comment | null, after: Comment | null): AfterAction<'comment'>[] {
  if (!after) return ['delete'];
  if (before && before.approved !== 'trash' && after.approved === 'trash') return ['trash'];
  const written =
    before === null ? 'create' : before.approved === 'trash' && after.approved !== 'trash' ? 'restore' : 'update';
  return after.approved === '1' && before?.approved !== '1' ? [written, 'approve'] : [written];
}

/** A comment as hooks and fields of extensions see it. */
export function commentFacts(comment: Comment): HookComment {
  const { id, postId, parentId, userId, authorName, dateGmt } = comment;
  return { id, postId, parentId, userId, authorName, dateGmt, status: commentStatusName(comment.approved) };
}
