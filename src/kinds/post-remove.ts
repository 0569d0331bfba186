import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { contentErrors } from './content-errors.ts';
import type { ContentKind } from './content-kind.ts';
import { type ContentWork, inTransaction } from './content-work.ts';
import { thumbnailKey } from './post-relations.ts';
import { uniqueSlug } from './post-slug.ts';
import { setSticky } from './post-sticky.ts';
import { revisionType } from './revision-make.ts';

/** Removes a row for good, with its revisions, comments, meta and terms; what hung on it moves up to its own parent. */
export function removePost(kind: ContentKind, id: number, work: ContentWork): Promise<Post> {
  return inTransaction(work, async ({ store }) => {
    const post = await store.posts.byId(id);
    if (!post || post.type !== kind.type.name) throw contentErrors.rest_post_invalid_id();
    await moveChildrenUp(kind, post, store);
    await store.posts.removeChildren(id, [revisionType]);
    await store.comments.removeOfPost(id);
    if (kind.sticky) await setSticky(id, false, store);
    if (post.mimeType.startsWith('image/')) await store.meta.removeValue('post', thumbnailKey, String(id));
    await store.posts.remove(id);
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
