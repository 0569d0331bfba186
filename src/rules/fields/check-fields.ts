import { Refusal } from '../../lib/schema/schema.ts';
import { isRecord } from '../../text/json.ts';
import { acceptField } from '../meta-accept.ts';
import { emptyField, isEmptyField, type MetaSchema, membersIn } from '../meta-schema.ts';
import { isShown } from './show-when.ts';

/** Which fields a write must leave a value in: all, those it sets, or none because the item is not published. */
export type RequiredFields = 'all' | 'sent' | 'none';

/** A field with what was sent for it, if anything was, and what it reads as without. */
export interface SentField {
  readonly key: string;
  readonly schema: MetaSchema;
  /** Undefined where nothing was sent; null removes the value. */
  readonly sent: unknown;
  readonly stored: unknown;
  /** Whether it may be missing where nothing was sent for it. */
  readonly isOptional?: boolean;
}

/** A field that was sent, with the value to store; undefined to remove it. */
export interface CheckedField {
  readonly key: string;
  readonly schema: MetaSchema;
  readonly value: unknown;
}

export interface CheckedFields {
  readonly changes: readonly CheckedField[];
  /** Everything that is refused, by path. */
  readonly refused: Map<string, Refusal>;
}

/** Where a field stands among the parameters of a request. */
export const fieldPath = (key: string): string => `meta.${key}`;

/** Compares all that was sent with the declarations, and what is missing with the whole item. */
export function checkFields(fields: readonly SentField[], required: RequiredFields): CheckedFields {
  const refused = new Map<string, Refusal>();
  const changes = fields.filter(({ sent }) => sent !== undefined).map((field) => checkedField(field, refused));
  const changed = new Map(changes.map((one) => [one.key, one]));
  const after = new Map(
    fields.map(({ key, schema, stored }) => {
      const change = changed.get(key);
      return [key, { schema, value: (change ? change.value : stored) ?? emptyField(schema) }];
    }),
  );
  if (required === 'none') return { changes, refused };
  const optional = new Set(fields.filter(({ isOptional }) => isOptional).map(({ key }) => key));
  const isAsked = (key: string) => changed.has(key) || (required === 'all' && !optional.has(key));
  const asked = new Map([...after].filter(([key]) => isAsked(key)));
  for (const [path, refusal] of missing(asked, after, fieldPath)) {
    if (!refused.has(path)) refused.set(path, refusal);
  }
  return { changes, refused };
}

function checkedField({ key, schema, sent }: SentField, refused: Map<string, Refusal>): CheckedField {
  const accepted = acceptField(schema, sent, fieldPath(key));
  for (const [path, refusal] of accepted.refused) refused.set(path, refusal);
  return { key, schema, value: accepted.value };
}

interface Part {
  readonly schema: MetaSchema;
  readonly value: unknown;
}

/** The required parts that are shown and have no value. */
function* missing(
  asked: ReadonlyMap<string, Part>,
  siblings: ReadonlyMap<string, Part>,
  pathOf: (key: string) => string,
): Generator<[path: string, refusal: Refusal]> {
  const sibling = (name: string) => {
    const part = siblings.get(name);
    return { value: part?.value, isEmpty: !part || isEmptyField(part.schema, part.value) };
  };
  for (const [key, { schema, value }] of asked) {
    if (!isShown(schema.showWhen, sibling)) continue;
    const path = pathOf(key);
    if (!isEmptyField(schema, value)) yield* missingIn(schema, value, path);
    else if (schema.required) yield [path, new Refusal(`${path} is required.`, 'rest_property_required')];
  }
}

function* missingIn(schema: MetaSchema, value: unknown, path: string): Generator<[path: string, refusal: Refusal]> {
  if (Array.isArray(value)) {
    const items = schema.items ?? { type: 'string' };
    for (const [i, item] of value.entries()) yield* missingIn(items, item, `${path}[${i}]`);
  } else if (schema.type === 'object' && isRecord(value)) {
    const parts = new Map(
      Object.entries(membersIn(schema, value)).map(([key, one]) => [
        key,
        { schema: one, value: value[key] ?? emptyField(one) },
      ]),
    );
    yield* missing(parts, parts, (key) => `${path}.${key}`);
  }
}

/** Whether a field, or a part of it, is required or depends on another: then what is stored has to be looked at. */
export function hasRequired(schema: MetaSchema): boolean {
  const { required = false, items, properties = {}, layouts = {} } = schema;
  return (
    required || [...(items ? [items] : []), ...Object.values(properties), ...Object.values(layouts)].some(hasRequired)
  );
}
