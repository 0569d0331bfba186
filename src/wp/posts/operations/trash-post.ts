import { canPublishPosts } from '../../../rules/capabilities.ts';
import { noDate } from '../../../rules/zone.ts';
import type { Comment, Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/core-context.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { revisionType, saveRevision } from '../revisions/save-revision.ts';
import { dateAfterChange, dateAt, needsPublishing, type PostDraft } from './post-draft.ts';
import { askBeforeRemoval, askBeforeWrite, notifyIfReviewOver, recordPost } from './post-hooks.ts';
import {
  assignDefaultTerms,
  dropSticky,
  setSticky,
  stickyIds,
  taxonomiesLeftEmpty,
  thumbnailKey,
} from './post-relations.ts';
import { uniqueSlug, uniqueTrashedSlug } from './post-slug.ts';
import { cleanBeforehand } from './post-texts.ts';
import {
  noteBeforeTrash,
  noteComments,
  notedComments,
  stateBeforeTrash,
  statusBeforeTrash,
  trashKeys,
} from './trash-meta.ts';
import { updatePost } from './update-post.ts';

const trashedComment = 'post-trashed';

/**
 * Moves a row and its comments to the trash. The row loses its slug and is no longer sticky. As in any other change,
 * the texts are filtered if the caller may not store unfiltered HTML.
 */
export async function trashPost(kind: ContentKind, id: number, work: OperationContext): Promise<Post> {
  await askBeforeRemoval(kind, id, 'trash', work);
  const clean = work.caller.can('unfiltered_html') ? null : await cleanBeforehand(kind, id, {}, work);
  return inTransaction(work, async (inner) => {
    const { store, site } = inner;
    const before = await store.posts.lockedById(id);
    if (!before || before.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    if (before.status === 'trash') throw contentErrors.rest_already_trashed();
    const now = dateAt(inner.now, site.zone);
    const date = dateAfterChange(before, undefined, 'trash', now, site.zone);
    const changes = {
      ...(clean ? await clean({}, before) : {}),
      status: 'trash',
      slug: await uniqueTrashedSlug(kind, before, store),
      date: date.local,
      dateGmt: date.gmt,
      modified: now.local,
      modifiedGmt: now.gmt,
    };
    const isSticky = kind.type.sticky && (await stickyIds(store)).includes(id);
    await noteBeforeTrash(before, { now: inner.now, isSticky }, store);
    await store.posts.update(id, changes);
    await trashComments(id, store);
    if (isSticky) await setSticky(id, false, store);
    const after = { ...before, ...changes };
    await assignDefaultTerms(after, await taxonomiesLeftEmpty(kind, after.id, {}, inner.store), inner);
    await saveRevision(kind, after, inner);
    await notifyIfReviewOver(kind, before, after, inner);
    await recordPost(before, after, inner);
    return after;
  });
}

/**
 * Restores a row and its comments from the trash as they were: status, slug, sticky or not, a date that was not fixed.
 * A caller who may not publish restores for review what was public.
 */
export async function restorePost(kind: ContentKind, id: number, work: OperationContext): Promise<Post> {
  const status = await restoredStatus(kind, id, work);
  const draft = await askBeforeWrite(kind, id, { status }, work);
  const clean = await cleanBeforehand(kind, id, draft, work);
  return inTransaction(work, async (inner) => {
    const before = await inner.store.posts.lockedById(id);
    if (!before || before.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    if (before.status !== 'trash') throw contentErrors.platen_not_in_trash();
    const former = await stateBeforeTrash(before, inner.store);
    const isSticky = former.wasSticky && before.password === '' && canPublishPosts(inner.caller, kind.type);
    const restored: PostDraft = {
      ...(former.hadFloatingDate ? { date: { local: dateAt(inner.now, inner.site.zone).local, gmt: noDate } } : {}),
      ...(isSticky ? { sticky: true } : {}),
      ...draft,
    };
    const post = await updatePost(kind, id, restored, inner, { cleaned: clean });
    await restoreComments(id, inner.store);
    return post;
  });
}

async function restoredStatus({ type }: ContentKind, id: number, { store, caller }: OperationContext): Promise<string> {
  const former = await statusBeforeTrash(id, store);
  // Files are not published: who may edit one may write any status it can have.
  if (type.inheritsFromParent) return former ?? type.openStatus;
  if (former === null) return 'draft';
  return needsPublishing(former) && !canPublishPosts(caller, type) ? 'pending' : former;
}

async function trashComments(postId: number, store: Store): Promise<void> {
  const comments = await allComments(postId, store);
  if (comments.length === 0) return;
  // A comment that was left behind when the post came back last time is noted as it was then.
  const noted = await notedComments(postId, store);
  const former = comments.map(({ id, approved }) => ({
    id,
    approved: approved === trashedComment ? (noted.get(id) ?? approved) : approved,
  }));
  await noteComments(postId, former, store);
  // The stored comment count stays, as existing sites expect: it is counted again when the comments are restored.
  await store.comments.updateWhere({ postId }, { approved: trashedComment });
}

async function restoreComments(postId: number, store: Store): Promise<void> {
  const noted = await notedComments(postId, store);
  if (noted.size === 0) return;
  for (const comment of await allComments(postId, store)) {
    const approved = noted.get(comment.id);
    if (approved !== undefined && comment.approved === trashedComment) {
      await store.comments.update(comment.id, { approved });
    }
  }
  await store.meta.set('post', postId, trashKeys.comments, []);
  await store.comments.recount(postId);
}

const batch = 1000;

async function allComments(postId: number, store: Store): Promise<Comment[]> {
  const found: Comment[] = [];
  for (let offset = 0; ; offset += batch) {
    const page = await store.comments.find(
      { visibility: { anyOf: [{ approved: 'any' }] }, postIds: [postId] },
      { by: 'id', direction: 'asc' },
      { limit: batch, offset },
    );
    found.push(...page);
    if (page.length < batch) return found;
  }
}

/** Permanently deletes a row with its revisions, comments, meta and terms; its children move up to its parent. */
export async function removePost(kind: ContentKind, id: number, work: OperationContext): Promise<Post> {
  await askBeforeRemoval(kind, id, 'delete', work);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const post = await store.posts.lockedById(id);
    if (!post || post.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    await moveChildrenUp(kind, post, store);
    await store.posts.removeChildren(id, [revisionType]);
    await store.comments.removeOfPost(id);
    if (kind.type.sticky) await dropSticky(id, store);
    if (post.mimeType.startsWith('image/')) await store.meta.removeValue('post', thumbnailKey, String(id));
    await store.posts.remove(id);
    await notifyIfReviewOver(kind, post, null, inner);
    await recordPost(post, null, inner);
    return post;
  });
}

async function moveChildrenUp(kind: ContentKind, post: Post, store: Store): Promise<void> {
  await store.posts.updateWhere({ parentId: post.id, types: ['attachment'] }, { parentId: post.parentId });
  if (!kind.type.hierarchical) return;
  for (const child of await store.posts.children(post.id, [kind.type.name])) {
    const slug = await uniqueSlug(kind, child.slug, { id: child.id, parentId: post.parentId }, store);
    await store.posts.update(child.id, { parentId: post.parentId, slug });
  }
}
