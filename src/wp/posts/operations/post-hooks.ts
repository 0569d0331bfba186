import type { AfterAction, BeforeAction } from '../../../background/hook-kinds.ts';
import type { HookMedia } from '../../../background/hook-values.ts';
import type { DraftShape } from '../../../background/hooks.ts';
import { type Members, s } from '../../../lib/schema/schema.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import type { Post } from '../../../storage/rows.ts';
import type { OperationContext } from '../../context/core-context.ts';
import type { ContentKind } from '../content-kind.ts';
import { type PostDraft, writableStatuses } from './post-draft.ts';

/** The draft as the hooks leave it. `id` is null for a new row. Asks nobody inside a transaction. */
export async function askBeforeWrite<Draft extends PostDraft>(
  kind: ContentKind,
  id: number | null,
  draft: Draft,
  work: OperationContext,
): Promise<Draft> {
  const { hooks, caller } = work;
  const all = [id === null ? 'create' : 'update', 'publish'] as const satisfies BeforeAction<'post'>[];
  if (!hooks?.asks(hookKind(kind), isAttachment(kind) ? [all[0]] : all)) return draft;
  const before = id === null ? null : await work.store.posts.byId(id);
  const shape = draftShape(kind, before);
  const item = before ? postFacts(before) : null;
  const question = { item, draft: shownDraft(draft), shape, userId: caller.userId };
  const changes = isAttachment(kind)
    ? await hooks.before({ ...question, kind: 'media', actions: [all[0]] })
    : await hooks.before({ ...question, kind: 'post', actions: publishes(before, draft) ? all : [all[0]] });
  return { ...draft, ...changes };
}

/** Lets hooks refuse that a row is trashed or deleted. Asks nobody inside a transaction. */
export async function askBeforeRemoval(
  kind: ContentKind,
  id: number,
  action: 'trash' | 'delete',
  work: OperationContext,
): Promise<void> {
  const { hooks, caller } = work;
  if (!hooks?.asks(hookKind(kind), [action])) return;
  const row = await work.store.posts.byId(id);
  if (!row) return;
  const question = { actions: [action], item: postFacts(row), draft: {}, shape: {}, userId: caller.userId };
  if (isAttachment(kind)) await hooks.before({ ...question, kind: 'media' });
  else await hooks.before({ ...question, kind: 'post' });
}

/** Records what happened to a row, by its states before and after; null is a row that does not exist. */
export async function recordPost(before: Post | null, after: Post | null, work: OperationContext): Promise<void> {
  const row = after ?? before;
  if (work.hooks && row) await recordActions(row, actionsBetween(before, after), work);
}

/** Records actions on a row. */
export async function recordActions(
  row: Post,
  actions: readonly AfterAction<'post'>[],
  { hooks, store, caller, now }: OperationContext,
): Promise<void> {
  const facts = { id: row.id, item: postFacts(row), userId: caller.userId, atMs: now };
  if (row.type !== 'attachment') return hooks?.record(store, { ...facts, kind: 'post', actions });
  const known = actions.filter((action) => action !== 'publish');
  return hooks?.record(store, { ...facts, kind: 'media', actions: known });
}

function actionsBetween(before: Post | null, after: Post | null): AfterAction<'post'>[] {
  if (!after) return ['delete'];
  if (before?.status !== 'trash' && after.status === 'trash') return ['trash'];
  const written =
    before === null ? 'create' : before.status === 'trash' && after.status !== 'trash' ? 'restore' : 'update';
  return after.status === 'publish' && before?.status !== 'publish' ? [written, 'publish'] : [written];
}

const isAttachment = (kind: ContentKind): boolean => kind.type.name === 'attachment';
const hookKind = (kind: ContentKind): 'media' | 'post' => (isAttachment(kind) ? 'media' : 'post');

