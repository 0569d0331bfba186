import type { Comment, Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { type ContentWork, inTransaction } from './content-work.ts';
import { dateAfterChange, dateAt } from './post-dates.ts';
import { trashedSlug } from './post-slug.ts';
import { setSticky } from './post-sticky.ts';
import { noteBeforeTrash, noteComments, notedComments, statusBeforeTrash, trashKeys } from './post-trash-notes.ts';
import { updatePost } from './post-update.ts';
import { keepRevision } from './revision-make.ts';

const trashedComment = 'post-trashed';

/** Puts a row into the trash, its comments with it. It gives up its slug and its place on top. */
export function trashPost(kind: ContentKind, id: number, work: ContentWork): Promise<Post> {
  return inTransaction(work, async (inner) => {
    const { store, site } = inner;
    const before = await store.posts.byId(id);
    if (!before || before.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    if (before.status === 'trash') throw contentErrors.rest_already_trashed();
    const now = dateAt(inner.now, site.zone);
    const date = dateAfterChange(before, undefined, 'trash', now, site.zone);
    const changes = {
      status: 'trash',
      slug: trashedSlug(before.slug),
      date: date.local,
      dateGmt: date.gmt,
      modified: now.local,
      modifiedGmt: now.gmt,
    };
    await noteBeforeTrash(before, inner.now, store);
    await store.posts.update(id, changes);
    await trashComments(id, store);
    if (kind.sticky) await setSticky(id, false, store);
    const after = { ...before, ...changes };
    await keepRevision(kind, after, inner);
    return after;
  });
}

/** Takes a row out of the trash, to the state it had, its comments with it. */
export function restorePost(kind: ContentKind, id: number, work: ContentWork): Promise<Post> {
  return inTransaction(work, async (inner) => {
    const status = (await statusBeforeTrash(id, inner.store)) ?? 'draft';
    const post = await updatePost(kind, id, { status }, inner);
    await restoreComments(id, inner.store);
    return post;
  });
}

async function trashComments(postId: number, store: Store): Promise<void> {
  const comments = await allComments(postId, store);
  if (comments.length === 0) return;
  await noteComments(postId, comments, store);
  // The stored count stays, as the old system leaves it: it counts again when the comments come back.
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
      { sight: { anyOf: [{ approved: 'any' }] }, postIds: [postId] },
      { by: 'id', direction: 'asc' },
      { limit: batch, offset },
    );
    found.push(...page);
    if (page.length < batch) return found;
  }
}
