import { Refusal } from '../schema/validate.ts';
import { acceptMeta } from './content/meta-schema.ts';
/** Any accepted value as the public table layout stores it. */
export function writeStored(value, codec) {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return storeMetaValue(value);
  return codec?.encode(value) ?? '';
}
/** A stored value as its registered type; null where the row has a value of another one. */
export function readStored(schema, stored, codec) {
  if (schema.type !== 'array' && schema.type !== 'object') return readMetaValue(stored, schema.type);
  const accepted = acceptMeta(schema, codec?.decode(stored ?? '') ?? null, schema.type);
  return accepted instanceof Refusal ? null : listIfEmpty(accepted);
}
/** Clients of this interface expect `[]` where an object has no members. */
function listIfEmpty(value) {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? [] : value;
}
/** A value as the public table layout stores it: plain text, true as `1`, false as the empty string. */
export function storeMetaValue(value) {
  if (typeof value === 'boolean') return value ? '1' : '';
  return typeof value === 'number' ? String(value) : wrap(value);
}
/** A stored value as its registered type; null where the row has a value of no plain type. */
export function readMetaValue(stored, type) {
  const text = unwrap(stored ?? '');
  return text === null ? null : casts[type](text);
}
const casts = {
  string: (text) => text,
  integer: (text) => Math.trunc(Number.parseFloat(text)) || 0,
  number: (text) => Number.parseFloat(text) || 0,
  boolean: (text) => text !== '' && text !== '0' && text.toLowerCase() !== 'false',
};
/**
 * Text that looks like a serialised value is stored as a serialised string, so that other programs which share these
 * tables return the text and never deserialise it into an object.
 */
function wrap(text) {
  return looksSerialised(text) ? `s:${Buffer.byteLength(text)}:"${text}";` : text;
}
/** The content of a serialised string, other text unchanged; null for a serialised array or object. */
function unwrap(stored) {
  if (!looksSerialised(stored)) return stored;
  const [, length, text] = /^s:(\d+):"([\s\S]*)";$/.exec(stored.trim()) ?? [];
  if (text !== undefined && Buffer.byteLength(text) === Number(length)) return text;
  const [, scalar = null] = /^[bid]:([-+.\dEe]+);$/.exec(stored.trim()) ?? [];
  return scalar;
}
const serialised = /^(?:N;|[bid]:[-+.\dEe]+;|s:\d+:"[\s\S]*";|[aOC]:\d+:[\s\S]*[;}])$/;
function looksSerialised(text) {
  return serialised.test(text.trim());
}
