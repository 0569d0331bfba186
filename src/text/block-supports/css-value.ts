import type { JsonValue } from '../json.ts';

const preset = /^var:preset\|([a-z-]+)\|([\w-]+)$/i;
const plain = /^[\w\s#%.,()+*/-]+$/;
/** The functions a value may call: none of them loads anything. */
const call = /([\w-]*)\(/g;
const calls: ReadonlySet<string> = new Set(
  'calc clamp min max var rgb rgba hsl hsla linear-gradient radial-gradient conic-gradient repeating-linear-gradient'.split(
    ' ',
  ),
);

/** A value of an attribute as a CSS value, a number in pixels; empty for one that could be anything more. */
export function cssValue(value: JsonValue | undefined): string {
  if (typeof value === 'number') return `${value}px`;
  if (typeof value !== 'string') return '';
  const [, kind, name] = preset.exec(value) ?? [];
  if (kind !== undefined && name !== undefined) return `var(--wp--preset--${kind}--${classPart(name)})`;
  return isPlain(value) ? value.trim() : '';
}

const isPlain = (value: string): boolean =>
  plain.test(value) && !value.includes('/*') && [...value.matchAll(call)].every(([, name]) => isSafeCall(name));

/** Brackets without a name only group, as in `calc((1px + 2px) * 3)`. */
const isSafeCall = (name = ''): boolean => name === '' || calls.has(name.toLowerCase());

/** The name of a preset of a kind; undefined for any other value. */
export function presetName(value: JsonValue | undefined, kind: string): string | undefined {
  const [, found, name] = typeof value === 'string' ? (preset.exec(value) ?? []) : [];
  return found === kind ? name : undefined;
}

/** Declarations of properties, each with the value of an attribute; those without a value are left out. */
export function declarations(rows: readonly (readonly [property: string, value: JsonValue | undefined])[]): string {
  return rows
    .map(([property, value]) => [property, cssValue(value)] as const)
    .filter(([, value]) => value !== '')
    .map(([property, value]) => `${property}:${value};`)
    .join('');
}

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

/** A name as a part of a class: lower case, its words and numbers joined by dashes (`vividRed2` → `vivid-red-2`). */
export function classPart(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Za-z])([0-9])/g, '$1-$2')
    .replace(/([0-9])([A-Za-z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A number that stands for a text: the same for the same text, and rarely the same for others. */
export function numberFor(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
