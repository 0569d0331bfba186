import type { HookMedia } from '../../../hooks/hook-items.ts';
import type { Post } from '../../../storage/rows.ts';

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
