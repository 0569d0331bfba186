import type { Call } from '../../api/call.ts';
import {
  attachedPath,
  attachmentMetaKeys as keys,
  originalName,
  readStoredValue,
  storedFileSize,
} from '../../media/attachment-metadata.ts';
import { uploadedPath } from '../../media/change-picture.ts';
import type { FileStore } from '../../media/files/file-store.ts';
import { fileUrl } from '../../media/files/media-path.ts';
import type { ImageSizes } from '../../media/image-sizes.ts';
import type { MediaContext, MediaLibrary } from '../../media/media-library.ts';
import { loadMedia, mediaImage } from '../../media/media-lookup.ts';
import { offeredWidths, type Presets } from '../../media/transforms/transform-addresses.ts';
import { sourceAmong, sourceKeys, type TransformSource } from '../../media/transforms/transform-source.ts';
import { isDecodable } from '../../media/workers/image-processor.ts';
import { postLink } from '../../rules/permalinks.ts';
import type { Site } from '../../rules/site.ts';
import type { MetaRow, Post } from '../../storage/rows.ts';
import type { Store } from '../../storage/store.ts';
import type { MediaImage } from '../../text/render/image-tag.ts';
import type { OperationContext } from '../context/core-context.ts';
import { addressesOf } from '../posts/content-addresses.ts';
import type { ContentKind, ContentKinds } from '../posts/content-kind.ts';
import { type ContentNeed, type ContentSubject, loadContent } from '../posts/content-subject.ts';
import { type ContentDisplay, type ContentView, contentView } from '../posts/content-view.ts';

/** How the interface shows media, with the kinds whose rows files can be attached to. */
export interface MediaView extends ContentView {
  /** Needed for URLs: that of an attached file is below that of its parent. */
  readonly kinds: ContentKinds;
  /** URL of the uploads folder, without a trailing slash. */
  readonly uploadsUrl: (site: Site) => string;
  readonly files: Pick<FileStore, 'stat'>;
  readonly sizes: MediaLibrary['sizes'];
  readonly transformRules: MediaContext['transformRules'];
}

export function mediaView(
  kinds: ContentKinds,
  display: ContentDisplay,
  { uploadsUrl, library, transformRules }: Pick<MediaContext, 'uploadsUrl' | 'library' | 'transformRules'>,
): MediaView {
  return {
    ...contentView(kinds.of('attachment'), display),
    kinds,
    uploadsUrl,
    transformRules,
    files: library.files,
    sizes: library.sizes,
  };
}

/** An attachment with what its fields need besides the row. */
export interface MediaSubject extends ContentSubject {
  /** Public URL of the file. */
  readonly url: string;
  /** Its path below the uploads folder; empty where none is stored. */
  readonly path: string;
  /** The size in bytes of the file as it was uploaded; null where it is not known. */
  readonly fileSize: number | null;
  /** The item that it is attached to. */
  readonly parent: Pick<Post, 'id' | 'type'> | null;
  readonly altText: string;
  /** The decoded stored metadata; null if there is none. */
  readonly metadata: unknown;
  /** The sizes that copies are made in. */
  readonly sizes: ImageSizes;
  /** What resized pictures are made of; null where that was not asked for, or there is nothing. */
  readonly source: TransformSource | null;
  /** The resized pictures that have a name. */
  readonly presets: Presets;
  /** Set if browsers show the file as an image. */
  readonly image: MediaImage | null;
}

/** What a field or link of an attachment can require to be loaded. */
export type MediaNeed = ContentNeed | 'file' | 'fileSize' | 'sizes' | 'resized' | 'parent';

const noMeta: ReadonlyMap<number, readonly MetaRow[]> = new Map();
const noParents: ReadonlyMap<number, Post> = new Map();
const noAddresses: ReadonlyMap<number, string> = new Map();
const parentNeeds: readonly MediaNeed[] = ['address', 'addressTemplate', 'parent'];
const ownNeeds: readonly MediaNeed[] = ['file', 'fileSize', 'sizes', 'resized', ...parentNeeds];
const noSizes: ImageSizes = {};
const noPresets: Presets = {};
const isShared = (need: MediaNeed): need is ContentNeed => !ownNeeds.includes(need);

