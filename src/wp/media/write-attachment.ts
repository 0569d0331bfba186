import { randomUUID } from 'node:crypto';
import type { Variant } from '../../api/variant.ts';
import type { ReplacedFile, StoredAttachment } from '../../media/attachment-files.ts';
import {
  type AttachmentMetadata,
  attachedPath,
  backupsKey,
  attachmentMetaKeys as keys,
  readStoredValue,
  writeStoredMetadata,
  writeStoredValue,
} from '../../media/attachment-metadata.ts';
import { storeFileHash } from '../../media/file-hashes.ts';
import { baseNameOf } from '../../media/files/media-path.ts';
import { type FocalPoint, focalPointKey, formatFocalPoint, parseFocalPoint } from '../../media/focal-point.ts';
import type { StoredUpload } from '../../media/media-library.ts';
import type { PictureVersion } from '../../media/picture-versions.ts';
import type { RenewedAttachment } from '../../media/sizes/renew-copies.ts';
import { fileVersionKey } from '../../media/transforms/transform-source.ts';
import type { Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import { isRecord } from '../../text/json.ts';
import { inTransaction, type OperationContext } from '../context/core-context.ts';
import type { ContentKind } from '../posts/content-kind.ts';
import { createPost } from '../posts/operations/create-post.ts';
import { createFieldPlanner } from '../posts/operations/post-fields.ts';
import { askBeforeWrite } from '../posts/operations/post-hooks.ts';
import { createTextCleaner, noTexts } from '../posts/operations/post-texts.ts';
import { updatePost } from '../posts/operations/update-post.ts';
import { libraryErrors } from './library/library-errors.ts';
import type { MediaDraft } from './media-resource.ts';

/** A stored file that has no row yet. */
export type NewFile = Pick<StoredUpload, 'path' | 'uploadedPath' | 'mime' | 'metadata' | 'hash' | 'settle'>;

/** Creates the row of a stored file, with the texts of the draft. */
export async function createAttachment(
  kind: ContentKind,
  file: NewFile,
  sent: MediaDraft,
  work: OperationContext & { readonly uploadsUrl: string; readonly variant: Variant },
): Promise<Post> {
  const complete = { ...featurable(sent, file.mime), mimeType: file.mime, status: sent.status ?? 'inherit' };
  const draft = await askBeforeWrite(kind, null, complete, work);
  const clean = createTextCleaner(kind, work.caller);
  const planFields = createFieldPlanner(kind, work);
  await Promise.all([clean(draft, noTexts), planFields(draft, null)]);
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    const post = await createPost(kind, draft, inner, { clean, planFields });
    const guid = `${work.uploadsUrl}/${file.uploadedPath}`;
    await store.posts.update(post.id, { guid });
    await store.meta.set('post', post.id, keys.file, [file.path]);
    const metadata = namedByVariant(work.variant, file.metadata);
    if (metadata) await store.meta.set('post', post.id, keys.metadata, [writeStoredMetadata(metadata)]);
    if (draft.altText) await store.meta.set('post', post.id, keys.altText, [draft.altText]);
    if (file.hash) await storeFileHash(post.id, file.hash, store);
    await file.settle(store, post.id);
    return { ...post, guid };
  });
}

function namedByVariant({ media }: Variant, metadata: AttachmentMetadata): AttachmentMetadata {
  const isWave = metadata !== null && 'fileformat' in metadata && metadata.fileformat === 'wav';
  return isWave ? { ...metadata, mime_type: media.waveType } : metadata;
}

