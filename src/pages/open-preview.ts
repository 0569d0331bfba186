import type { OpenedPreview, PreviewOpener } from '../api/opened-preview.ts';
import { previewStore } from '../previews/preview-store.ts';
import { livePreview } from '../previews/preview-table.ts';
import type { Store } from '../storage/store.ts';
import type { ContentKinds } from '../wp/posts/content-kind.ts';
import { openPreviewToken } from './preview-token.ts';

/** What previews are opened with. */
export interface PreviewContext {
  /** Not observed: reads through it make no answer depend on them. */
  readonly store: Store;
  readonly kinds: ContentKinds;
  readonly clock: () => number;
}

const never = ['trash', 'auto-draft'];

/** Opens tokens: of a post as it is stored, or of a stored preview of it. */
export function createPreviewOpener({ store, kinds, clock }: PreviewContext): PreviewOpener {
  return async (token): Promise<OpenedPreview | null> => {
    const nowMs = clock();
    const claim = await openPreviewToken(store, token, nowMs);
    if (!claim) return null;
    const { postId, previewId } = claim;
    const preview = previewId === 0 ? null : await livePreview(store, previewId, nowMs);
    if (previewId !== 0 && preview?.postId !== postId) return null;
    const post = await store.posts.byId(postId);
    const kind = post ? kinds.find(post.type) : undefined;
    if (!post || !kind || never.includes(post.status)) return null;
    return {
      postId,
      path: `/wp/v2/${kind.type.restBase}`,
      password: post.password,
      reading: (inner) => (preview ? previewStore(inner, postId, preview.values) : inner),
    };
  };
}
