import type { ImageFile } from '../media-image.ts';
import type { MediaLookup } from '../render-context.ts';
import { responsiveAttributes } from '../shortcodes/image-tag.ts';
import { fileShown, imageId } from '../shortcodes/responsive-images.ts';

/**
 * Completes the pictures and frames of a text with blocks: browsers load them when they are seen, and those of the
 * library get their measures and their other copies.
 */
export function pictureTags(html: string, media: MediaLookup | undefined): string {
  return html.replace(/<(img|iframe) [^<>]*>/g, (tag, name: string) => {
    if (!tag.includes(' src="')) return tag;
    return name === 'img' ? pictureTag(tag, media) : withAttributes(tag, loading(tag));
  });
}

function pictureTag(tag: string, media: MediaLookup | undefined): string {
  const id = imageId(tag);
  const image = id === undefined ? undefined : media?.image(id);
  const file = image && fileShown(image, withoutQuery(tag));
  const measures =
    file && isMeasured(file) && !has(tag, 'width') && !has(tag, 'height')
      ? ` width="${file.width}" height="${file.height}"`
      : '';
  const measured = withAttributes(tag, measures);
  const decoding = has(tag, 'decoding') ? '' : ' decoding="async"';
  const completed = withAttributes(measured, decoding + loading(measured));
  if (!image || !file || has(tag, 'srcset')) return completed;
  const written = measures === '' && has(tag, 'height') ? / width="([0-9]+)"/.exec(tag)?.[1] : undefined;
  const { srcset, sizes } = responsiveAttributes(image, file, Number(written ?? file.width), 'blocks');
  if (srcset === undefined) return completed;
  const start = completed.slice(0, completed.endsWith('/>') ? -2 : -1).trimEnd();
  return `${start} srcset="${srcset}"${has(tag, 'sizes') ? '' : ` sizes="${sizes}"`} />`;
}

/** Files whose measures are not known have one pixel. */
const isMeasured = ({ width, height }: ImageFile): boolean => width > 1 || height > 1;

const withoutQuery = (tag: string): string => tag.replace(/( src="[^"?]*)\?[^"]*/, '$1');

/** What has no measures would move the text around it when it is loaded late. */
const loading = (tag: string): string =>
  has(tag, 'width') && has(tag, 'height') && !has(tag, 'loading') ? ' loading="lazy"' : '';

const has = (tag: string, attribute: string): boolean => tag.includes(` ${attribute}="`);

/** Adds attributes before those of a tag. */
const withAttributes = (tag: string, attributes: string): string => tag.replace(' ', () => `${attributes} `);
