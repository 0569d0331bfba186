import type { MediaImage } from '../../text/media-image.ts';
import { copiesLike } from '../../text/shortcodes/image-tag.ts';
import type { PictureModel } from '../../theme/basic-models.ts';
import type { PageWork } from '../page-context.ts';

/** Sizes to show first, widest wanted first; the full file where an image has none of them. */
const usual = ['large', 'medium_large', 'full'];

/** An image of the library as themes show it. */
export function pictureOf(image: MediaImage, size?: string): PictureModel {
  const name = [...(size ? [size] : []), ...usual].find((one) => Object.hasOwn(image.sizes, one));
  const file = (name && image.sizes[name]) || image.full;
  const copies = copiesLike(image, file);
  return {
    src: file.url,
    srcset: copies.length > 1 ? copies.map((copy) => `${copy.url} ${copy.width}w`).join(', ') : '',
    width: file.width,
    height: file.height,
    alt: image.altText.trim(),
  };
}

/** The images with these ids that the reader may see, by id. */
export async function loadPictures(
  { core, call }: Pick<PageWork, 'core' | 'call'>,
  ids: readonly number[],
): Promise<Map<number, MediaImage>> {
  const wanted = [...new Set(ids)].filter((id) => id > 0);
  if (wanted.length === 0) return new Map();
  const found = await core.display.images({ images: wanted, attachedTo: [] }, call);
  return new Map(wanted.flatMap((id) => [found.image(id) ?? []].flat().map((image) => [id, image] as const)));
}
