import type { JsonSchema } from '../lib/schema/json-schema.ts';
import type { Schema } from '../lib/schema/schema.ts';
import type { Context } from './resource/context.ts';
import { answerSchemas, deletedSchema, resourceNames, typeName } from './routing/answer-schemas.ts';
import type { EndpointDescription, InterfaceDescription, PathDescription } from './routing/description.ts';
import { type Variant, variantTitles } from './variant.ts';

const contexts = ['view', 'edit', 'embed'] as const satisfies readonly Context[];

/** The text of a TypeScript module: a type for every resource in every context, and one for every operation. */
export function interfaceTypes(described: InterfaceDescription, variant: Variant['name']): string {
  const names = resourceNames(described);
  const schemas = answerSchemas(described, {
    item: (resource, context) => ({ $ref: typeName(names.get(resource) ?? '', context) }),
    deleted: deletedSchema,
    error: { $ref: 'Refusal' },
  });
  const byName = new Map([...names].map(([resource, name]) => [name, resource]));
  const named = [...byName].flatMap(([name, resource]) =>
    contexts.map((context) => {
      const schema = resource.item(context, { embedded: { $ref: 'Embedded' }, targetHints: described.targetHints });
      return `export type ${typeName(name, context)} = ${typeOf(schema)};`;
    }),
  );
  const embedded = [...byName.keys()].map((name) => typeName(name, 'embed'));
  const routes = described.paths.map((path) => {
    const operations = path.endpoints.flatMap((endpoint) =>
      endpoint.methods.map((method) => operation({ path, endpoint, method, schemas })),
    );
    return `  ${JSON.stringify(shownPath(path))}: ${members(operations)};`;
  });
  return [
    `/** The interface of ${variantTitles[variant]}. Written from the routes of the server by \`platen types\`; do not edit. */`,
    ...named,
    ...Object.entries(described.definitions).map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`),
    `export type Refusal = ${refusalType};`,
    `type Item = ${[...embedded, 'Refusal'].join(' | ')};`,
    'export type Embedded = Item | Item[];',
    'export interface Routes {',
    ...routes,
    '}',
    '',
  ].join('\n');
}

const refusalType =
  '{ readonly code: string; readonly message: string; readonly data: { readonly status: number; readonly params?: Record<string, string> | string[] } | null }';

interface OperationWork {
  readonly path: PathDescription;
  readonly endpoint: EndpointDescription;
  readonly method: string;
  readonly schemas: ReturnType<typeof answerSchemas>;
}

/** What an operation takes, and what it answers: by context for those that have one. */
function operation({ path, endpoint, method, schemas }: OperationWork): Member {
  const inPath = new Set(path.path.parameters.map(({ name }) => name));
  const input = Object.entries(endpoint.allArgs)
    // Those without a description are only there to be refused.
    .filter(([name, { unlisted, description }]) => !(unlisted && description === undefined) && !inPath.has(name))
    .map(([name, schema]) => ({
      name,
      type: argumentType(schema),
      isOptional: !schema.required,
      comment: schema.description,
    }));
  const answers = contexts.map((context): Member => {
    const schema = schemas.of(path, { method, context, isReduced: false, embeds: true });
    return { name: context, type: schema === null ? 'unknown' : typeOf(schema), isOptional: false };
  });
  return {
    name: method,
    type: members([{ name: 'input', type: members(input), isOptional: false }, ...answers]),
    isOptional: false,
    comment: endpoint.summary,
  };
}

/** The path with its parameters as clients write them: `/wp/v2/posts/{id}`. */
const shownPath = ({ path }: PathDescription): string => path.template.replace(/\{(\w+):\w+\}/g, '{$1}');

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

function sentType({ shape, enum: words, items, published }: Schema): string {
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
    case 'anything':
      return 'unknown';
    case 'object': {
      const announced = published?.['properties'];
      return isMembers(announced) && Object.keys(announced).length > 0
        ? sentMembers(announced)
        : 'Readonly<Record<string, unknown>>';
    }
    case 'termQuery':
      return 'Readonly<Record<string, unknown>>';
    case 'string':
    case 'boolean':
      return shape;
  }
}

/** The members of an object that is sent, such as declared fields: each may be left out, or null for no value. */
function sentMembers(properties: Readonly<Record<string, unknown>>): string {
  return members(
    Object.entries(properties)
      .filter(([, one]) => isMembers(one) && one['readonly'] !== true)
      .map(([name, one]) => ({ name, ...sentMember(isMembers(one) ? one : {}) })),
  );
}

/** What says which of several forms an object has is always there. */
function sentMember(schema: Readonly<Record<string, unknown>>): Omit<Member, 'name'> {
  const isForm = isList(schema['enum']) && schema['enum'].length === 1 && schema['description'] === undefined;
  return isForm
    ? { type: typeOf(schema), isOptional: false }
    : { type: union([sentValue(schema), 'null']), isOptional: true };
}

function sentValue(schema: Readonly<Record<string, unknown>>): string {
  const { type, items, anyOf, properties, enum: words } = schema;
  // A text without characters is no value, whatever is asked of one.
  if (isList(words)) return union(['', ...words].map((word) => JSON.stringify(word)));
  if (type === 'array' && isMembers(items)) {
    const item = isList(items['enum']) ? typeOf(items) : sentValue(items);
    return `readonly ${listOf(item)}`;
  }
  if (type === 'object' && isList(anyOf))
    return union(anyOf.map((one) => (isMembers(one) ? sentValue(one) : 'unknown')));
  if (type === 'object' && isMembers(properties)) return sentMembers(properties);
  return isList(type) ? 'unknown' : typeOf(schema);
}

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

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
