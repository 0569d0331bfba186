import {
  isDate,
  isDateTime,
  isEmail,
  isHexColor,
  isIpAddress,
  isLinkAddress,
  isLocalDateTime,
  isTime,
  isUuid,
} from './formats.ts';
import type { Members, Schema, Shape, TermQuery, TextFormat } from './schema.ts';
import { Refusal, type RefusalCode } from './schema.ts';

export { Refusal } from './schema.ts';

/**
 * Validates a value and returns it in its schema's shape, parsed from a string where that is unambiguous, or a refusal;
 * undefined where the value counts as not sent.
 */
export function accept(schema: Schema, value: unknown, name: string): unknown {
  const shaped = byShape[schema.shape](schema, value, name);
  if (shaped instanceof Refusal || shaped === undefined) return shaped;
  if (schema.enum && !schema.enum.some((allowed) => allowed === shaped) && !isAlso(schema, shaped)) {
    const choices = schema.enum.map((choice) => (choice === '' ? '(empty)' : choice)).join(', ');
    return new Refusal(`${name} must be one of: ${choices}.`, 'rest_not_in_enum');
  }
  // The shape and enum checks above guarantee that the value has the schema's own type.
  const refused = schema.check?.(shaped as never);
  if (!refused) return shaped;
  return typeof refused === 'string' ? new Refusal(refused) : refused;
}

const isAlso = ({ alsoMatches }: Schema, value: unknown): boolean =>
  typeof value === 'string' && (alsoMatches?.test(value) ?? false);

const byShape: Record<Shape, (schema: Schema, value: unknown, name: string) => unknown> = {
  string: (schema, value, name) => {
    if (typeof value !== 'string') return Refusal.ofType(name, 'text');
    const format = schema.format && formats[schema.format];
    if (format && !format.test(value)) return new Refusal(`${name} must be ${format.name}.`, format.code);
    return schema.clean ? schema.clean(value) : value;
  },
  integer: (schema, value, name) => {
    const number = toNumber(value);
    if (number === null || !Number.isInteger(number)) return Refusal.ofType(name, 'a whole number');
    return within(schema, schema.absolute ? Math.abs(number) : number, name);
  },
  number: (schema, value, name) => {
    const number = toNumber(value);
    return number === null ? Refusal.ofType(name, 'a number') : within(schema, number, name);
  },
  boolean: (_schema, value, name) => {
    const known = typeof value === 'string' ? booleanWords.get(value.toLowerCase()) : value;
    if (known === true || known === 1) return true;
    if (known === false || known === 0) return false;
    return Refusal.ofType(name, 'true or false');
  },
  array: (schema, value, name) => {
    if (typeof value === 'string' && value.length > longestListText)
      return new Refusal(`${name} must not be longer than ${longestListText} characters as text; send a list.`);
    const list = toList(value);
    if (!list) return Refusal.ofType(name, 'a list');
    return schema.items ? acceptAll(schema.items, list, name) : list;
  },
  object: (schema, value, name) => {
    if (schema.emptyList && Array.isArray(value) && value.length === 0) return {};
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isObject ? value : Refusal.ofType(name, 'an object');
  },
  scalar: (_schema, value, name) =>
    isScalar(value) ? value : Refusal.ofType(name, 'a single value, such as a text or a number'),
  anything: (_schema, value) => value,
  words: (_schema, value, name) => {
    if (isScalar(value)) return String(value);
    const list = value !== null && typeof value === 'object' ? Object.values(value) : [];
    return list.every(isScalar) ? list.map(String) : Refusal.ofType(name, 'a list of texts');
  },
  termQuery: (_schema, value, name) => {
    const mismatch = (position: number) =>
      new Refusal(`${name} must be a list of ids, or an object with terms.`, 'rest_no_matching_schema', { position });
    if (value === '')
      return new Refusal(`${name} must not be empty.`, 'rest_one_of_multiple_matches', { positions: [0, 1] });
    const list = toList(value);
    if (list) return queryOf(list, { operator: 'OR', includeChildren: false }, name) ?? mismatch(0);
    if (value === null || typeof value !== 'object') return mismatch(0);
    const { terms = [], operator = 'OR', include_children: below = false, ...others }: Members = { ...value };
    const includeChildren = typeof below === 'string' ? booleanWords.get(below.toLowerCase()) : below;
    const isKnown = Object.keys(others).length === 0 && (operator === 'AND' || operator === 'OR');
    if (!isKnown || typeof includeChildren !== 'boolean') return mismatch(1);
    return queryOf(toList(terms) ?? [null], { operator, includeChildren }, name) ?? mismatch(1);
  },
  text: (_schema, value) => {
    if (typeof value === 'string') return value;
    const raw = value !== null && typeof value === 'object' && 'raw' in value ? value.raw : undefined;
    if (typeof raw === 'number' && Number.isFinite(raw)) return { raw: String(raw) };
    return typeof raw === 'string' ? { raw } : undefined;
  },
};

