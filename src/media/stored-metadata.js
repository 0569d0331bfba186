import { decodePhp, encodePhp, PhpFloat, PhpRaw } from '../storage/options/php-serialized.ts';
/** Decodes a meta value that another system may have written; null where it is missing or cannot be decoded. */
export function readStoredValue(text) {
  if (text === null || text === undefined || text === '') return null;
  const decoded = decodePhp(text);
  return decoded.ok ? toPlain(decoded.value) : null;
}
/** Encodes an attachment's metadata in the format of existing databases. */
export function writeStoredMetadata(metadata) {
  return encodePhp(toPhp(metadata));
}
/** Encodes a plain value in the format of existing databases. */
export function writeStoredValue(value) {
  return encodePhp(toPhp(value));
}
function toPlain(value) {
  if (value instanceof Map) return isList(value) ? [...value.values()].map(toPlain) : toRecord(value);
  if (value instanceof PhpFloat) return Number.isFinite(value.value) ? value.value : null;
  return value instanceof PhpRaw ? null : value;
}
function isList(array) {
  let next = 0;
  for (const key of array.keys()) if (key !== next++) return false;
  return true;
}
/** Without a prototype, since the stored keys are untrusted. */
function toRecord(array) {
  const record = Object.create(null);
  for (const [key, value] of array) record[key] = toPlain(value);
  return record;
}
function toPhp(value) {
  if (Array.isArray(value)) return new Map(value.map((item, index) => [index, toPhp(item)]));
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.entries(value).map(([key, item]) => [key, toPhp(item)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
