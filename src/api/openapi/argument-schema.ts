import type { JsonSchema } from '../../lib/schema/json-schema.ts';
import type { Schema } from '../../lib/schema/schema.ts';

type Keywords = Readonly<Record<string, unknown>>;

/** What an argument accepts, as a JSON Schema. */
export function argumentSchema(schema: Schema): JsonSchema {
  const accepted = sentSchema(schema);
  return {
    ...(schema.nullable ? orNothing(accepted) : accepted),
    ...(schema.description ? { description: schema.description } : {}),
    ...defaultOf(schema),
  };
}

function sentSchema(schema: Schema): Keywords {
  const { shape, enum: words, items } = schema;
  if (words) return { type: 'string', enum: words };
  switch (shape) {
    case 'integer':
    case 'number':
      return { type: shape, ...limits(schema) };
    case 'boolean':
      return { type: 'boolean' };
    case 'string':
      return { type: 'string', ...lengthOf(schema), ...formatOf(schema) };
    case 'text':
      return { anyOf: [{ type: 'string', ...lengthOf(schema) }, rawText(schema)] };
    case 'scalar':
      return { type: ['string', 'number', 'boolean'] };
    case 'anything':
      return {};
    case 'words':
      return { type: 'array', items: { type: 'string' } };
    case 'array':
      return { type: 'array', items: items ? argumentSchema(items) : {} };
    case 'termQuery':
      return { anyOf: [idList, termObject] };
    case 'object':
      return { type: 'object', ...membersOf(schema) };
  }
}

const idList = { type: 'array', items: { type: 'integer' } };
const termObject = {
  type: 'object',
  properties: { terms: idList, operator: { type: 'string', enum: ['AND', 'OR'] } },
  required: ['terms'],
};

const rawText = (schema: Schema) => ({
  type: 'object',
  properties: { raw: { type: 'string', ...lengthOf(schema) } },
  required: ['raw'],
});

const limits = ({ minimum, maximum }: Schema): Keywords => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});

const lengthOf = ({ maxLength }: Schema): Keywords => (maxLength === undefined ? {} : { maxLength });

function formatOf({ format }: Schema): Keywords {
  if (format === undefined) return {};
  if (format === 'ip') return { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] };
  return { format };
}

/** The members of `meta` that are registered, as far as their description is JSON Schema. */
function membersOf({ published }: Schema): Keywords {
  const members = published?.['properties'];
  if (members === null || typeof members !== 'object' || Array.isArray(members)) return {};
  return { properties: Object.fromEntries(Object.entries(members).map(([key, one]) => [key, known(one)])) };
}

const keywords = [
  ...['type', 'description', 'enum', 'format', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'],
  ...['minItems', 'maxItems', 'items', 'properties', 'anyOf'],
];

function known(value: unknown): JsonSchema {
  if (value === null || typeof value !== 'object') return true;
  const kept = Object.entries(value).filter(([name]) => keywords.includes(name));
  return Object.fromEntries(
    kept.map(([name, inner]) => {
      if (name === 'items') return [name, known(inner)];
      if (name === 'anyOf' && Array.isArray(inner)) return [name, inner.map(known)];
      if (name !== 'properties') return [name, inner];
      return [name, Object.fromEntries(Object.entries(inner ?? {}).map(([key, one]) => [key, known(one)]))];
    }),
  );
}

function orNothing(accepted: Keywords): Keywords {
  const { type, enum: words, anyOf } = accepted;
  if (Array.isArray(anyOf)) return { ...accepted, anyOf: [...anyOf, { type: 'null' }] };
  const types = Array.isArray(type) ? type : [type];
  return { ...accepted, type: [...types, 'null'], ...(Array.isArray(words) ? { enum: [...words, null] } : {}) };
}

/** A default that is stated for a list as one of its values is a list of that one. */
function defaultOf({ default: value, shape }: Schema): Keywords {
  if (value === undefined) return {};
  const isList = shape === 'array' || shape === 'words' || shape === 'termQuery';
  return { default: isList && !Array.isArray(value) ? [value] : value };
}
