import type { Block } from '../blocks/block.ts';
import { listAttribute, recordAttribute, textAttribute } from '../blocks/block.ts';
import { numberFor } from './css-value.ts';

/** The blocks whose picture can be shown in two colours, and where in them the picture is. */
const pictures: ReadonlyMap<string, readonly string[]> = new Map([
  ['core/avatar', [' img']],
  ['core/cover', [' > .wp-block-cover__image-background', ' > .wp-block-cover__video-background']],
  ['core/image', [' img']],
  ['core/post-author', [' .wp-block-post-author__avatar img']],
  ['core/post-featured-image', [' img']],
  ['core/site-logo', [' img']],
]);

/** The class that two colours for a picture are written for; undefined for a block without them. */
export function duotoneClass(block: Block): string | undefined {
  if (block.name === null || !pictures.has(block.name)) return undefined;
  const colour = duotoneSettings(block);
  const colours = textAttribute(colour, 'duotone') ?? listAttribute(colour, 'duotone').map(String).join('-');
  const written = colours.toLowerCase().replace(/[^a-z0-9_-]/g, '');
  return written === '' ? undefined : `wp-duotone-${written}-${numberFor(written)}`;
}

const duotoneSettings = ({ attributes }: Block) => recordAttribute(recordAttribute(attributes, 'style'), 'color');

/** What shows the picture of a block in its colours. */
export interface DuotoneFilter {
  readonly rule: string;
  /** The element that holds the filter; empty where the picture keeps its own colours. */
  readonly filter: string;
}

/** The rule and the filter of a block with a class of its own; undefined for one without colours that can be read. */
export function duotoneFilter(block: Block): DuotoneFilter | undefined {
  const name = duotoneClass(block);
  if (name === undefined) return undefined;
  const selector = (pictures.get(block.name ?? '') ?? []).map((inside) => `.${name}${inside}`).join(',');
  const settings = duotoneSettings(block);
  if (textAttribute(settings, 'duotone') === 'unset') return { rule: `${selector}{filter:none;}`, filter: '' };
  const colours = listAttribute(settings, 'duotone').map(channelsOf);
  if (colours.length < 2 || colours.length > mostColours || !colours.every((colour) => colour !== undefined))
    return undefined;
  return { rule: `${selector}{filter:url('#${name}');}`, filter: filterElement(name, colours) };
}

const mostColours = 10;

/** Red, green, blue and opacity, each from 0 to 1. */
type Channels = readonly [number, number, number, number];

/** A colour in hexadecimal digits or as `rgb()`; undefined for any other. */
function channelsOf(value: unknown): Channels | undefined {
  const written = typeof value === 'string' ? value.trim().toLowerCase() : '';
  const [, digits] = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.exec(written) ?? [];
  if (digits !== undefined) {
    const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
    const [red = 0, green = 0, blue = 0, alpha = 1] = pairs.map((pair) => Number.parseInt(pair, 16) / 255);
    return [red, green, blue, alpha];
  }
  const rgb = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:\s*[,/]\s*([01]|0?\.\d{1,6}))?\s*\)$/.exec(written);
  if (!rgb) return undefined;
  const [red = 0, green = 0, blue = 0] = rgb.slice(1, 4).map((part) => Math.min(Number(part), 255) / 255);
  return [red, green, blue, Number(rgb[4] ?? 1)];
}

/** Turns a picture grey, then each grey into the colour between those given. */
function filterElement(name: string, colours: readonly Channels[]): string {
  const channels = ['R', 'G', 'B', 'A'].map((letter, i) => {
    const values = colours.map((colour) => Number((colour[i] ?? 0).toPrecision(14)));
    return `<feFunc${letter} type="table" tableValues="${values.join(' ')}" />`;
  });
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0" width="0" height="0" focusable="false" role="none" ' +
    'style="visibility: hidden; position: absolute; left: -9999px; overflow: hidden;"><defs>' +
    `<filter id="${name}"><feColorMatrix color-interpolation-filters="sRGB" type="matrix" values="${greyMatrix}" />` +
    `<feComponentTransfer color-interpolation-filters="sRGB">${channels.join('')}</feComponentTransfer>` +
    '<feComposite in2="SourceGraphic" operator="in" /></filter></defs></svg>'
  );
}

/** How bright red, green and blue are to the eye, for each channel of the result. */
const greyMatrix = Array.from({ length: 4 }, () => '.299 .587 .114 0 0').join(' ');
