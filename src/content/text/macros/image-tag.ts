import type { ImageFile, MediaImage } from '../render-context.ts';
import { escapeHtml } from '../scan/entities.ts';

/** Wider copies than this are not offered to browsers. */
const widestOffered = 1600;

/** The `<img>` of a library image in a size; an unknown size, or one the image is too small for, gives the full file. */
export function imageTag(image: MediaImage, size: string, more: Readonly<Record<string, string>> = {}): string {
  const file = image.sizes[size] ?? image.full;
  const name = escapeHtml(size);
  const attributes = {
    width: String(file.width),
    height: String(file.height),
    src: escapeHtml(file.url),
    class: `attachment-${name} size-${name}`,
    alt: escapeHtml(image.altText.trim()),
    ...responsiveAttributes(image, file, file.width),
    ...more,
  };
  return `<img ${Object.entries(attributes)
    .map(([key, value]) => `${key}="${value}"`)
    .join(' ')} />`;
}

/** `srcset` and `sizes` for a file of an image shown at a width; nothing when there is no other copy of the same shape. */
export function responsiveAttributes(
  image: MediaImage,
  file: ImageFile,
  width: number,
): { srcset?: string; sizes?: string } {
  const offered = new Map<number, ImageFile>([[file.width, file]]);
  for (const other of [...Object.values(image.sizes), image.full]) {
    if (other.width <= widestOffered && sameShape(file, other) && !offered.has(other.width))
      offered.set(other.width, other);
  }
  if (offered.size < 2) return {};
  return {
    srcset: [...offered.values()].map((copy) => `${escapeHtml(copy.url)} ${copy.width}w`).join(', '),
    sizes: `(max-width: ${width}px) 100vw, ${width}px`,
  };
}

/** True when one is the other scaled, give or take the pixel that rounding costs. */
function sameShape(a: ImageFile, b: ImageFile): boolean {
  const [small, large] = a.width <= b.width ? [a, b] : [b, a];
  if (small.width < 1 || large.width < 1) return false;
  return Math.abs(Math.round((large.height * small.width) / large.width) - small.height) <= 1;
}

/** The linked image that stands before the rendered description of a library image. */
export const attachmentLink = (image: MediaImage): string =>
  `<p class="attachment"><a href='${escapeHtml(image.full.url)}'>${imageTag(image, 'medium')}</a></p>\n`;
