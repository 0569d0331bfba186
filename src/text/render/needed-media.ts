import { galleryIds, galleryOwner } from '../shortcodes/gallery.ts';
import { closingBracket, readShortcodeAttributes } from '../shortcodes/shortcodes.ts';
import { imageId } from './responsive-images.ts';

/** The images a text needs from the media library. */
export interface NeededMedia {
  /** Ids of the images that the text refers to. */
  readonly images: readonly number[];
  /** The posts whose attached images are shown. */
  readonly attachedTo: readonly number[];
}

const nothing: NeededMedia = { images: [], attachedTo: [] };

/** Finds the images to fetch before a stored text is rendered. For nearly every text this costs two string searches. */
export function neededMedia(raw: string, postId: number): NeededMedia {
  const hasImages = raw.includes('wp-image-');
  const hasGalleries = raw.includes('[gallery');
  if (!hasImages && !hasGalleries) return nothing;
  const images = new Set<number>();
  const attachedTo = new Set<number>();
  if (hasImages) for (const [tag] of raw.matchAll(/<img [^<>]*>/g)) addImage(images, tag);
  for (let at = raw.indexOf('[gallery'); at !== -1; at = raw.indexOf('[gallery', at + 1)) {
    const close = closingBracket(raw, at + 8);
    if (close === -1) continue;
    const attributes = readShortcodeAttributes(raw.slice(at + 8, close));
    const ids = galleryIds(attributes);
    if (ids === undefined) attachedTo.add(galleryOwner(attributes) ?? postId);
    else for (const id of ids) images.add(id);
  }
  return { images: [...images], attachedTo: [...attachedTo] };
}

function addImage(images: Set<number>, tag: string): void {
  const id = imageId(tag);
  if (id !== undefined) images.add(id);
}
