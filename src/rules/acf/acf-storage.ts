import { isRecord } from '../../text/json.ts';
import type { FieldStorage, MetaChange, RowKey, StoredMeta } from '../fields/field-storage.ts';
import { emptyField, layoutMember } from '../meta-schema.ts';
import { type MetaCodec, readField, storeMetaValue } from '../meta-values.ts';
import { type AcfField, isOneId } from './acf-field.ts';

/**
 * The layout of ACF: a row for each part of a value, `name_0_part`, with the key of its field in the row `_name_0_part`
 * beside it.
 */
export function acfStorage(field: AcfField, codec: MetaCodec): FieldStorage {
  return {
    keys: () => keysOf(field, ''),
    read: (_definition, rows) => new Reading(rows, codec).value(field, ''),
    write: (_definition, value) => {
      const changes: MetaChange[] = [];
      write(field, value, '', { codec, changes, isInRow: false });
      return changes;
    },
  };
}

/** What the keys of the fields of a group begin with. */
const scopeOf = ({ isPrefix, storedAs }: AcfField, scope: string): string =>
  isPrefix ? `${scope}${storedAs}_` : scope;

function keysOf(field: AcfField, scope: string): RowKey[] {
  const key = scope + field.storedAs;
  if (field.type === 'group') {
    const inner = field.fields.flatMap((one) => keysOf(one, scopeOf(field, scope)));
    return field.isClone ? inner : [key, ...inner];
  }
  return hasRows(field) ? [key, { prefix: `${key}_` }] : [key];
}

const hasRows = ({ type }: AcfField): boolean => type === 'repeater' || type === 'flexible_content';

/** The longest key of a row of a field; an index has at most five digits. */
export function longestKey(field: AcfField, scope = ''): number {
  const own = scope.length + field.storedAs.length + 1;
  const inner = hasRows(field) ? `${scope}${field.storedAs}_00000_` : scopeOf(field, scope);
  return Math.max(own, ...childrenOf(field).map((one) => longestKey(one, inner)));
}

const childrenOf = ({ fields, layouts }: AcfField): readonly AcfField[] => [...fields, ...[...layouts.values()].flat()];

/** Parts of one value that are read; what another program stored may claim any number of rows. */
const mostParts = 200_000;
/** Rows that are shown although nothing is stored in them. */
const mostEmptyRows = 1_000;

/** Reads one value out of the rows of an item. */
class Reading {
  readonly #rows: IndexedRows;
  readonly #codec: MetaCodec;
  #parts = 0;

  constructor(rows: readonly StoredMeta[], codec: MetaCodec) {
    this.#rows = indexed(rows);
    this.#codec = codec;
  }

  /** Undefined where nothing is stored. */
  value(field: AcfField, scope: string): unknown {
    this.#parts++;
    const key = scope + field.storedAs;
    if (field.type === 'group') return this.#members(field.fields, scopeOf(field, scope));
    const text = this.#rows.values.get(key);
    if (text === undefined) return undefined;
    if (field.type === 'repeater') return this.#repeated(field, key, text);
    if (field.type === 'flexible_content') return this.#layouts(field, key, text);
    return readLeaf(field, text, this.#codec);
  }

  #members(fields: readonly AcfField[], scope: string): Record<string, unknown> {
    return Object.fromEntries(
      fields.map((field) => {
        const value = this.value(field, scope);
        return [field.name, value === undefined ? emptyField(field.schema) : value];
      }),
    );
  }

  #repeated({ fields }: AcfField, key: string, text: string): unknown[] {
    const rows: unknown[] = [];
    const count = this.#countOf(key, text);
    for (let i = 0; i < count && this.#parts < mostParts; i++) rows.push(this.#members(fields, `${key}_${i}_`));
    return rows;
  }

  /** The number of rows: what is stored says it, and beyond a limit only as far as there are rows. */
  #countOf(key: string, text: string): number {
    const count = Number.parseInt(text, 10);
    if (!(count > 0)) return 0;
    return count <= mostEmptyRows ? count : Math.min(count, this.#rows.counts().get(key) ?? 0);
  }

