import type { Post } from '../../../storage/rows.ts';
import type { Store } from '../../../storage/store.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import { contentErrors } from '../content-errors.ts';
import type { ContentKind } from '../content-kind.ts';
import { revisionType } from '../revisions/save-revision.ts';
import { askBeforeRemoval, recordPost } from './post-hooks.ts';
import { thumbnailKey } from './post-relations.ts';
import { uniqueSlug } from './post-slug.ts';
import { dropSticky } from './sticky-posts.ts';

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
