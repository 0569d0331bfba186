import type { JsonValue } from '../../formats/json-value.ts';
import { cssValue } from './css-value.ts';

const narrowest = 768;
const widest = 1600;
const smallest = 14;
const pixelsPerRem = 16;
const shrinkTo = 0.75;

/** A font size that is smaller on narrow screens, between three quarters of the size and the size itself. */
export function fluidFontSize(value: JsonValue | undefined): string {
  const written = cssValue(value);
  const [, digits = '', unit = ''] = /^(\d*\.?\d+)(px|rem|em)$/.exec(written) ?? [];
  if (unit === '') return written;
  const perUnit = unit === 'px' ? 1 : pixelsPerRem;
  const most = Number(digits);
  if (most <= smallest / perUnit) return written;
  const least = Math.max(rounded(most * shrinkTo), rounded(smallest / perUnit));
  const base = rounded((least * perUnit) / pixelsPerRem);
  const from = rounded(narrowest / perUnit / 100);
  const slope = rounded((100 * (most - least)) / ((widest - narrowest) / perUnit));
  return `clamp(${least}${unit}, ${base}rem + ((1vw - ${from}${unit}) * ${slope}), ${rounded(most)}${unit})`;
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;
