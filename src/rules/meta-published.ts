import { type JsonSchema, json } from '../lib/schema/json-schema.ts';
import { wholePattern } from './meta-accept.ts';
import { layoutMember, type MetaSchema } from './meta-schema.ts';

/** The schema as the interface publishes it. */
export function publishMeta(schema: MetaSchema): Record<string, unknown> {
  const { type, enum: choices, format, minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  return {
    type: type === 'json' ? anyType : type,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(choices ? { enum: choices } : {}),
    ...(format ? { format: publishedFormats[format] ?? format } : {}),
    ...present({ minimum, maximum, minLength, maxLength, minItems, maxItems }),
    ...(pattern === undefined ? {} : { pattern: wholePattern(pattern).source }),
    ...(schema.readonly === undefined ? {} : { readonly: schema.readonly }),
    ...(type === 'array' ? { items: publishMeta(schema.items ?? { type: 'string' }) } : {}),
    ...(type === 'object' ? publishMembers(schema) : {}),
  };
}

const anyType = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** The names of formats that other programs know. */
const publishedFormats: Readonly<Record<string, string>> = { 'local-date-time': 'date-time', link: 'uri' };

const present = (limits: Readonly<Record<string, number | undefined>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined));

function publishMembers({ properties = {}, additionalProperties, layouts }: MetaSchema): Record<string, unknown> {
  if (layouts)
    return {
      anyOf: Object.entries(layouts).map(([name, layout]) => ({
        type: 'object',
        ...publishMembers({
          ...layout,
          properties: { [layoutMember]: { type: 'string', enum: [name] }, ...layout.properties },
        }),
      })),
    };
  return {
    properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, publishMeta(one)])),
    additionalProperties:
      typeof additionalProperties === 'object' ? publishMeta(additionalProperties) : (additionalProperties ?? false),
  };
}

/** Exactly what a field reads as. */
export function fieldOutput(schema: MetaSchema): JsonSchema {
  switch (schema.type) {
    case 'json':
      return true;
    case 'array':
      return json.listOf(itemOutput(schema.items ?? { type: 'string' }));
    case 'object':
      return schema.layouts
        ? json.anyOf(...Object.entries(schema.layouts).map(([name, layout]) => membersOutput(layout, name)))
        : membersOutput(schema);
    case 'integer':
    case 'number':
      return schema.relation ? json.integer : json.orNull({ type: schema.type });
    default:
      return schema.enum ? json.words('', ...schema.enum) : { type: schema.type };
  }
}

/** A list has no items without a value. */
const itemOutput = (schema: MetaSchema): JsonSchema => (schema.enum ? json.words(...schema.enum) : fieldOutput(schema));

const membersOutput = ({ properties = {} }: MetaSchema, layout?: string): JsonSchema =>
  json.object({
    ...(layout === undefined ? {} : { [layoutMember]: json.words(layout) }),
    ...Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, fieldOutput(one)])),
  });
