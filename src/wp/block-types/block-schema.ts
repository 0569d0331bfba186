import { typeName } from '../../api/routing/answer-schemas.ts';
import { type JsonSchema, json, type Output } from '../../lib/schema/json-schema.ts';
import type { BlockModel } from './block-model.ts';
import type { BlockAttribute } from './block-type.ts';
import { blockTypes } from './block-types.ts';

/** The blocks of an item; their schema refers to `Block`. */
export const blockList: Output<readonly BlockModel[]> = { type: 'array', items: { $ref: 'Block' } };

const known = [...blockTypes.values()].filter(({ name }) => name.startsWith('core/'));
const definitionName = (name: string): string => typeName('block', name);

/** A schema for every block that the server knows, by its name, and one for all others. */
export const blockDefinitions: Readonly<Record<string, JsonSchema>> = {
  Block: json.anyOf(...known.map(({ name }) => ({ $ref: definitionName(name) })), { $ref: 'OtherBlock' }),
  OtherBlock: block(json.orNull(json.string), { type: 'object' }),
  ...Object.fromEntries(
    known.map(({ name, attributes }) => [definitionName(name), block(json.words(name), attributeList(attributes))]),
  ),
};

function block(name: JsonSchema, attributes: JsonSchema): JsonSchema {
  return json.object({ name, attributes, rendered: json.string, inner_blocks: blockList });
}

/** Attributes that the type does not know may be there too. */
function attributeList(attributes: Readonly<Record<string, BlockAttribute>>): JsonSchema {
  const given = Object.entries(attributes);
  return {
    type: 'object',
    properties: Object.fromEntries(given.map(([name, attribute]) => [name, attributeSchema(attribute)])),
    required: given.filter(([, attribute]) => (attribute.default ?? null) !== null).map(([name]) => name),
  };
}

function attributeSchema({ type, enum: choices, query }: BlockAttribute): JsonSchema {
  if (choices) return { enum: choices };
  const types = [type].flat().map((one) => (one === 'rich-text' ? 'string' : one));
  return { type: types.length === 1 ? types[0] : types, ...(query ? { items: attributeList(query) } : {}) };
}