/** Only sounds and films have a picture of their own, which players show. */
export function featurable<Draft extends MediaDraft>(draft: Draft, mime: string): Draft {
  if (/^(?:audio|video)\//.test(mime)) return draft;
  const { featuredMediaId: _ignored, ...rest } = draft;
  // Only a member that may be absent is left out.
  return rest as Draft;
}

/** The draft, with title, caption and alternative text from the file or its name where the request sent none. */
export function describedByFile(
  draft: MediaDraft,
  { uploadedPath, metadata }: Pick<StoredUpload, 'uploadedPath' | 'metadata'>,
): MediaDraft {
  const { title, caption, alt } = textsIn(metadata);
  const named = title && !/^[\d\s-]*$/.test(title) ? title : baseNameOf(uploadedPath).replace(/\.[^.]*$/, '');
  return {
    ...draft,
    title: draft.title || named,
    ...(draft.excerpt || !caption ? {} : { excerpt: caption }),
    ...(draft.altText || !alt ? {} : { altText: alt }),
  };
}

/** The texts that cameras and editors wrote into a picture. */
function textsIn(metadata: AttachmentMetadata): { title: string; caption: string; alt: string } {
  const meta =
    metadata !== null && 'image_meta' in metadata && isRecord(metadata.image_meta) ? metadata.image_meta : {};
  const text = (name: string): string => (typeof meta[name] === 'string' ? meta[name] : '');
  return { title: text('title'), caption: text('caption'), alt: text('alt') };
}

/** Stores what is known of a picture whose copies were made again. Its texts and its files stay. */
export function storeCopies(
  kind: ContentKind,
  { id }: Pick<Post, 'id'>,
  { metadata, backups }: RenewedAttachment,
  work: OperationContext,
  release: (store: Store) => Promise<void>,
): Promise<Post> {
  return inTransaction(work, async (inner) => {
    const { meta } = inner.store;
    if (metadata) await meta.set('post', id, keys.metadata, [writeStoredMetadata(metadata)]);
    if (backups) await meta.set('post', id, backupsKey, stored(backups));
    await release(inner.store);
    return updatePost(kind, id, {}, inner);
  });
}

/** Stores what is known of the file that took the place of an attachment's. Its texts and its address stay. */
export function replaceAttachment(
  kind: ContentKind,
  { id }: Pick<Post, 'id'>,
  { metadata, backups, hash }: ReplacedFile & { readonly hash: string },
  work: OperationContext,
  release: (store: Store) => Promise<void>,
): Promise<Post> {
  return inTransaction(work, async (inner) => {
    const { meta } = inner.store;
    await storeFileHash(id, hash, inner.store);
    await meta.set('post', id, keys.metadata, metadata ? [writeStoredMetadata(metadata)] : []);
    // Whoever else has this file shows the new one as well.
    const file = (await storedFiles(id, inner.store))?.file;
    const sharing = file ? await meta.owners('post', keys.file, file) : [];
    const version = randomUUID();
    for (const one of new Set([id, ...sharing])) await meta.set('post', one, fileVersionKey, [version]);
    await meta.set('post', id, backupsKey, stored(backups));
    await release(inner.store);
    return updatePost(kind, id, {}, inner);
  });
}

/**
 * Stores which version of a picture is shown, with the part of it that crops keep in view. Refused where another one is
 * shown than the one that it was made of.
 */
export function storeVersion(
  kind: ContentKind,
  { id }: Pick<Post, 'id'>,
  { version, madeOf, focalPoint }: { version: PictureVersion; madeOf: string; focalPoint: FocalPoint | null },
  work: OperationContext,
  release: (store: Store) => Promise<void>,
): Promise<Post> {
  return inTransaction(work, async (inner) => {
    const { store } = inner;
    await store.hold('post', id);
    if ((await storedFiles(id, store))?.file !== madeOf) throw libraryErrors.platen_picture_changed();
    await store.meta.set('post', id, keys.file, [version.file]);
    await store.meta.set('post', id, keys.metadata, [writeStoredMetadata(version.metadata)]);
    await store.meta.set('post', id, backupsKey, stored(version.backups));
    await store.meta.set('post', id, focalPointKey, focalPoint ? [formatFocalPoint(focalPoint)] : []);
    await release(store);
    return updatePost(kind, id, {}, inner);
  });
}

/** The rows of a value; an empty one has none. */
const stored = (value: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(value).length > 0 ? [writeStoredValue(value)] : [];

/** The alternative text of a picture. */
export async function altTextOf(id: number, store: Store): Promise<string> {
  const rows = (await store.meta.of('post', [id], [keys.altText])).get(id) ?? [];
  return rows[0]?.value ?? '';
}

/** What is stored about the files of an attachment; null where it has none. */
export async function storedFiles(id: number, store: Store): Promise<StoredAttachment | null> {
  return (await storedFilesOf([id], store)).get(id) ?? null;
}

/** The same of several, in one query; those without files are left out. */
export async function storedFilesOf(ids: readonly number[], store: Store): Promise<Map<number, StoredAttachment>> {
  const rows = await store.meta.of('post', ids, [keys.file, keys.metadata, backupsKey, focalPointKey]);
  const found = new Map<number, StoredAttachment>();
  for (const id of ids) {
    const value = (key: string) => rows.get(id)?.find((row) => row.key === key)?.value ?? '';
    const file = attachedPath(value(keys.file));
    if (file === '') continue;
    const focus = parseFocalPoint(value(focalPointKey));
    const metadata = readStoredValue(value(keys.metadata));
    found.set(id, { file, metadata, backups: readStoredValue(value(backupsKey)), ...(focus ? { focus } : {}) });
  }
  return found;
}
