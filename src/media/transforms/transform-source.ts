import { createHash } from 'node:crypto';
import type { MetaRow, Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import {
  attachedPath,
  attachmentMetaKeys,
  readPicture,
  readStoredValue,
  storedFileSize,
} from '../attachment-metadata.ts';
import { type FocalPoint, focalPointKey, parseFocalPoint } from '../focal-point.ts';
import type { Dimensions } from '../image-sizes.ts';

/** A stored file that resized pictures are made of. */
export interface TransformSource {
  readonly id: number;
  /** Its path in the file store. */
  readonly file: string;
  readonly mime: string;
  /** As they are stored; null where they are not known. */
  readonly dimensions: Dimensions | null;
  readonly focus: FocalPoint;
  /** Changes with the bytes of the file and with its focal point. */
  readonly version: string;
}

/** The metadata that is changed when another file takes the place of a file under the same path. */
export const fileVersionKey = '_platen_file_version';

/** The metadata that a source is read from. */
export const sourceKeys = [attachmentMetaKeys.file, attachmentMetaKeys.metadata, focalPointKey, fileVersionKey];

const middle: FocalPoint = { x: 0.5, y: 0.5 };

/** The file of an attachment; null for one in the trash, or without a file. */
function sourceOf(
  { id, type, status, mimeType }: Pick<Post, 'id' | 'type' | 'status' | 'mimeType'>,
  metaOf: (key: string) => string | null | undefined,
): TransformSource | null {
  const file = attachedPath(metaOf(attachmentMetaKeys.file));
  if (type !== 'attachment' || status === 'trash' || file === '') return null;
  const metadata = readStoredValue(metaOf(attachmentMetaKeys.metadata));
  const picture = readPicture(metadata);
  const dimensions = picture && { width: picture.width, height: picture.height };
  const focal = metaOf(focalPointKey) ?? '';
  const facts = [id, file, dimensions, storedFileSize(metadata), focal, metaOf(fileVersionKey) ?? ''];
  const version = createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);
  return { id, file, mime: mimeType, dimensions, focus: parseFocalPoint(focal) ?? middle, version };
}

/** The same with the metadata of an attachment as rows. */
export function sourceAmong(post: Post, rows: readonly Pick<MetaRow, 'key' | 'value'>[]): TransformSource | null {
  return sourceOf(post, (key) => rows.find((row) => row.key === key)?.value);
}

/** The files of these attachments, by id, in two queries. */
export async function loadSources(ids: readonly number[], store: Store): Promise<Map<number, TransformSource>> {
  const posts = await store.posts.byIds(ids);
  const meta = await store.meta.of('post', ids, sourceKeys);
  const found = posts.flatMap((post) => {
    const source = sourceAmong(post, meta.get(post.id) ?? []);
    return source ? [[post.id, source] as const] : [];
  });
  return new Map(found);
}
