import type { Variant } from '../../../api/variant.ts';
import {
  type AttachmentMetadata,
  attachmentMetaKeys as keys,
  type StoredPicture,
} from '../../../media/attachment-metadata.ts';
import { baseNameOf } from '../../../media/files/media-path.ts';
import type { StoredUpload } from '../../../media/media-library.ts';
import { writeStoredMetadata } from '../../../media/stored-metadata.ts';
import type { Post } from '../../../storage/rows.ts';
import { inTransaction, type OperationContext } from '../../context/operation-context.ts';
import type { ContentKind } from '../../posts/content-kind.ts';
import { createPost } from '../../posts/operations/create-post.ts';
import { askBeforeWrite } from '../../posts/operations/post-hooks.ts';
import { createTextCleaner, noTexts } from '../../posts/operations/post-texts.ts';
import type { MediaDraft } from '../media-fields.ts';

/** Creates the row of a stored file. Title and caption come from the request, else from the file, else from its name. */
export async function createAttachment(
  kind: ContentKind,
  file: Pick<StoredUpload, 'path' | 'mime' | 'metadata' | 'settle'>,
  sent: MediaDraft,
  work: OperationContext & { readonly uploadsUrl: string; readonly variant: Variant },
): Promise<Post> {
  const complete = { ...sent, ...fromFile(file, sent), mimeType: file.mime, status: sent.status ?? 'inherit' };
  const draft = await askBeforeWrite(kind, null, complete, work);
  const clean = createTextCleaner(kind, work.caller);
  await clean(draft, noTexts);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const post = await createPost(kind, draft, inner, clean);
    const guid = `${work.uploadsUrl}/${file.path}`;
    await store.posts.update(post.id, { guid });
    await store.meta.set('post', post.id, keys.file, [file.path]);
    const metadata = namedByVariant(work.variant, file.metadata);
    if (metadata) await store.meta.set('post', post.id, keys.metadata, [writeStoredMetadata(metadata)]);
    if (draft.altText) await store.meta.set('post', post.id, keys.altText, [draft.altText]);
    await file.settle(store);
    return { ...post, guid };
  });
}

function namedByVariant({ media }: Variant, metadata: AttachmentMetadata): AttachmentMetadata {
  const isWave = metadata !== null && 'fileformat' in metadata && metadata.fileformat === 'wav';
  return isWave ? { ...metadata, mime_type: media.waveType } : metadata;
}

/** Title and caption from the file, where the request sent none. */
function fromFile({ path, metadata }: Pick<StoredUpload, 'path' | 'metadata'>, draft: MediaDraft): MediaDraft {
  const meta = pictureMeta(metadata);
  const named = meta?.title && !/^[\d\s-]*$/.test(meta.title) ? meta.title : baseNameOf(path).replace(/\.[^.]*$/, '');
  return {
    title: draft.title || named,
    ...(draft.excerpt || !meta?.caption ? {} : { excerpt: meta.caption }),
  };
}

function pictureMeta(metadata: AttachmentMetadata): StoredPicture['image_meta'] {
  // Only the metadata of images has this member.
  return metadata && 'image_meta' in metadata ? (metadata as StoredPicture).image_meta : undefined;
}
