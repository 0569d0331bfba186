import type { ImageFile, MediaImage } from '../media-image.ts';
import type { MediaLookup } from '../render-context.ts';
import { responsiveAttributes } from './image-tag.ts';

/** Adds `srcset` and `sizes` to `<img>` tags that name a library image in their class and show one of its files. */
export function responsiveImages(text: string, media: MediaLookup | undefined): string {
  if (media === undefined || !text.includes('wp-image-')) return text;
  return text.replace(/<img [^<>]*>/g, (tag) => {
    const id = imageId(tag);
    const image = id === undefined || tag.includes(' srcset=') ? undefined : media.image(id);
    const file = image && fileShown(image, tag);
    if (!image || !file) return tag;
    const width = Number.parseInt(/ width="([0-9]+)"/.exec(tag)?.[1] ?? '', 10) || file.width;
    const { srcset, sizes } = responsiveAttributes(image, file, width);
    if (srcset === undefined) return tag;
    const written = tag.includes(' sizes=') ? ` srcset="${srcset}"` : ` srcset="${srcset}" sizes="${sizes}"`;
    const attributes = tag.slice(0, tag.endsWith('/>') ? -2 : -1).trimEnd();
    return `${attributes}${written} />`;
  });
}

/** The id of the library image in a tag's class, if there is one. */
export function imageId(tag: string): number | undefined {
  const digits = /wp-image-([0-9]{1,15})/.exec(tag)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The file of an image that a tag shows; undefined for another one. */
export function fileShown(image: MediaImage, tag: string): ImageFile | undefined {
  const src = / src="([^"]*)"/.exec(tag)?.[1] ?? '';
  const written = new Set([src, decoded(src)]);
  return [image.full, ...Object.values(image.sizes)].find((file) => written.has(file.url));
}

/** A percent-decoded URL, since clients send URLs encoded or not. */
function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}
