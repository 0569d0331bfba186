import type { Call } from '../../../api/call.ts';
import { json, type OutputOf } from '../../../lib/schema/json-schema.ts';
import type { StoredAttachment } from '../../../media/attachment-files.ts';
import {
  attachedPath,
  backupsKey,
  attachmentMetaKeys as keys,
  readPicture,
  readStoredValue,
  storedFileSize,
} from '../../../media/attachment-metadata.ts';
import { fileHashKey } from '../../../media/file-hashes.ts';
import { fileUrl, siblingUrl } from '../../../media/files/media-path.ts';
import { focalPointKey, parseFocalPoint } from '../../../media/focal-point.ts';
import { hasFirstVersion } from '../../../media/picture-versions.ts';
import { canEditPost } from '../../../rules/capabilities.ts';
import { mediaFolders, mediaTags } from '../../../rules/content/media-taxonomies.ts';
import type { MetaRow, Post } from '../../../storage/rows.ts';
import type { MediaView } from '../media-subject.ts';

/** Says that a picture needs no alternative text: it shows nothing that the text does not say. */
export const decorativeKey = '_platen_decorative';

export const focalPointSchema = json.object({ x: json.number, y: json.number });

/** A file as the media library shows it. */
export const libraryItemSchema = json.object({
  id: json.integer,
  title: json.string,
  alt_text: json.string,
  decorative: json.boolean,
  caption: json.string,
  author: json.integer,
  date: json.dateTime,
  modified: json.dateTime,
  media_type: json.words('image', 'video', 'audio', 'file'),
  mime_type: json.string,
  source_url: json.string,
  thumbnail_url: json.string,
  width: json.orNull(json.integer),
  height: json.orNull(json.integer),
  filesize: json.orNull(json.integer),
  focal_point: json.orNull(focalPointSchema),
  folder: json.integer,
  tags: json.listOf(json.object({ id: json.integer, name: json.string })),
  hash: json.orNull(json.string),
  may_edit: json.boolean,
  may_restore: json.boolean,
});

export type LibraryItem = OutputOf<typeof libraryItemSchema>;

const itemKeys = [...Object.values(keys), focalPointKey, fileHashKey, decorativeKey, backupsKey];

/** The files of a page, with two queries for all of them. */
export async function libraryItems(view: MediaView, posts: readonly Post[], call: Call): Promise<LibraryItem[]> {
  const ids = posts.map(({ id }) => id);
  const [meta, terms] = await Promise.all([call.store.meta.of('post', ids, itemKeys), call.store.terms.ofPosts(ids)]);
  const uploadsUrl = view.uploadsUrl(call.site);
  return posts.map((post) => {
    const own = terms.get(post.id) ?? [];
    const tags = own.filter(({ taxonomy }) => taxonomy === mediaTags).map(({ id, name }) => ({ id, name }));
    const folder = own.find(({ taxonomy }) => taxonomy === mediaFolders)?.id ?? 0;
    return { ...factsOf(post, meta.get(post.id) ?? [], uploadsUrl), ...rightsOf(view, post, call), folder, tags };
  });
}

const rightsOf = ({ kind }: MediaView, post: Post, { caller }: Call) => ({
  may_edit: canEditPost(caller, kind.type, post),
});

function factsOf(post: Post, rows: readonly MetaRow[], uploadsUrl: string) {
  const value = (key: string): string => rows.find((row) => row.key === key)?.value ?? '';
  const attachment = attachmentIn(rows);
  const picture = readPicture(attachment.metadata);
  const url = attachment.file === '' ? '' : fileUrl(uploadsUrl, attachment.file);
  const [group = ''] = post.mimeType.split('/', 1);
  const kind = group === 'image' || group === 'video' || group === 'audio' ? group : 'file';
  const small = picture?.sizes['medium'] ?? picture?.sizes['thumbnail'];
  const hash = value(fileHashKey);
  return {
    id: post.id,
    title: post.title,
    alt_text: value(keys.altText),
    decorative: value(decorativeKey) !== '',
    caption: post.excerpt,
    author: post.authorId,
    date: post.date.replace(' ', 'T'),
    modified: post.modified.replace(' ', 'T'),
    media_type: kind,
    mime_type: post.mimeType,
    source_url: url,
    thumbnail_url: small ? siblingUrl(url, small.file) : url,
    width: picture?.width ?? null,
    height: picture?.height ?? null,
    filesize: storedFileSize(attachment.metadata),
    focal_point: parseFocalPoint(value(focalPointKey)),
    hash: hash === '' ? null : hash,
    may_restore: hasFirstVersion(attachment),
  } as const;
}

/** What the meta of an attachment says of its files; the path is empty where none is stored. */
function attachmentIn(rows: readonly MetaRow[]): StoredAttachment {
  const value = (key: string): string => rows.find((row) => row.key === key)?.value ?? '';
  return {
    file: attachedPath(value(keys.file)),
    metadata: readStoredValue(value(keys.metadata)),
    backups: readStoredValue(value(backupsKey)),
  };
}
