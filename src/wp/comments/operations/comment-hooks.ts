import type { DraftShape } from '../../../hooks/draft-shape.ts';
import type { AfterAction, BeforeAction } from '../../../hooks/hook-kinds.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { s } from '../../../schema/schema.ts';
import type { Comment } from '../../../storage/rows.ts';
import { storeUrl } from '../../../text/clean-url.ts';
import { storePersonName } from '../../../text/store-text.ts';
import type { OperationContext } from '../../context/operation-context.ts';
import type { CommentDraft } from '../comment-draft.ts';
import { commentFacts } from './comment-facts.ts';

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
