import { Refusal } from '../lib/schema/schema.ts';
import { isRecord, parseJson } from '../text/json.ts';
import { acceptMeta } from './meta-accept.ts';
import {
  emptyField,
  isStructured,
  layoutMember,
  type MetaScalarType,
  type MetaSchema,
  mapLeaves,
  membersIn,
} from './meta-schema.ts';

/** Encodes lists and objects as text, and decodes them; supplied by whoever knows the table layout. */
export interface MetaCodec {
  readonly encode: (value: unknown) => string;
  /** Null for text that is not an encoded value. */
  readonly decode: (text: string) => unknown;
}

/** Any accepted value as the public table layout stores it. */
export function writeStored(value: unknown, codec: MetaCodec | undefined): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return storeMetaValue(value);
  return codec?.encode(value) ?? '';
}

/** A stored value as its registered type; null where the row has a value of another one. */
export function readStored(schema: MetaSchema, stored: string | null, codec: MetaCodec | undefined): unknown {
  if (schema.type === 'json') return parseJson(unwrap(stored ?? '') ?? '') ?? null;
  if (schema.type !== 'array' && schema.type !== 'object') return readMetaValue(stored, schema.type);
  const accepted = acceptMeta(schema, codec?.decode(stored ?? '') ?? null, schema.type);
  return accepted instanceof Refusal ? null : listIfEmpty(accepted);
}

/** Clients of this interface expect `[]` where an object has no members. */
function listIfEmpty(value: unknown): unknown {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? [] : value;
}

/** A value of a field as it is stored: any JSON in it as text, since the format of lists knows fewer values. */
export function writeField(schema: MetaSchema, value: unknown, codec: MetaCodec | undefined): string {
  const plain = mapLeaves(schema, value, '', (leaf, part) => (leaf.type === 'json' ? JSON.stringify(part) : part));
  return writeStored(plain, codec);
}

/**
 * A stored value of a field in its shape; undefined where the row has none. What does not fit the declaration any more
 * reads as if it were not stored, and the rest of the value with it.
 */
export function readField(schema: MetaSchema, stored: string | null, codec: MetaCodec | undefined): unknown {
  if (isStructured(schema)) return shaped(schema, codec?.decode(stored ?? ''));
  const text = unwrap(stored ?? '');
  return text === null ? undefined : shaped(schema, text);
}

function shaped(schema: MetaSchema, value: unknown): unknown {
  if (schema.type === 'array') return Array.isArray(value) ? shapedItems(schema, value) : undefined;
  if (schema.type === 'object') return shapedMembers(schema, value);
  if (schema.type === 'json') return typeof value === 'string' ? parseJson(value) : undefined;
  if (schema.type === 'boolean' && typeof value === 'boolean') return value;
  if (typeof value === 'number') return schema.type === 'string' ? String(value) : value;
  if (typeof value !== 'string') return undefined;
  if (schema.enum && value !== '' && !schema.enum.includes(value)) return undefined;
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  return isNumber && Number.isNaN(Number.parseFloat(value)) ? undefined : casts[schema.type](value);
}

function shapedItems({ items = { type: 'string' } }: MetaSchema, list: readonly unknown[]): unknown[] {
  return list.map((item) => shaped(items, item)).filter((item) => item !== undefined);
}

/** All members of an object: those that are not stored have their defaults. */
function shapedMembers(schema: MetaSchema, value: unknown): unknown {
  // An object without members is stored as a list is.
  const stored = Array.isArray(value) && value.length === 0 ? {} : value;
  if (!isRecord(stored)) return undefined;
  const members = membersIn(schema, stored);
  if (schema.layouts && !members[layoutMember]?.enum?.some((name) => name === stored[layoutMember])) return undefined;
  return Object.fromEntries(
    Object.entries(members).map(([key, one]) => [
      key,
      Object.hasOwn(stored, key) ? (shaped(one, stored[key]) ?? emptyField(one)) : emptyField(one),
    ]),
  );
}

/** A value as the public table layout stores it: plain text, true as `1`, false as the empty string. */
export function storeMetaValue(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? '1' : '';
  return typeof value === 'number' ? String(value) : wrap(value);
}

/** A stored value as its registered type; null where the row has a value of no plain type. */
export function readMetaValue(stored: string | null, type: MetaScalarType): string | number | boolean | null {
  const text = unwrap(stored ?? '');
  return text === null ? null : casts[type](text);
}

const casts: Readonly<Record<MetaScalarType, (text: string) => string | number | boolean>> = {
  string: (text) => text,
  integer: (text) => Math.trunc(Number.parseFloat(text)) || 0,
  number: (text) => Number.parseFloat(text) || 0,
  boolean: (text) => text !== '' && text !== '0' && text.toLowerCase() !== 'false',
};

/**
 * Text that looks like a serialised value is stored as a serialised string, so that other programs which share these
 * tables return the text and never deserialise it into an object.
 */
function wrap(text: string): string {
  return looksSerialised(text) ? `s:${Buffer.byteLength(text)}:"${text}";` : text;
}

/** The content of a serialised string, other text unchanged; null for a serialised array or object. */
function unwrap(stored: string): string | null {
  if (!looksSerialised(stored)) return stored;
  const [, length, text] = /^s:(\d+):"([\s\S]*)";$/.exec(stored.trim()) ?? [];
  if (text !== undefined && Buffer.byteLength(text) === Number(length)) return text;
  const [, scalar = null] = /^[bid]:([-+.\dEe]+);$/.exec(stored.trim()) ?? [];
  return scalar;
}

const serialised = /^(?:N;|[bid]:[-+.\dEe]+;|s:\d+:"[\s\S]*";|[aOC]:\d+:[\s\S]*[;}])$/;

function looksSerialised(text: string): boolean {
  return serialised.test(text.trim());
}
