import type { JsonValue } from '../../formats/json-value.ts';
import { classPart } from './names.ts';

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
