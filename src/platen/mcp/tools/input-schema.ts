import type { JsonSchema } from '../../../schema/json-schema.ts';
import type { Args, Schema, Shape } from '../../../schema/schema.ts';

/** Arguments as an agent sees them: those of a route without what only other programs need. */
export function inputProperties(args: Args, omitted: readonly string[]): Record<string, JsonSchema> {
  const shown = Object.entries(args).filter(([name, schema]) => !omitted.includes(name) && !schema.unlisted);
  return Object.fromEntries(shown.map(([name, schema]) => [name, inputSchema(schema)]));
}

/** The JSON Schema of an argument. */
export function inputSchema(schema: Schema): JsonSchema {
  const { description, enum: words, minimum, maximum, format, default: usual, items, nullable } = schema;
  const type = types[schema.shape];
  return {
    ...(nullable ? { type: [type, 'null'].flat() } : { type }),
    ...(description ? { description } : {}),
    ...(words ? { enum: nullable ? [...words, null] : words } : {}),
    ...(schema.shape === 'array' && items ? { items: inputSchema(items) } : {}),
    ...(schema.shape === 'words' ? { items: { type: 'string' } } : {}),
    ...(schema.shape === 'termQuery' ? { items: { type: 'integer' } } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(format === undefined ? {} : { format }),
    ...(usual === undefined ? {} : { default: usual }),
  };
}

const types: Readonly<Record<Shape, string | readonly string[]>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'object',
  scalar: ['string', 'number', 'boolean'],
  words: 'array',
  text: 'string',
  termQuery: 'array',
};
