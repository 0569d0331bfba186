import { isDateTime } from './date-time.ts';
import { isEmail, isIpAddress } from './formats.ts';
import type { Schema, SchemaType } from './schema.ts';

/** Why a value was not accepted; a sentence for a person. */
export class Refusal {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** The value as its schema's type, coerced from text where text says it plainly, or the refusal. */
export function accept(schema: Schema, value: unknown, name: string): unknown {
  if (schema.loose) return checked(schema, value);
  const typed = byType[schema.type ?? 'any'](schema, value, name);
  if (typed instanceof Refusal) return typed;
  if (schema.enum && !schema.enum.includes(typed as string)) {
    return new Refusal(`${name} must be one of: ${schema.enum.map((v) => (v === '' ? '(empty)' : v)).join(', ')}.`);
  }
  return checked(schema, typed);
}

function checked(schema: Schema, value: unknown): unknown {
  const why = schema.check?.(value);
  return why ? new Refusal(why) : value;
}

const byType: Record<SchemaType | 'any', (schema: Schema, value: unknown, name: string) => unknown> = {
  string: (schema, value, name) => {
    if (typeof value !== 'string') return new Refusal(`${name} must be text.`);
    const format = schema.format && formats[schema.format];
    return format && !format.test(value) ? new Refusal(`${name} must be ${format.name}.`) : value;
  },
  integer: (schema, value, name) => {
    const number = toNumber(value);
    if (number === null || !Number.isInteger(number)) return new Refusal(`${name} must be a whole number.`);
    return within(schema, schema.absolute ? Math.abs(number) : number, name);
  },
  number: (schema, value, name) => {
    const number = toNumber(value);
    return number === null ? new Refusal(`${name} must be a number.`) : within(schema, number, name);
  },
  boolean: (_schema, value, name) => {
    const known = typeof value === 'string' ? booleanWords.get(value.toLowerCase()) : value;
    if (known === true || known === 1) return true;
    if (known === false || known === 0) return false;
    return new Refusal(`${name} must be true or false.`);
  },
  array: (schema, value, name) => {
    const list = toList(value);
    if (!list) return new Refusal(`${name} must be a list.`);
    if (!schema.items) return list;
    const accepted: unknown[] = [];
    for (const [index, item] of list.entries()) {
      const one = accept(schema.items, item, `${name}[${index}]`);
      if (one instanceof Refusal) return one;
      accepted.push(one);
    }
    return accepted;
  },
  object: (_schema, value, name) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? value
      : new Refusal(`${name} must be an object.`),
  any: (_schema, value) => value,
};

const booleanWords = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const formats: Record<string, { name: string; test: (value: string) => boolean }> = {
  'date-time': { name: 'a date and time such as 2026-01-31T10:00:00', test: isDateTime },
  email: { name: 'an e-mail address', test: isEmail },
  ip: { name: 'an IP address', test: isIpAddress },
  uri: { name: 'an address', test: () => true },
};

/** Leading blanks, a sign, digits with an optional fraction and exponent: what clients of this interface may call a number. */
const numeric = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? saturate(value) : null;
  if (typeof value !== 'string' || value.length > 400 || !numeric.test(value)) return null;
  return saturate(Number(value));
}

/** Numbers past the safe range name nothing that exists; held at the edge they stay exact and find nothing. */
function saturate(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

function within(schema: Schema, value: number, name: string): number | Refusal {
  if (schema.minimum !== undefined && value < schema.minimum)
    return new Refusal(`${name} must be at least ${schema.minimum}.`);
  if (schema.maximum !== undefined && value > schema.maximum)
    return new Refusal(`${name} must be at most ${schema.maximum}.`);
  return value;
}

/** A list as an array, as numbered members (`a[5]=x`), or as text parted by commas and blanks. */
function toList(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value !== null && typeof value === 'object') {
    if (!Object.keys(value).every((key) => /^\d+$/.test(key))) return null;
    // What came in an address or a form remembers the order in which it was sent.
    return Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Object.values(value);
  }
  if (typeof value === 'string') return value.split(/[\s,]+/);
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : null;
}
