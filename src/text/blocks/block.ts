import { isJsonList, isRecord, type JsonRecord, type JsonValue, parseJson } from '../json.ts';

/** One block of a text. */
export interface Block {
  /** The name with its namespace, such as `core/paragraph`; null for the HTML between blocks. */
  readonly name: string | null;
  /** The attributes of its comment. None of its objects has a prototype, so that a missing name is undefined. */
  readonly attributes: JsonRecord;
  readonly innerBlocks: readonly Block[];
  /** Its own HTML without that of its inner blocks. */
  readonly innerHtml: string;
  /** Its own HTML in pieces; null stands for the next inner block. */
  readonly innerContent: readonly (string | null)[];
  /** All of it as it is stored, with its comments. */
  readonly source: string;
}

/** Deeper attributes are not read: no editor writes them, and what walks them may then use the call stack. */
const deepest = 100;

export const noAttributes: JsonRecord = Object.freeze(withoutPrototype({}));

/** Reads the attributes of a block from its comment; none where they are not a JSON object, or too deep. */
export function readBlockAttributes(json: string): JsonRecord {
  if (json === '') return noAttributes;
  const value = parseJson(json);
  return isJsonRecord(value) && isShallow(value) ? bare(value) : noAttributes;
}

/** Parsed JSON holds nothing but JSON values. */
const isJsonRecord = (value: unknown): value is JsonRecord => isRecord(value);

function isShallow(root: JsonRecord): boolean {
  let level: readonly JsonValue[] = [root];
  for (let depth = 0; depth < deepest; depth++) {
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    if (level.length === 0) return true;
  }
  return false;
}

/** A copy whose objects have no prototype: `constructor` and `__proto__` are names like any other. */
function bare(record: JsonRecord): JsonRecord {
  const copy = Object.entries(record).map(([name, value]): [string, JsonValue] => [name, bareValue(value)]);
  return withoutPrototype(Object.fromEntries(copy));
}

function bareValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  return isJsonList(value) ? value.map(bareValue) : bare(value);
}

function withoutPrototype(record: JsonRecord): JsonRecord {
  Object.setPrototypeOf(record, null);
  return record;
}

/** An attribute that is a text; undefined for any other. */
export function textAttribute(attributes: JsonRecord, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === 'string' ? value : undefined;
}

/** An attribute that is a number; undefined for any other. */
export function numberAttribute(attributes: JsonRecord, name: string): number | undefined {
  const value = attributes[name];
  return typeof value === 'number' ? value : undefined;
}

/** An attribute that is true or false; undefined for any other. */
export function flagAttribute(attributes: JsonRecord, name: string): boolean | undefined {
  const value = attributes[name];
  return typeof value === 'boolean' ? value : undefined;
}

/** An attribute that is an object; an empty one for any other. */
export function recordAttribute(attributes: JsonRecord, name: string): JsonRecord {
  const value = attributes[name];
  return isJsonRecord(value) ? value : noAttributes;
}

/** An attribute that is a list; an empty one for any other. */
export function listAttribute(attributes: JsonRecord, name: string): readonly JsonValue[] {
  const value = attributes[name];
  return value !== undefined && isJsonList(value) ? value : [];
}
