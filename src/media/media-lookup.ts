import { everything, type Sight, sees } from '../content/sight.ts';
import type { NeededMedia } from '../content/text/needed-media.ts';
import type { MediaImage, MediaLookup } from '../content/text/render-context.ts';
import type { Post } from '../storage/rows.ts';
import type { Store } from '../storage/store.ts';
import { attachedPath, attachmentMetaKeys as keys } from './attachment-metadata.ts';
import { mediaImage } from './media-image.ts';
import { fileUrl } from './media-urls.ts';
import { readStoredValue } from './stored-metadata.ts';

/** What a lookup is built with; `pageUrls` gives the public addresses of attachments, in their order. */
export interface LookupParts {
  readonly store: Store;
  /** What the reader of the text may see: no text shows an image that the library would not. */
  readonly sight: Sight;
  readonly uploadsUrl: string;
  readonly pageUrls: (attachments: readonly Post[]) => Promise<readonly string[]>;
}

/** A gallery of more images than this helps nobody. */
const mostAttached = 1000;

/** Fetches the images that texts ask for, all at once: four queries, however many there are. */
export async function loadMedia(needed: NeededMedia, parts: LookupParts): Promise<MediaLookup> {
  const attached = needed.attachedTo.length > 0 ? await attachedImages(needed.attachedTo, parts.store) : [];
  const named = needed.images.length > 0 ? await parts.store.posts.byIds(needed.images) : [];
  const rows = new Map([...attached, ...named.filter(isImage)].map((post) => [post.id, post]));
  const images = await imagesOf(await within(parts.sight, [...rows.values()], parts.store), parts);
  return {
    image: (id) => images.get(id),
    attachedTo: (postId) =>
      attached.filter((post) => post.parentId === postId).flatMap((post) => images.get(post.id) ?? []),
  };
}

/** The rows within a sight, each judged with the row it hangs on. */
async function within(sight: Sight, posts: readonly Post[], store: Store): Promise<Post[]> {
  const parentIds = [...new Set(posts.map((post) => post.parentId).filter((id) => id > 0))];
  const parents = parentIds.length > 0 ? await store.posts.byIds(parentIds) : [];
  const byId = new Map(parents.map((parent) => [parent.id, parent]));
  return posts.filter((post) => sees(sight, { ...post, parent: byId.get(post.parentId) ?? null }));
}

function isImage(post: Post): boolean {
  return post.type === 'attachment' && post.status !== 'trash' && post.mimeType.startsWith('image/');
}

function attachedImages(postIds: readonly number[], store: Store): Promise<Post[]> {
  return store.posts.find(
    { types: ['attachment'], sight: everything, statuses: ['inherit'], parentIds: postIds, mimeGroup: 'image' },
    { by: 'menuOrder', direction: 'asc' },
    { limit: mostAttached, offset: 0 },
  );
}

async function imagesOf(posts: readonly Post[], parts: LookupParts): Promise<Map<number, MediaImage>> {
  const ids = posts.map((post) => post.id);
  const meta = await parts.store.meta.of('post', ids, Object.values(keys));
  const pages = await parts.pageUrls(posts);
  return new Map(
    posts.map((post, at) => {
      const values = new Map(meta.get(post.id)?.map(({ key, value }) => [key, value]));
      const path = attachedPath(values.get(keys.file));
      const url = path ? fileUrl(parts.uploadsUrl, path) : post.guid;
      const facts = {
        id: post.id,
        pageUrl: pages[at]!,
        altText: values.get(keys.altText) ?? '',
        caption: post.excerpt,
      };
      return [post.id, mediaImage(facts, { url }, readStoredValue(values.get(keys.metadata)))];
    }),
  );
}