/** Loads what a page of attachments needs, in a fixed number of queries. */
export async function loadMediaSubjects(
  view: MediaView,
  posts: readonly Post[],
  needs: ReadonlySet<MediaNeed>,
  call: Call,
): Promise<MediaSubject[]> {
  const uploadsUrl = view.uploadsUrl(call.site);
  const ids = posts.map((post) => post.id);
  const needsParents = parentNeeds.some((need) => needs.has(need));
  const needsFiles = needs.has('file') || needs.has('fileSize') || needs.has('resized');
  const fileKeys = needs.has('resized') ? [...Object.values(keys), ...sourceKeys] : Object.values(keys);
  const [subjects, stored, parents, sizes, presets] = await Promise.all([
    loadContent(view, posts, new Set([...needs].filter(isShared)), call),
    needsFiles ? call.store.meta.of('post', ids, fileKeys) : noMeta,
    needsParents ? parentsOf(posts, call.store) : noParents,
    needs.has('sizes') ? view.sizes(call.store) : noSizes,
    needs.has('resized') ? view.transformRules.presets(call.store) : noPresets,
  ]);
  const needsAddresses = needs.has('address') || needs.has('addressTemplate');
  const above = needsAddresses ? await parentAddresses(view.kinds, [...parents.values()], call) : noAddresses;
  const found = subjects.map((subject) => {
    const { post } = subject;
    const address = needs.has('address') ? addressBelow(view.kind, post, above, call.site) : '';
    return {
      ...subject,
      address,
      addressTemplate: needs.has('addressTemplate') ? templateBelow(view.kind, post, above, call.site) : '',
      parent: parents.get(post.parentId) ?? null,
      fileSize: null,
      sizes,
      presets,
      source: needs.has('resized') ? sourceAmong(post, stored.get(post.id) ?? []) : null,
      ...fileFacts(post, stored.get(post.id) ?? [], address, uploadsUrl),
    };
  });
  return needs.has('fileSize') ? Promise.all(found.map((subject) => withFileSize(subject, view))) : found;
}

/** The file store is asked only where the metadata does not say the size of the uploaded file. */
async function withFileSize(subject: MediaSubject, { files }: MediaView): Promise<MediaSubject> {
  const { path, metadata } = subject;
  const known = originalName(metadata) === null ? storedFileSize(metadata) : null;
  if (known !== null || path === '') return { ...subject, fileSize: known };
  return { ...subject, fileSize: (await files.stat(uploadedPath({ file: path, metadata })))?.size ?? null };
}

function fileFacts(
  post: Post,
  rows: readonly MetaRow[],
  pageUrl: string,
  uploadsUrl: string,
): Pick<MediaSubject, 'url' | 'path' | 'altText' | 'metadata' | 'image'> {
  const value = (key: string) => rows.find((row) => row.key === key)?.value ?? '';
  const path = attachedPath(value(keys.file));
  const url = path === '' ? post.guid : fileUrl(uploadsUrl, path);
  const altText = value(keys.altText);
  const metadata = readStoredValue(value(keys.metadata));
  const facts = { id: post.id, pageUrl, altText, caption: post.excerpt };
  const image = isDecodable(post.mimeType) ? mediaImage(facts, { url }, metadata) : null;
  return { url, path, altText, metadata, image };
}

type Addressing = Pick<OperationContext, 'store' | 'site' | 'caller'>;

/** The public URLs of attachments, in their order; the URLs of their parents are computed all at once. */
export async function mediaAddresses(kinds: ContentKinds, posts: readonly Post[], work: Addressing): Promise<string[]> {
  const parents = await parentsOf(posts, work.store);
  const above = await parentAddresses(kinds, [...parents.values()], work);
  return posts.map((post) => addressBelow(kinds.of('attachment'), post, above, work.site));
}

type ParentAddresses = ReadonlyMap<number, string>;

function addressBelow({ type, orphanLink }: ContentKind, post: Post, above: ParentAddresses, site: Site): string {
  const parentLink = above.get(post.parentId) ?? null;
  const isOrphan = post.parentId > 0 && parentLink === null;
  // Without a slug it is linked by its id.
  const linked = isOrphan && orphanLink === 'id' ? { ...post, slug: '' } : post;
  return postLink(site, linked, { linkStyle: type.linkStyle, parentLink });
}

/** The address with a placeholder for the slug; a file that is attached to nothing is addressed by its id. */
function templateBelow(kind: ContentKind, post: Post, above: ParentAddresses, site: Site): string {
  return addressBelow(kind, { ...post, slug: above.has(post.parentId) ? '%postname%' : '' }, above, site);
}

async function parentsOf(posts: readonly Post[], store: Store): Promise<ReadonlyMap<number, Post>> {
  const ids = [...new Set(posts.map((post) => post.parentId).filter((id) => id > 0))];
  const rows = ids.length > 0 ? await store.posts.byIds(ids) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

async function parentAddresses(
  kinds: ContentKinds,
  rows: readonly Post[],
  work: Addressing,
): Promise<Map<number, string>> {
  const addresses = new Map<number, string>();
  for (const kind of kinds) {
    const own = kind.type.inheritsFromParent ? [] : rows.filter((row) => row.type === kind.type.name);
    if (own.length === 0) continue;
    const found = await addressesOf(kind, own, work);
    for (const [i, row] of own.entries()) addresses.set(row.id, found[i] ?? '');
  }
  return addresses;
}

/** Creates the function that loads the images that texts refer to. */
export function createImageSource(
  kinds: ContentKinds,
  { uploadsUrl, transformRules }: Pick<MediaView, 'uploadsUrl' | 'transformRules'>,
): ContentDisplay['images'] {
  const { visibility } = kinds.of('attachment');
  return (needed, context) =>
    loadMedia(needed, {
      store: context.store,
      visibility: visibility.readable(context.caller),
      uploadsUrl: uploadsUrl(context.site),
      resized: (source) => offeredWidths(source, transformRules, context.site.serverUrl),
      pageUrls: (attachments) => mediaAddresses(kinds, attachments, context),
    });
}
