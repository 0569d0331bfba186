import type { ImageFile, MediaImage } from '../media-image.ts';
import { escapeKeepingReferences } from '../scan/entities.ts';

/** The widest copy listed in `srcset`, in texts without blocks and with them. */
const widestOffered = { plain: 1600, blocks: 2048 } as const;

/** The `<img>` of a library image in a size; the full file for an unknown size or one the image is too small for. */
export function imageTag(
  image: MediaImage,
  size: string,
  more: Readonly<Record<string, string>> = {},
  text: keyof typeof widestOffered = 'plain',
): string {
  const file = image.sizes[size] ?? image.full;
  const name = escapeKeepingReferences(size);
  const attributes = {
    width: String(file.width),
    height: String(file.height),
    src: escapeKeepingReferences(file.url),
    class: `attachment-${name} size-${name}`,
    alt: escapeKeepingReferences(image.altText.trim()),
    ...more,
    ...responsiveAttributes(image, file, file.width, text),
  };
  return `<img ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')} />`;
}

/**
 * `srcset` and `sizes` for a file of an image shown at a width; empty when no other copy has the same aspect ratio.
 * Copies of a GIF are not animated, so they are never alternatives for the full file, nor the full file for them.
 */
export function responsiveAttributes(
  image: MediaImage,
  file: ImageFile,
  width: number,
  text: keyof typeof widestOffered = 'plain',
): { srcset?: string; sizes?: string } {
  const offered = copiesLike(image, file, text);
  if (offered.length < 2) return {};
  return {
    srcset: offered.map((copy) => `${escapeKeepingReferences(copy.url)} ${copy.width}w`).join(', '),
    sizes: `(max-width: ${width}px) 100vw, ${width}px`,
  };
}

/** A file of an image and its copies of the same aspect ratio, one per width; only the file where there are none. */
export function copiesLike(
  image: MediaImage,
  file: ImageFile,
  text: keyof typeof widestOffered = 'plain',
): ImageFile[] {
  const isGif = /\.gif$/i.test(image.full.url);
  if (isGif && file.url === image.full.url) return [file];
  const offered = new Map<number, ImageFile>([[file.width, file]]);
  for (const other of [...Object.values(image.sizes), ...(isGif ? [] : [image.full])]) {
    if (other.width <= widestOffered[text] && sameShape(file, other) && !offered.has(other.width))
      offered.set(other.width, other);
  }
  return [...offered.values()];
}

/** True when both have the same aspect ratio, within one pixel of rounding. */
function sameShape(a: ImageFile, b: ImageFile): boolean {
  const [small, large] = a.width <= b.width ? [a, b] : [b, a];
  if (small.width < 1 || large.width < 1) return false;
  return Math.abs(Math.round((large.height * small.width) / large.width) - small.height) <= 1;
}

/** The linked image that comes before the rendered description of a library image. */
export const attachmentLink = (image: MediaImage): string =>
  `<p class="attachment"><a href='${escapeKeepingReferences(image.full.url)}'>${imageTag(image, 'medium')}</a></p>\n`;