  #layouts({ layouts }: AcfField, key: string, text: string): unknown[] {
    const rows: unknown[] = [];
    for (const [i, name] of listIn(text, this.#codec).entries()) {
      const fields = typeof name === 'string' ? layouts.get(name) : undefined;
      if (this.#parts >= mostParts) break;
      if (fields) rows.push({ [layoutMember]: name, ...this.#members(fields, `${key}_${i}_`) });
    }
    return rows;
  }
}

interface IndexedRows {
  readonly values: ReadonlyMap<string, string>;
  /** How many rows are stored below each key: one more than the highest index. */
  readonly counts: () => ReadonlyMap<string, number>;
}

/** The fields of an item read the same rows one after the other. */
const known = new WeakMap<readonly StoredMeta[], IndexedRows>();

function indexed(rows: readonly StoredMeta[]): IndexedRows {
  const found = known.get(rows);
  if (found) return found;
  const values = new Map<string, string>();
  for (const { key, value } of rows) if (!values.has(key)) values.set(key, value ?? '');
  let counts: ReadonlyMap<string, number> | null = null;
  const made: IndexedRows = {
    values,
    counts: () => {
      counts ??= countsIn(values.keys());
      return counts;
    },
  };
  known.set(rows, made);
  return made;
}

function countsIn(keys: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    for (const { index, 1: number } of key.matchAll(/_(\d{1,9})(?=_)/g)) {
      const above = key.slice(0, index);
      counts.set(above, Math.max(counts.get(above) ?? 0, Number(number) + 1));
    }
  }
  return counts;
}

/** A stored list, whatever its keys; a single value is a list of one. */
function listIn(text: string, codec: MetaCodec): readonly unknown[] {
  if (text === '') return [];
  const decoded = codec.decode(text);
  if (Array.isArray(decoded)) return decoded;
  if (isRecord(decoded)) return Object.values(decoded);
  if (decoded !== null && decoded !== undefined) return [decoded];
  return looksEncoded(text) ? [] : [text];
}

const looksEncoded = (text: string): boolean => /^(?:[aOCs]:\d+:|[bid]:|N;)/.test(text);

function idIn(value: unknown): number {
  const id = typeof value === 'number' || typeof value === 'string' ? Number(value) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** A stored text as the value that `meta` shows; null for a number or an object that was emptied. */
function readLeaf(field: AcfField, text: string, codec: MetaCodec): unknown {
  const { type, schema } = field;
  if (schema.type === 'array') {
    const list = listIn(text, codec);
    return schema.items?.type === 'integer'
      ? list.map(idIn).filter((id) => id > 0)
      : list.map(textIn).filter((one) => one !== '');
  }
  if (isOneId(field)) return idIn(listIn(text, codec)[0]);
  if (type === 'link') return readLink(text, codec);
  if (schema.type === 'json') return codec.decode(text) ?? null;
  if (type === 'true_false') return !['', '0', 'false'].includes(text) && !looksEncoded(text);
  const value = readField(schema, text, codec) ?? (schema.type === 'string' ? '' : null);
  if (typeof value !== 'string') return value;
  if (type === 'date_picker') return value.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return type === 'date_time_picker' ? value.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/, '$1T$2') : value;
}

function readLink(text: string, codec: MetaCodec): unknown {
  const decoded = codec.decode(text);
  if (!isRecord(decoded)) return { url: looksEncoded(text) ? '' : text, title: '', target: '' };
  return { url: textIn(decoded['url']), title: textIn(decoded['title']), target: textIn(decoded['target']) };
}

interface Writing {
  readonly codec: MetaCodec;
  readonly changes: MetaChange[];
  /** Whether a field above has rows: then it says which rows are gone. */
  readonly isInRow: boolean;
}

/**
 * The rows of a value; undefined empties it. Members of a group that were not sent stay as they are, but a row is written
 * as a whole.
 */
function write(field: AcfField, value: unknown, scope: string, writing: Writing): void {
  const { changes, codec, isInRow } = writing;
  const key = scope + field.storedAs;
  const set = (text: string, parts?: RegExp): void => {
    changes.push({ key, values: [text], ...(parts ? { parts } : {}) }, { key: `_${key}`, values: [field.key] });
  };
  const parts = isInRow ? undefined : partsOf(field, key);
  if (field.type === 'group') {
    if (!field.isClone) set('');
    writeMembers(field.fields, value, scopeOf(field, scope), writing);
  } else if (field.type === 'repeater') {
    const rows = Array.isArray(value) ? value : [];
    set(String(rows.length), parts);
    for (const [i, row] of rows.entries())
      writeMembers(field.fields, row, `${key}_${i}_`, { ...writing, isInRow: true });
  } else if (field.type === 'flexible_content') {
    const rows = (Array.isArray(value) ? value : []).filter(isRecord);
    const names = rows.map((row) => textIn(row[layoutMember]));
    set(names.length > 0 ? codec.encode(names) : '', parts);
    for (const [i, row] of rows.entries())
      writeMembers(field.layouts.get(names[i] ?? '') ?? [], row, `${key}_${i}_`, { ...writing, isInRow: true });
  } else {
    set(leafText(field, value, codec));
  }
}

function writeMembers(fields: readonly AcfField[], value: unknown, scope: string, writing: Writing): void {
  const members = isRecord(value) ? value : null;
  for (const field of fields) {
    if (!members) write(field, undefined, scope, writing);
    else if (Object.hasOwn(members, field.name)) write(field, members[field.name], scope, writing);
  }
}

/** The keys of all rows below a field, with those that hold references. */
function partsOf(field: AcfField, key: string): RegExp | undefined {
  if (!hasRows(field)) return undefined;
  return new RegExp(`^_?${escaped(key)}_\\d+_${oneOf(childrenOf(field))}$`);
}

const oneOf = (fields: readonly AcfField[]): string => `(?:${fields.map(keyPattern).join('|')})`;

function keyPattern(field: AcfField): string {
  const own = escaped(field.storedAs);
  if (hasRows(field)) return `${own}(?:_\\d+_${oneOf(childrenOf(field))})?`;
  if (field.type !== 'group') return own;
  if (!field.isPrefix) return oneOf(field.fields);
  return field.isClone ? `${own}_${oneOf(field.fields)}` : `${own}(?:_${oneOf(field.fields)})?`;
}

const escaped = (text: string): string => text.replace(/[^A-Za-z0-9_]/g, '\\$&');

function leafText(field: AcfField, value: unknown, codec: MetaCodec): string {
  const { type, schema } = field;
  if (type === 'true_false') return value === true ? '1' : '0';
  if (value === undefined || value === null) return '';
  if (Array.isArray(value) && schema.type === 'array') return value.length > 0 ? codec.encode(value.map(String)) : '';
  if (isOneId(field)) return value === 0 ? '' : String(value);
  if (type === 'link' && isRecord(value)) {
    const [title, url, target] = ['title', 'url', 'target'].map((name) => textIn(value[name]));
    return title || url ? codec.encode({ title, url, target }) : '';
  }
  if (schema.type === 'json') return codec.encode(value);
  if (typeof value === 'string') return storeMetaValue(storedTime(field, value));
  return typeof value === 'number' || typeof value === 'boolean' ? storeMetaValue(value) : '';
}

function storedTime({ type }: AcfField, text: string): string {
  if (type === 'date_picker') return text.replaceAll('-', '');
  if (type === 'date_time_picker') return text.replace('T', ' ').replace(/^(.{10} \d\d:\d\d)$/, '$1:00');
  return type === 'time_picker' ? text.replace(/^(\d\d:\d\d)$/, '$1:00') : text;
}
