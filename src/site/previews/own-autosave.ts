import type { Call, OpenedPreview } from '../../api/call.ts';
import { isPreviewNonce } from '../../auth/preview-nonce.ts';
import { canEditPost } from '../../rules/capabilities.ts';
import type { ContentKinds } from '../../wp/posts/content-kind.ts';
import { autosaveOf } from '../../wp/posts/revisions/autosave-routes.ts';
import { revisionFields } from '../../wp/posts/revisions/versioned-fields.ts';
import { previewStore } from './open-preview.ts';

/** An autosave as a link names it. */
export interface NamedAutosave {
  readonly postId: number;
  readonly nonce: string;
}

/**
 * What a logged-in user has written since a post was last saved; null for whoever the link was not made for, or may not
 * edit the post.
 */
export async function openOwnAutosave(
  { postId, nonce }: NamedAutosave,
  kinds: ContentKinds,
  { caller, store, now }: Call,
): Promise<OpenedPreview | null> {
  const { userId } = caller;
  if (userId === 0 || !(await isPreviewNonce(store, { postId, userId }, nonce, now))) return null;
  const post = await store.posts.byId(postId);
  const kind = post ? kinds.find(post.type) : undefined;
  const type = kind?.type;
  if (!post || !type || post.status === 'trash' || !canEditPost(caller, type, post)) return null;
  const autosave = await autosaveOf(postId, userId, store);
  if (!autosave) return null;
  const { title, content, excerpt } = autosave;
  const meta = await revisionFields(kind, autosave.id, store);
  return {
    postId,
    path: `/wp/v2/${type.restBase}`,
    password: post.password,
    reading: (inner) => previewStore(inner, postId, { texts: { title, content, excerpt }, meta }),
  };
}
