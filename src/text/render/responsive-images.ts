import { escapeKeepingReferences } from '../entities.ts';
import type { TextRules } from '../text-rules.ts';
import { type ImageFile, imageTag, type MediaImage, responsiveAttributes } from './image-tag.ts';
import type { MediaLookup, RenderContext } from './render-context.ts';

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

/**
 * Completes the pictures and frames of a text: browsers load them when they are seen, and those of the library get their
 * measures and their other copies. Today's rules do so in every text, the others in texts with blocks.
 */
export function pictureTags(html: string, { media, rules }: PictureContext): string {
  return html.replace(/<(img|iframe) [^<>]*>/g, (tag, name: string) => {
    if (!tag.includes(' src="')) return tag;
    if (name === 'img') return pictureTag(tag, media, rules.lazyPictures ? 'today' : 'blocks');
    return isOwnEmbed(tag) ? tag : withAttributes(tag, loading(tag));
  });
}

type PictureContext = Pick<RenderContext, 'media' | 'rules'>;

/** A script shows the frame of an embedded post once it can talk to it. */
const isOwnEmbed = (tag: string): boolean => tag.includes(' data-secret="');

function pictureTag(tag: string, media: MediaLookup | undefined, text: 'blocks' | 'today'): string {
  const id = imageId(tag);
  const image = id === undefined ? undefined : media?.image(id);
  const file = image && fileShown(image, withoutQuery(tag));
  const measured = withAttributes(
    tag,
    measures(tag, file ?? (text === 'today' && image ? fileNamed(image, tag) : undefined)),
  );
  const decoding = has(tag, 'decoding') ? '' : ' decoding="async"';
  const late = loading(measured);
  const completed = withAttributes(measured, text === 'today' ? late + decoding : decoding + late);
  const isAuto = text === 'today' && has(completed, 'loading');
  if (!image || !file || has(tag, 'srcset')) return isAuto ? withAutoSizes(completed) : completed;
  const written = measured === tag && has(tag, 'height') ? / width="([0-9]+)"/.exec(tag)?.[1] : undefined;
  const { srcset, sizes } = responsiveAttributes(image, file, Number(written ?? file.width), text);
  if (srcset === undefined) return completed;
  const start = completed.slice(0, completed.endsWith('/>') ? -2 : -1).trimEnd();
  const offered = `${start} srcset="${srcset}"${has(tag, 'sizes') ? '' : ` sizes="${sizes}"`} />`;
  return isAuto ? withAutoSizes(offered) : offered;
}

/** Browsers that know how wide a picture is shown when they load it need not be told. */
const withAutoSizes = (tag: string): string =>
  tag.includes(' loading="lazy"') ? tag.replace(/ sizes="(?!auto\b)(?=[^"])/, ' sizes="auto, ') : tag;

function measures(tag: string, file: ImageFile | undefined): string {
  if (!file || !isMeasured(file) || has(tag, 'width') || has(tag, 'height')) return '';
  return ` width="${file.width}" height="${file.height}"`;
}

/** The file of an image that has the name of the one a tag shows, wherever that is. */
function fileNamed(image: MediaImage, tag: string): ImageFile | undefined {
  const name = nameIn(/ src="([^"?#]*)/.exec(tag)?.[1] ?? '');
  return [image.full, ...Object.values(image.sizes)].find(({ url }) => name !== '' && nameIn(url) === name);
}

const nameIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** Files whose measures are not known have one pixel. */
const isMeasured = ({ width, height }: ImageFile): boolean => width > 1 || height > 1;

const withoutQuery = (tag: string): string => tag.replace(/( src="[^"?]*)\?[^"]*/, '$1');

/** What has no measures would move the text around it when it is loaded late. */
const loading = (tag: string): string =>
  has(tag, 'width') && has(tag, 'height') && !has(tag, 'loading') ? ' loading="lazy"' : '';

const has = (tag: string, attribute: string): boolean => tag.includes(` ${attribute}="`);

/** Adds attributes before those of a tag. */
const withAttributes = (tag: string, attributes: string): string => tag.replace(' ', () => `${attributes} `);

/** The linked image that comes before the rendered description of a library image. */
export function attachmentLink(image: MediaImage, rules: TextRules): string {
  const sized = rules.lazyPictures && !image.sizes['medium'] ? fitted(image, mediumSide) : image;
  const tag = imageTag(sized, 'medium', {}, rules.lazyPictures ? 'today' : 'plain');
  const shown = rules.lazyPictures ? pictureTags(tag, { rules }) : tag;
  return `<p class="attachment"><a href='${escapeKeepingReferences(image.full.url)}'>${shown}</a></p>\n`;
}

/** The longest side of a copy of medium size. */
const mediumSide = 300;

/** An image without copies whose file is shown no larger than a copy with this longest side would be. */
function fitted(image: MediaImage, longestSide: number): MediaImage {
  const { width, height } = image.full;
  const ratio = Math.min(1, longestSide / width, longestSide / height);
  const side = (length: number) => Math.max(1, Math.round(length * ratio));
  return { ...image, full: { ...image.full, width: side(width), height: side(height) }, sizes: {} };
}
