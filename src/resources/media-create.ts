import type { ContentWork } from '../kinds/content-work.ts';
import { createPost } from '../kinds/post-create.ts';
import {
  type AttachmentMetadata,
  attachmentMetaKeys as keys,
  type StoredPicture,
} from '../media/attachment-metadata.ts';
import type { KeptFile } from '../media/media-library.ts';
import { baseNameOf } from '../media/media-path.ts';
import { writeStoredMetadata } from '../media/stored-metadata.ts';
import type { Post } from '../storage/rows.ts';
import type { MediaDraft } from './media-fields.ts';
import type { MediaKind } from './media-kind.ts';

/** Makes the row of a kept file. What nobody said of it, the camera may have, and else its name does. */
export function createAttachment(
  kind: MediaKind,
  file: Pick<KeptFile, 'path' | 'mime' | 'metadata'>,
  draft: MediaDraft,
  work: ContentWork & { readonly uploadsUrl: string },
): Promise<Post> {
  const told = { ...draft, ...toldByFile(file, draft), mimeType: file.mime, status: draft.status ?? 'inherit' };
  return work.store.transaction(async (store) => {
    const post = await createPost(kind, told, { ...work, store });
    const guid = `${work.uploadsUrl}/${file.path}`;
    await store.posts.update(post.id, { guid });
    await store.meta.set('post', post.id, keys.file, [file.path]);
    if (file.metadata) await store.meta.set('post', post.id, keys.metadata, [writeStoredMetadata(file.metadata)]);
    if (draft.altText) await store.meta.set('post', post.id, keys.altText, [draft.altText]);
    return { ...post, guid };
  });
}

function toldByFile({ path, metadata }: Pick<KeptFile, 'path' | 'metadata'>, draft: MediaDraft): MediaDraft {
  const meta = pictureMeta(metadata);
  const named = meta?.title && !/^[\d\s-]*$/.test(meta.title) ? meta.title : baseNameOf(path).replace(/\.[^.]*$/, '');
  return {
    title: draft.title || named,
    ...(draft.excerpt || !meta?.caption ? {} : { excerpt: meta.caption }),
  };
}

function pictureMeta(metadata: AttachmentMetadata): StoredPicture['image_meta'] {
  return metadata && 'image_meta' in metadata ? (metadata as StoredPicture).image_meta : undefined;
}
