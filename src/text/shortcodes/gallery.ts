import { escapeKeepingReferences } from '../entities.ts';
import type { MediaImage } from '../render/image-tag.ts';
import { imageTag } from '../render/image-tag.ts';
import type { RenderContext, ShortcodeAttributes, ShortcodeHandler } from '../render/render-context.ts';
import { typography } from '../render/typography.ts';
import { galleryTags } from '../sanitise/allowed-markup.ts';
import { trimBlanks } from '../scan.ts';
import type { TextRules } from '../text-rules.ts';

/** `[gallery ids="…"]`: images in columns, by id or those attached to the post; empty when there are none. */
export const gallery: ShortcodeHandler = (attributes, _body, context) => {
  const images = imagesOf(attributes, context);
  if (images.length > 0 || context.rules.countsEmptyGalleries) context.counters.gallery++;
  if (images.length === 0) return '';
  const id = `gallery-${context.counters.gallery}`;
  const columns = attributes['columns'] === undefined ? 3 : Number.parseInt(attributes['columns'], 10) || 0;
  const owner = galleryOwner(attributes) ?? context.postId;
  const size = escapeKeepingReferences(attributes['size'] ?? 'thumbnail');
  const breaks = columns > 0 && !context.isBlockText;
  const items = images.map((image, index) => {
    const rowEnds = breaks && (index + 1) % columns === 0;
    return item(image, id, attributes, context) + (rowEnds ? '<br style="clear: both" />' : '');
  });
  const open = breaks && images.length % columns !== 0 ? "\n\t\t\t<br style='clear: both' />" : '';
  return (
    `${context.isBlockText ? '' : style(id, columns, context.rules)}<div id='${id}' class='gallery galleryid-${owner} gallery-columns-${columns} ` +
    `gallery-size-${size}'>${items.join('')}${open}\n\t\t</div>\n`
  );
};

/** The image ids of a gallery, or undefined when it shows the images attached to a post. */
export function galleryIds(attributes: ShortcodeAttributes): readonly number[] | undefined {
  const named = attributes['ids'] ?? attributes['include'];
  return named === undefined || named === '' ? undefined : idList(named);
}

/** The post whose images a gallery shows, when it is not the post the text belongs to. */
export function galleryOwner(attributes: ShortcodeAttributes): number | undefined {
  const id = Number.parseInt(attributes['id'] ?? '', 10);
  return id > 0 ? id : undefined;
}

function imagesOf(attributes: ShortcodeAttributes, { media, postId }: RenderContext): readonly MediaImage[] {
  if (media === undefined) return [];
  const ids = galleryIds(attributes);
  if (ids !== undefined) return ids.map((id) => media.image(id)).filter((image) => image !== undefined);
  const excluded = new Set(idList(attributes['exclude'] ?? ''));
  return media.attachedTo(galleryOwner(attributes) ?? postId).filter((image) => !excluded.has(image.id));
}

/** The distinct numbers in a text, with any separator. */
const idList = (text: string): number[] => [
  ...new Set(
    text
      .split(/[^0-9]+/)
      .filter(Boolean)
      .map(Number),
  ),
];

function item(image: MediaImage, galleryId: string, attributes: ShortcodeAttributes, context: RenderContext): string {
  const tag = (name: string, fallback: string) => {
    const chosen = (attributes[name] ?? fallback).toLowerCase();
    return galleryTags.has(chosen) ? chosen : fallback;
  };
  const [ofItem, ofIcon, ofCaption] = context.isBlockText ? ['figure', 'div', 'figcaption'] : ['dl', 'dt', 'dd'];
  const [itemTag, iconTag, captionTag] = [tag('itemtag', ofItem), tag('icontag', ofIcon), tag('captiontag', ofCaption)];
  const text = trimBlanks(image.caption);
  const labelled = text === '' ? undefined : `${galleryId}-${image.id}`;
  const described: Readonly<Record<string, string>> = labelled ? { 'aria-describedby': labelled } : {};
  const isUnknown = context.isBlockText && image.full.width <= 1;
  const shape = isUnknown ? '' : image.full.height > image.full.width ? 'portrait' : 'landscape';
  const picture = isUnknown ? escapeKeepingReferences(image.altText) : pictureOf(image, attributes, described, context);
  const caption = labelled
    ? `\n\t\t\t\t<${captionTag} class='wp-caption-text gallery-caption' id='${labelled}'>\n\t\t\t\t` +
      `${typography(text, context.shortcodes)}\n\t\t\t\t</${captionTag}>`
    : '';
  return (
    `<${itemTag} class='gallery-item'>\n\t\t\t<${iconTag} class='gallery-icon ${shape}'>\n\t\t\t\t` +
    `${linked(picture, image, attributes['link'])}\n\t\t\t</${iconTag}>${caption}</${itemTag}>`
  );
}

function pictureOf(
  image: MediaImage,
  attributes: ShortcodeAttributes,
  described: Readonly<Record<string, string>>,
  { isBlockText, rules }: RenderContext,
): string {
  const size = attributes['size'] ?? 'thumbnail';
  if (rules.lazyPictures) return imageTag(image, size, described, 'today');
  if (!isBlockText) return imageTag(image, size, described);
  return imageTag(image, size, { decoding: 'async', loading: 'lazy', ...described }, 'blocks');
}

function linked(picture: string, image: MediaImage, link: string | undefined): string {
  if (link === 'none') return picture;
  return `<a href='${escapeKeepingReferences(link === 'file' ? image.full.url : image.pageUrl)}'>${picture}</a>`;
}

/** Clients compare rendered text, so this block must match what they expect, including its comment. */
function style(id: string, columns: number, { formerBrowsers }: TextRules): string {
  const rules: readonly [string, readonly string[]][] = [
    ['', ['margin: auto;']],
    [
      ' .gallery-item',
      [
        'float: left;',
        'margin-top: 10px;',
        'text-align: center;',
        `width: ${columns > 0 ? Math.floor(100 / columns) : 100}%;`,
      ],
    ],
    [' img', ['border: 2px solid #cfcfcf;']],
    [' .gallery-caption', ['margin-left: 0;']],
  ];
  const written = rules.map(
    ([selector, lines]) => `\t\t\t#${id}${selector} {\n${lines.map((line) => `\t\t\t\t${line}\n`).join('')}\t\t\t}\n`,
  );
  return (
    `\n\t\t<style${formerBrowsers ? " type='text/css'" : ''}>\n${written.join('')}` +
    '\t\t\t/* see gallery_shortcode() in wp-includes/media.php */\n\t\t</style>\n\t\t'
  );
}
