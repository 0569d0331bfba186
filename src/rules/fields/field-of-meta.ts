import type { MetaSchema, MetaValue } from '../meta-schema.ts';
import { type AnyField, type FieldKind, labelFrom } from './field-declaration.ts';

/** A key that is declared without a form, as far as one follows from it. */
interface PlainKey extends MetaSchema {
  readonly key: string;
  readonly single?: boolean;
  readonly default?: MetaValue;
  readonly index?: boolean;
}

/** How people see and edit a key that is declared by its type alone. */
export function fieldOfMeta({ key, single = true, default: usual, index, ...schema }: PlainKey): AnyField {
  const field = single ? fieldOf(schema) : (listOf(schema) ?? json);
  const { description } = schema;
  return {
    ...field,
    label: description !== undefined && isLabel(description) ? description : labelFrom(key),
    ...(description === undefined || isLabel(description) ? {} : { help: description }),
    ...(usual === undefined ? {} : { default: usual }),
    ...(index === undefined ? {} : { index }),
  };
}

const json: AnyField = { kind: 'json' };

/** Adopted fields carry their label as the description; a sentence is a help. */
const isLabel = (description: string): boolean =>
  description !== '' && description.length <= 40 && !/[.!?]/.test(description);

function fieldOf(schema: MetaSchema): AnyField {
  const { type, enum: choices, format, minimum, maximum, items = { type: 'string' }, properties = {} } = schema;
  const limits = { ...(minimum === undefined ? {} : { minimum }), ...(maximum === undefined ? {} : { maximum }) };
  switch (type) {
    case 'number':
    case 'integer':
      return { kind: type, ...limits };
    case 'boolean':
      return { kind: 'boolean' };
    case 'string':
      return choices ? { kind: 'choice', choices } : { kind: textKinds[format ?? 'plain'] ?? 'text' };
    case 'array':
      return listOf(items) ?? json;
    case 'object':
    case 'json':
      return isClosed(schema) ? { kind: 'group', fields: fieldsIn(properties) } : json;
  }
}

const textKinds: Readonly<Record<string, FieldKind>> = { 'date-time': 'datetime', email: 'email', uri: 'url' };

/** The list of such values; null where no form has one. */
function listOf(items: MetaSchema): AnyField | null {
  if (items.type === 'string' && items.enum) return { kind: 'choices', choices: items.enum };
  return items.type === 'object' && isClosed(items)
    ? { kind: 'repeater', fields: fieldsIn(items.properties ?? {}) }
    : null;
}

const isClosed = ({ properties = {}, additionalProperties = false }: MetaSchema): boolean =>
  additionalProperties === false && Object.keys(properties).length > 0;

const fieldsIn = (properties: Readonly<Record<string, MetaSchema>>): Record<string, AnyField> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { ...fieldOf(schema), label: schema.description ?? labelFrom(name) },
    ]),
  );
