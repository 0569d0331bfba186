import type { JsonRecord, JsonValue } from '../../formats/json-value.ts';
import { textAttribute } from '../block-attributes.ts';
import { declarations } from './css-value.ts';
import { fluidFontSize } from './font-size.ts';
import { classPart } from './names.ts';

/** The classes of a block's font. */
export function fontClasses(attributes: JsonRecord): string[] {
  const size = textAttribute(attributes, 'fontSize') ?? '';
  const family = textAttribute(attributes, 'fontFamily') ?? '';
  return [
    ...(size === '' ? [] : [`has-${classPart(size)}-font-size`]),
    ...(family === '' ? [] : [`has-${classPart(family)}-font-family`]),
  ];
}

const unitless = (value: JsonValue | undefined): JsonValue | undefined =>
  typeof value === 'number' ? String(value) : value;

/** The declarations of a block's font. */
export const fontStyle = (font: JsonRecord): string =>
  declarations([
    ['font-size', fluidFontSize(font['fontSize'])],
    ['font-family', font['fontFamily']],
    ['font-style', font['fontStyle']],
    ['font-weight', unitless(font['fontWeight'])],
    ['line-height', unitless(font['lineHeight'])],
    ['text-decoration', font['textDecoration']],
    ['text-transform', font['textTransform']],
    ['letter-spacing', font['letterSpacing']],
  ]);
