import { escapeKeepingReferences } from '../entities.ts';

/** One stored file of an image. */
export interface ImageFile {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The resized pictures of an image: an address, and the widths that may be added to it. */
export interface ResizedImage {
  readonly url: string;
  readonly widths: readonly number[];
}

/** What rendering needs to know of an image in the library, already fetched. */
export interface MediaImage {
  readonly id: number;
  /** URL of the image's own page. */
  readonly pageUrl: string;
  readonly altText: string;
  /** The stored caption. */
  readonly caption: string;
  /** Null where there are none. */
  readonly resized?: ResizedImage | null;
  /** What stays in view where it is cropped, as CSS places it; left out for the middle. */
  readonly position?: string;
  readonly full: ImageFile;
  /** The scaled copies by size name, smallest first (`thumbnail`, `medium`, …); without `full`. */
  readonly sizes: Readonly<Record<string, ImageFile>>;
}

/** The widest copy listed in `srcset`: in texts without blocks, with them, and in any text of today's rules. */
const widestOffered = { plain: 1600, blocks: 2048, today: 2048 } as const;

/** How today's rules order copies; others follow. */
const orderToday = ['medium', 'large', 'thumbnail', 'medium_large', '1536x1536', '2048x2048'];

function copiesOf({ sizes }: MediaImage, text: keyof typeof widestOffered): ImageFile[] {
  if (text !== 'today') return Object.values(sizes);
  const place = (name: string) => (orderToday.indexOf(name) + orderToday.length + 1) % (orderToday.length + 1);
  return Object.entries(sizes)
    .sort(([one], [other]) => place(one) - place(other))
    .map(([, file]) => file);
}

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
  for (const other of [...copiesOf(image, text), ...(isGif ? [] : [image.full])]) {
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

export interface PostImageOptions {
  /** Replaces the class of its size. */
  readonly class?: string;
  readonly alt?: string;
  readonly style?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** The image of a post, loaded when it comes into view. */
export function postImage(image: MediaImage, size: string, options: PostImageOptions = {}): string {
  const name = escapeKeepingReferences(size);
  const { class: own = `attachment-${name} size-${name}`, alt, style, more } = options;
  const attributes = {
    class: `${own} wp-post-image`,
    ...(alt === undefined ? {} : { alt }),
    decoding: 'async',
    loading: 'lazy',
    ...(style === undefined ? {} : { style }),
    ...more,
  };
  return imageTag(image, size, attributes, 'blocks');
}