function acceptAll(schema: Schema, list: readonly unknown[], name: string): unknown[] | Refusal {
  const accepted: unknown[] = [];
  for (const [index, item] of list.entries()) {
    const one = accept(schema, item, `${name}[${index}]`);
    if (one instanceof Refusal) return one;
    accepted.push(one);
  }
  return accepted;
}

/** The query for these ids; null where one is none. */
function queryOf(
  list: readonly unknown[],
  how: Pick<TermQuery, 'operator' | 'includeChildren'>,
  name: string,
): TermQuery | Refusal | null {
  const terms = list.map(toNumber).filter((id) => id !== null && Number.isInteger(id));
  if (terms.length < list.length) return null;
  return list.length > mostTerms
    ? new Refusal(`${name} has at most ${mostTerms} ids.`, 'rest_too_many_items')
    : { terms: terms.filter((id) => id !== null), ...how };
}

/** More than fits in a URL; a longer list would exceed the limits of a database query. */
const mostTerms = 3000;

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

const booleanWords = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const formats: Record<TextFormat, { name: string; code: RefusalCode; test: (value: string) => boolean }> = {
  'date-time': {
    name: 'a date and time such as 2026-01-31T10:00:00',
    code: 'rest_invalid_date',
    test: isDateTime,
  },
  'local-date-time': {
    name: 'a date and time such as 2026-01-31T10:00:00',
    code: 'rest_invalid_date',
    test: isLocalDateTime,
  },
  date: { name: 'a date such as 2026-01-31', code: 'rest_invalid_date', test: isDate },
  time: { name: 'a time such as 10:00:00', code: 'rest_invalid_date', test: isTime },
  'hex-color': { name: 'a colour such as #33aaff', code: 'rest_invalid_pattern', test: isHexColor },
  link: { name: 'an address such as https://example.org/', code: 'rest_invalid_url', test: isLinkAddress },
  email: { name: 'an e-mail address', code: 'rest_invalid_email', test: isEmail },
  ip: { name: 'an IP address', code: 'rest_invalid_ip', test: isIpAddress },
  uri: { name: 'an address', code: 'rest_invalid_url', test: () => true },
  uuid: { name: 'a UUID', code: 'rest_invalid_uuid', test: isUuid },
};

/** Accepted numeric strings: leading blanks, a sign, digits with an optional fraction and exponent. */
const numeric = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

function toNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? saturate(value) : null;
  if (typeof value !== 'string' || value.length > 400 || !numeric.test(value)) return null;
  return saturate(Number(value));
}

/** Clamps a number to the safe integer range, where it is exact. No row has an id at its limits. */
export function saturate(value: number): number {
  return Math.min(Math.max(value, -Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

function within(schema: Schema, value: number, name: string): number | Refusal {
  if (schema.minimum !== undefined && value < schema.minimum)
    return new Refusal(`${name} must be at least ${schema.minimum}.`, 'rest_out_of_bounds');
  if (schema.maximum !== undefined && value > schema.maximum)
    return new Refusal(`${name} must be at most ${schema.maximum}.`, 'rest_out_of_bounds');
  return value;
}

/** Splitting a string takes far more memory than the string itself; request URLs have the same limit. */
const longestListText = 16_384;

/**
 * Reads a list from an array, from numbered members (`a[5]=x`), or from a string separated by commas and blanks. A single
 * value is a list of one; `true` is the text `1`.
 */
function toList(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value !== null && typeof value === 'object') {
    if (!Object.keys(value).every((key) => /^\d+$/.test(key))) return null;
    // Values from a query string or a form are iterable in the order in which they were sent.
    return Symbol.iterator in value ? [...(value as Iterable<unknown>)] : Object.values(value);
  }
  if (typeof value === 'string') return value.split(/[\s,]+/);
  if (value === true) return ['1'];
  return typeof value === 'number' || value === false ? [String(value)] : null;
}
