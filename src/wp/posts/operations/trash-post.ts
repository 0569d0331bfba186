import type { Comment, Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { saveRevision } from '../revisions/save-revision.ts';
import { dateAfterChange, dateAt } from './post-dates.ts';
import { askBeforeRemoval, recordPost } from './post-hooks.ts';
import { assignDefaultTerms, taxonomiesLeftEmpty } from './post-relations.ts';
import { uniqueTrashedSlug } from './post-slug.ts';
import { cleanBeforehand } from './post-texts.ts';
import { dropSticky } from './sticky-posts.ts';
import { noteBeforeTrash, noteComments, notedComments, statusBeforeTrash, trashKeys } from './trash-meta.ts';
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
    await noteBeforeTrash(before, inner.now, store);
    await store.posts.update(id, changes);
    await trashComments(id, store);
    if (kind.type.sticky) await dropSticky(id, store);
    const after = { ...before, ...changes };
    await assignDefaultTerms(after, await taxonomiesLeftEmpty(kind, after.id, {}, inner.store), inner);
    await saveRevision(kind, after, inner);
    await recordPost(before, after, inner);
    return after;
  });
}

/** Restores a row and its comments from the trash to their former status. */
export async function restorePost(kind: ContentKind, id: number, work: OperationContext): Promise<Post> {
  const clean = await cleanBeforehand(kind, id, {}, work);
  return inTransaction(work, async (inner) => {
    const status = (await statusBeforeTrash(id, inner.store)) ?? 'draft';
    const post = await updatePost(kind, id, { status }, inner, { cleaned: clean });
    await restoreComments(id, inner.store);
    return post;
  });
}

async function trashComments(postId: number, store: Store): Promise<void> {
  const comments = await allComments(postId, store);
  if (comments.length === 0) return;
  await noteComments(postId, comments, store);
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
