import { escapeKeepingReferences } from '../entities.ts';
import type { RenderCounters, ShortcodeHandler } from '../render/render-context.ts';
import { sanitiseContent } from '../sanitise/sanitise.ts';
import { trimBlanks } from '../scan.ts';
import { gallery } from './gallery.ts';
import { audio, video } from './players.ts';
import { createShortcodeRegistry } from './shortcodes.ts';

/** `[caption width="…"]<img> text[/caption]`: an image with its caption in a box of the image's width. */
export const caption: ShortcodeHandler = (attributes, body = '', { isBlockText, rules, counters }) => {
  const { image, text } =
    attributes['caption'] === undefined ? splitBody(body) : { image: body, text: harmless(attributes['caption']) };
  const width = Number.parseInt(attributes['width'] ?? '', 10);
  if (!(width >= 1) || text === '') return image;
  const id = (attributes['id'] ?? '').replace(/[^\w-]/g, '');
  const classes = ['wp-caption', attributes['align'] ?? 'alignnone', attributes['class'] ?? ''].filter(
    (name) => name !== '',
  );
  const named = escapeKeepingReferences(classes.join(' '));
  if (rules.describedCaptions)
    return describedCaption({ image, text, width, id: numbered(id, counters), classes: named });
  if (isBlockText) {
    const label = id === '' ? '' : `caption-${id.replaceAll('_', '-')}`;
    const described = id === '' ? '' : `id="${id}" aria-describedby="${label}" `;
    const labelled = id === '' ? '' : `id="${label}" `;
    return `<figure ${described}style="width: ${width}px" class="${named}">${image}<figcaption ${labelled}class="wp-caption-text">${text}</figcaption></figure>`;
  }
  return (
    `<div ${id === '' ? '' : `id="${id}" `}style="width: ${width + 10}px" class="${named}">` +
    `${image}<p class="wp-caption-text">${text}</p></div>`
  );
};

interface Captioned {
  readonly image: string;
  readonly text: string;
  readonly width: number;
  readonly id: string;
  readonly classes: string;
}

/** A picture and its caption that name each other, where the caption has an id. */
function describedCaption({ image, text, width, id, classes }: Captioned): string {
  const label = id === '' ? '' : `caption-${id.replaceAll('_', '-')}`;
  const picture = label === '' ? image : image.replace('<img ', () => `<img aria-describedby="${label}" `);
  return (
    `<div ${id === '' ? '' : `id="${id}" `}style="width: ${width + 10}px" class="${classes}">${picture}` +
    `<p ${label === '' ? '' : `id="${label}" `}class="wp-caption-text">${text}</p></div>`
  );
}

/** An id that a page has only once: the second use of it ends in `-2`. */
function numbered(id: string, { captions }: RenderCounters): string {
  if (id === '') return '';
  const uses = (captions.get(id) ?? 0) + 1;
  captions.set(id, uses);
  return uses === 1 ? id : `${id}-${uses}`;
}

/** Sanitises text that has markup; text without angle brackets is returned unchanged. */
const harmless = (text: string): string => (/[<>]/.test(text) ? sanitiseContent(text, 'large') : text);

/** The first image of the body with the link around it, and the text after it; text before the image is dropped. */
function splitBody(body: string): { image: string; text: string } {
  const found = /<img [^<>]+>/.exec(body);
  if (found === null) return { image: body, text: '' };
  let start = found.index;
  let end = start + found[0].length;
  const linkStart = body.lastIndexOf('<a ', start);
  const linkClose = /^\s*<\/a>/.exec(body.slice(end));
  if (linkStart !== -1 && linkClose && /^<a [^<>]+>\s*$/.test(body.slice(linkStart, start))) {
    start = linkStart;
    end += linkClose[0].length;
  }
  return { image: body.slice(start, end), text: trimBlanks(body.slice(end)) };
}

const nothing = (): string => '';

/**
 * The shortcodes every site has. `embed` is here only for what the earlier embed step left (its escaped form).
 * `playlist` renders nothing, because rendering has no access to the audio files of the library.
 */
export const coreShortcodes = createShortcodeRegistry({
  audio,
  caption,
  embed: nothing,
  gallery,
  playlist: nothing,
  video,
  wp_caption: caption,
});
