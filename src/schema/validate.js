import { isDateTime } from './date-time.ts';
import { isEmail, isIpAddress } from './formats.ts';
/** Why a value was refused, as a human-readable sentence. */
export class Refusal {
  why;
  constructor(why) {
    this.why = why;
  }
}
/**
 * Validates a value and returns it in its schema's shape, parsed from a string where that is unambiguous, or a refusal;
 * undefined where the value counts as not sent.
 */
export function accept(schema, value, name) {
  const shaped = byShape[schema.shape](schema, value, name);
  if (shaped instanceof Refusal || shaped === undefined) return shaped;
  if (schema.enum && !schema.enum.some((allowed) => allowed === shaped)) {
    return new Refusal(`${name} must be one of: ${schema.enum.map((v) => (v === '' ? '(empty)' : v)).join(', ')}.`);
  }
  // The shape and enum checks above guarantee that the value has the schema's own type.
  const why = schema.check?.(shaped);
  return why ? new Refusal(why) : shaped;
}
const byShape = {
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
    if (typeof value === 'string' && value.length > longestListText)
      return new Refusal(`${name} must not be longer than ${longestListText} characters as text; send a list.`);
    const list = toList(value);
    if (!list) return new Refusal(`${name} must be a list.`);
    return schema.items ? acceptAll(schema.items, list, name) : list;
  },
  object: (schema, value, name) => {
    if (schema.emptyList && Array.isArray(value) && value.length === 0) return {};
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isObject ? value : new Refusal(`${name} must be an object.`);
  },
  scalar: (_schema, value, name) =>
    isScalar(value) ? value : new Refusal(`${name} must be a single value, such as a text or a number.`),
  words: (_schema, value, name) => {
    if (isScalar(value)) return String(value);
    const list = value !== null && typeof value === 'object' ? Object.values(value) : [];
    return list.every(isScalar) ? list.map(String) : new Refusal(`${name} must be a list of texts.`);
  },
  text: (_schema, value) => {
    if (typeof value === 'string') return value;
    const raw = value !== null && typeof value === 'object' && 'raw' in value ? value.raw : undefined;
    if (typeof raw === 'number' && Number.isFinite(raw)) return { raw: String(raw) };
    return typeof raw === 'string' ? { raw } : undefined;
  },
};
function acceptAll(schema, list, name) {
  const accepted = [];
  for (const [index, item] of list.entries()) {
    const one = accept(schema, item, `${name}[${index}]`);
    if (one instanceof Refusal) return one;
    accepted.push(one);
  }
  return accepted;
}
const isScalar = (value) =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
const booleanWords = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const formats = {
  'date-time': { name: 'a date and time such as 2026-01-31T10:00:00', test: isDateTime },
  email: { name: 'an e-mail address', test: isEmail },
  ip: { name: 'an IP address', test: isIpAddress },
  uri: { name: 'an address', test: () => true },
};
/** Accepted numeric strings: leading blanks, a sign, digits with an optional fraction and exponent. */
const numeric = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
function toNumber(value) {
  if (typeof value === 'number') return Number.isFinite(value) ? saturate(value) : null;
  if (typeof value !== 'string' || value.length > 400 || !numeric.test(value)) return null;
  return saturate(Number(value));
}
/** Clamps a number to the safe integer range, where it is exact. No row has an id at its limits. */
export function saturate(value) {
  return Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
function within(schema, value, name) {
  if (schema.minimum !== undefined && value < schema.minimum)
    return new Refusal(`${name} must be at least ${schema.minimum}.`);
  if (schema.maximum !== undefined && value > schema.maximum)
    return new Refusal(`${name} must be at most ${schema.maximum}.`);
  return value;
}
/** Splitting a string takes far more memory than the string itself; request URLs have the same limit. */
const longestListText = 16384;
/** Reads a list from an array, from numbered members (`a[5]=x`), or from a string separated by commas and blanks. */
function toList(value) {
  if (Array.isArray(value)) return value;
  if (value !== null && typeof value === 'object') {
    if (!Object.keys(value).every((key) => /^\d+$/.test(key))) return null;
    // Values from a query string or a form are iterable in the order in which they were sent.
    return Symbol.iterator in value ? [...value] : Object.values(value);
  }
  if (typeof value === 'string') return value.split(/[\s,]+/);
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : null;
}
