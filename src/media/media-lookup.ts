import { everything, sees, type Visibility } from '../rules/visibility.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import type { ImageFile, MediaImage, ResizedImage } from '../text/render/image-tag.ts';
import type { NeededMedia } from '../text/render/needed-media.ts';
import type { MediaLookup } from '../text/render/render-context.ts';
import {
  attachedPath,
  attachmentMetaKeys as keys,
  type MediaAddress,
  readPicture,
  readStoredValue,
} from './attachment-metadata.ts';
import { fileUrl, siblingUrl } from './files/media-path.ts';
import { focalPointKey, objectPosition, parseFocalPoint } from './focal-point.ts';
import { sourceAmong, sourceKeys, type TransformSource } from './transforms/transform-source.ts';

/** The dependencies of a lookup; `pageUrls` returns the permalinks of attachments, in the same order. */
export interface LookupContext {
  readonly store: Store;
  /** What the reader may see: no text shows an image that the media library would hide. */
  readonly visibility: Visibility;
  readonly uploadsUrl: string;
  /** The resized pictures of a file that anybody may ask for. */
  readonly resized: (source: TransformSource | null) => ResizedImage | null;
  readonly pageUrls: (attachments: readonly Post[]) => Promise<readonly string[]>;
}

/** Most images that are loaded for galleries. */
const mostAttached = 1000;

/** Fetches the images that texts need, with four queries for any number of images. */
export async function loadMedia(needed: NeededMedia, context: LookupContext): Promise<MediaLookup> {
  const attached = needed.attachedTo.length > 0 ? await attachedImages(needed.attachedTo, context.store) : [];
  const named = needed.images.length > 0 ? await context.store.posts.byIds(needed.images) : [];
  const rows = new Map([...attached, ...named.filter(isImage)].map((post) => [post.id, post]));
  const images = await imagesOf(await within(context.visibility, [...rows.values()], context.store), context);
  return {
    image: (id) => images.get(id),
    attachedTo: (postId) =>
      attached.filter((post) => post.parentId === postId).flatMap((post) => images.get(post.id) ?? []),
  };
}

/** The visible rows, each checked together with its parent. */
async function within(visibility: Visibility, posts: readonly Post[], store: Store): Promise<Post[]> {
  const parentIds = [...new Set(posts.map((post) => post.parentId).filter((id) => id > 0))];
  const parents = parentIds.length > 0 ? await store.posts.byIds(parentIds) : [];
  const byId = new Map(parents.map((parent) => [parent.id, parent]));
  return posts.filter((post) => sees(visibility, { ...post, parent: byId.get(post.parentId) ?? null }));
}

function isImage(post: Post): boolean {
  return post.type === 'attachment' && post.status !== 'trash' && post.mimeType.startsWith('image/');
}

function attachedImages(postIds: readonly number[], store: Store): Promise<Post[]> {
  return store.posts.find(
    {
      types: ['attachment'],
      visibility: everything,
      statuses: ['inherit'],
      parentIds: postIds,
      mimeTypes: ['image/*'],
    },
    { by: 'menuOrder', direction: 'asc' },
    { limit: mostAttached, offset: 0 },
  );
}

async function imagesOf(posts: readonly Post[], context: LookupContext): Promise<Map<number, MediaImage>> {
  const ids = posts.map((post) => post.id);
  const meta = await context.store.meta.of('post', ids, [...Object.values(keys), ...sourceKeys]);
  const pages = await context.pageUrls(posts);
  return new Map(
    posts.map((post, at) => {
      const values = new Map(meta.get(post.id)?.map(({ key, value }) => [key, value]));
      const path = attachedPath(values.get(keys.file));
      const url = path ? fileUrl(context.uploadsUrl, path) : post.guid;
      const facts = {
        id: post.id,
        pageUrl: pages[at]!,
        altText: values.get(keys.altText) ?? '',
        caption: post.excerpt,
        resized: context.resized(sourceAmong(post, meta.get(post.id) ?? [])),
        ...positionOf(values.get(focalPointKey)),
      };
      return [post.id, mediaImage(facts, { url }, readStoredValue(values.get(keys.metadata)))];
    }),
  );
}

function positionOf(stored: string | null | undefined): Pick<MediaImage, 'position'> {
  const point = parseFocalPoint(stored ?? '');
  return point ? { position: objectPosition(point) } : {};
}

/** What is known about a library image besides its files. */
export interface ImageFacts {
  readonly id: number;
  readonly pageUrl: string;
  readonly altText: string;
  readonly caption: string;
  readonly resized?: ResizedImage | null;
  readonly position?: string;
}

/** The image as rendered in texts. Unknown dimensions become one pixel, as clients expect. */
export function mediaImage(facts: ImageFacts, { url }: Pick<MediaAddress, 'url'>, metadata: unknown): MediaImage {
  const picture = readPicture(metadata);
  const sizes: Record<string, ImageFile> = {};
  for (const [name, { file, width, height }] of Object.entries(picture?.sizes ?? {})) {
    sizes[name] = { url: siblingUrl(url, file), width, height };
  }
  return { ...facts, full: { url, width: picture?.width ?? 1, height: picture?.height ?? 1 }, sizes };
}
