import type { JsonSchema } from '../schema/json-schema.ts';
import type { Schema } from '../schema/schema.ts';

/** The TypeScript type of what a JSON schema describes, as text. */
export function typeOf(schema: JsonSchema): string {
  if (schema === true) return 'unknown';
  if (schema === false) return 'never';
  if (typeof schema['$ref'] === 'string') return schema['$ref'];
  if (isList(schema['enum'])) return union(schema['enum'].map((value) => JSON.stringify(value)));
  if (isList(schema['anyOf'])) return union(schema['anyOf'].map((one) => typeOf(asSchema(one))));
  const { type } = schema;
  return union((isList(type) ? type : [type]).map((one) => namedType(one, schema)));
}

function namedType(type: unknown, schema: Exclude<JsonSchema, boolean>): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return listType(schema);
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function listType({ items, maxItems }: Exclude<JsonSchema, boolean>): string {
  if (maxItems === 0) return '[]';
  return items === undefined ? 'unknown[]' : listOf(typeOf(asSchema(items)));
}

function objectType({ properties, required, additionalProperties }: Exclude<JsonSchema, boolean>): string {
  if (properties === undefined)
    return `Record<string, ${additionalProperties === undefined ? 'unknown' : typeOf(asSchema(additionalProperties))}>`;
  const needed = isList(required) ? required : [];
  return members(
    // Schemas are made by `json`, whose members are schemas again.
    Object.entries(properties as Record<string, JsonSchema>).map(([name, schema]) => ({
      name,
      isOptional: !needed.includes(name),
      type: typeOf(schema),
    })),
  );
}

/** The TypeScript type of what an argument accepts. */
export function argumentType(schema: Schema): string {
  const type = sentType(schema);
  return schema.nullable ? union([type, 'null']) : type;
}

function sentType({ shape, enum: words, items }: Schema): string {
  if (words) return union(words.map((word) => JSON.stringify(word)));
  switch (shape) {
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return items ? `readonly ${listOf(argumentType(items))}` : 'readonly unknown[]';
    case 'words':
      return 'string | readonly string[]';
    case 'text':
      return 'string | { readonly raw: string }';
    case 'scalar':
      return 'string | number | boolean';
    case 'object':
    case 'termQuery':
      return 'Readonly<Record<string, unknown>>';
    case 'string':
    case 'boolean':
      return shape;
  }
}

export interface Member {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly comment?: string | undefined;
}

/** An object type with these members. */
export function members(all: readonly Member[]): string {
  if (all.length === 0) return '{}';
  const lines = all.map(({ name, type, isOptional, comment }) => {
    const note = comment ? `/** ${comment.replaceAll('*/', '* /')} */ ` : '';
    return `${note}readonly ${propertyName(name)}${isOptional ? '?' : ''}: ${type};`;
  });
  return `{ ${lines.join(' ')} }`;
}

/** A member's name as it stands in a type. */
export const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

const listOf = (item: string): string =>
  /[|&]/.test(item) || item.startsWith('readonly ') ? `(${item})[]` : `${item}[]`;
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Schemas are made by `json`, whose members are schemas again. */
const asSchema = (value: unknown): JsonSchema => value as JsonSchema;