/** Whether a write makes a row public, now or on its date. */
function publishes(before: Post | null, { status }: PostDraft): boolean {
  const isPublic = (one: string | undefined) => one === 'publish' || one === 'future';
  return isPublic(status) && !isPublic(before?.status);
}

/** What a hook may see and change: not the stored form of the date, nor the type of a file. */
function shownDraft({ date: _date, mimeType: _mimeType, ...draft }: PostDraft & AttachmentDraft) {
  return draft;
}

/** Tells the kind of a row that has become public, inside the transaction that made it so. */
export async function notifyIfPublished(
  { onPublish }: ContentKind,
  before: Pick<Post, 'status'> | null,
  after: Post,
  work: OperationContext,
): Promise<void> {
  if (after.status === 'publish' && before?.status !== 'publish') await onPublish(after, work);
}

/** Tells the kind of a row that begins to wait for review or waits no more, inside the transaction; null is a removed row. */
export async function notifyIfReviewOver(
  { onReviewOver }: ContentKind,
  before: Pick<Post, 'id' | 'status'>,
  after: Pick<Post, 'status'> | null,
  work: OperationContext,
): Promise<void> {
  if ((before.status === 'pending') !== (after?.status === 'pending')) await onReviewOver(before.id, work);
}

/** A post as hooks see it. */
export function postFacts(post: Post): HookMedia {
  const { id, type, status, title, slug, authorId, parentId, dateGmt, modifiedGmt, mimeType } = post;
  return { id, type, status, title, slug, authorId, parentId, dateGmt, modifiedGmt, mimeType };
}

/** A post as fields of extensions see it: with its texts. */
export function fieldPost(post: Post): HookMedia & Pick<Post, 'content' | 'excerpt'> & { isProtected: boolean } {
  const { content, excerpt, password } = post;
  return { ...postFacts(post), content, excerpt, isProtected: password !== '' };
}

/** The value that only the draft of an attachment has. */
export interface AttachmentDraft {
  altText?: string;
}

const openOrClosed = ['open', 'closed'] as const;
const id = s.integer({ minimum: 0 });

/** What the values of a draft must be if they come from a hook. The rest is checked when the draft is stored. */
export function draftShape(kind: ContentKind, before: Post | null): DraftShape {
  const statuses = [...writableStatuses, ...(before ? [before.status] : [])];
  return {
    title: { schema: s.string(), limit: textLimits.title },
    content: { schema: s.string(), limit: textLimits.content },
    excerpt: { schema: s.string(), limit: textLimits.excerpt },
    slug: { schema: s.string(), limit: textLimits.slug },
    status: { schema: s.string({ enum: statuses }) },
    password: { schema: s.string(), limit: textLimits.postPassword },
    authorId: { schema: id },
    commentStatus: { schema: s.string({ enum: openOrClosed }) },
    pingStatus: { schema: s.string({ enum: openOrClosed }) },
    parentId: { schema: id },
    menuOrder: { schema: s.integer() },
    terms: { schema: s.object({ check: termsProblem(kind) }) },
    featuredMediaId: { schema: id },
    format: {
      schema: s.string({ check: (name: string) => (/^[a-z-]{0,40}$/.test(name) ? null : 'format is a word.') }),
    },
    template: { schema: s.string() },
    sticky: { schema: s.boolean() },
    meta: { schema: s.object(), limit: textLimits.meta },
    ...(kind.type.name === 'attachment' ? { altText: { schema: s.string(), limit: textLimits.altText } } : {}),
  };
}

function termsProblem(kind: ContentKind) {
  const known = new Set(kind.taxonomies.map((taxonomy) => taxonomy.name));
  return (terms: Members): string | null => {
    for (const [name, ids] of Object.entries(terms)) {
      if (!known.has(name)) return `${kind.type.name} has no taxonomy ${name.slice(0, 60)}.`;
      if (!Array.isArray(ids) || !ids.every((one) => Number.isInteger(one) && one >= 0))
        return `terms.${name} is a list of ids.`;
    }
    return null;
  };
}
