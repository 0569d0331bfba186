import { type Schema, s } from '../../schema/schema.ts';
import { accept, Refusal } from '../../schema/validate.ts';

export type MetaScalarType = 'string' | 'integer' | 'number' | 'boolean';
export type MetaType = MetaScalarType | 'array' | 'object';

/** What values a key accepts. Lists say what their items are, objects what their members are. */
export interface MetaSchema {
  readonly type: MetaType;
  readonly description?: string;
  /** The only texts that are accepted. */
  readonly enum?: readonly string[];
  readonly format?: 'date-time' | 'email' | 'ip' | 'uri';
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of a list; texts by default. */
  readonly items?: MetaSchema;
  /** The members of an object. */
  readonly properties?: Readonly<Record<string, MetaSchema>>;
  /** Whether an object may have other members, and of what sort. Default: false. */
  readonly additionalProperties?: boolean | MetaSchema;
}

export const isStructured = ({ type }: Pick<MetaSchema, 'type'>): boolean => type === 'array' || type === 'object';

/** The value in the shape that the schema describes, or why it is refused. */
export function acceptMeta(schema: MetaSchema, value: unknown, name: string): unknown {
  if (schema.type === 'array') return acceptList(schema.items ?? { type: 'string' }, value, name);
  if (schema.type === 'object') return acceptMembers(schema, value, name);
  return accept(scalarSchema(schema.type, schema), value, name);
}

const scalarSchemas: Readonly<Record<MetaScalarType, (limits: Limits) => Schema>> = {
  string: (limits) => s.string(limits),
  integer: (limits) => s.integer(limits),
  number: (limits) => s.number(limits),
  boolean: () => s.boolean(),
};

type Limits = Pick<MetaSchema, 'enum' | 'format' | 'minimum' | 'maximum'>;

function scalarSchema(type: MetaScalarType, { enum: choices, format, minimum, maximum }: Limits): Schema {
  return scalarSchemas[type]({
    ...(choices ? { enum: choices } : {}),
    ...(format ? { format } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  });
}

function acceptList(items: MetaSchema, value: unknown, name: string): unknown {
  const list = asList(value);
  if (!list) return Refusal.ofType(name, 'a list');
  const accepted: unknown[] = [];
  for (const [index, item] of list.entries()) {
    const one = acceptMeta(items, item, `${name}[${index}]`);
    if (one instanceof Refusal) return one;
    accepted.push(one);
  }
  return accepted;
}

/** A list, or a single value as clients may send it: a text with commas or blanks, a number. */
function asList(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((part) => part !== '');
  return typeof value === 'number' || typeof value === 'boolean' ? [value] : null;
}

function acceptMembers(schema: MetaSchema, value: unknown, name: string): unknown {
  // An empty object reads back as an empty list, so it is accepted as one.
  if (Array.isArray(value) && value.length === 0) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return Refusal.ofType(name, 'an object');
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const known = memberSchema(schema, key);
    if (!known) return new Refusal(`${name} has no member ${key}.`, 'rest_additional_properties_forbidden');
    const one = known === true ? shallow(member, `${name}[${key}]`) : acceptMeta(known, member, `${name}[${key}]`);
    if (one instanceof Refusal) return one;
    members.push([key, one]);
  }
  return Object.fromEntries(members);
}

/** Any value, as long as it is not nested so deeply that storing it would exhaust the stack. */
function shallow(value: unknown, name: string): unknown {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return new Refusal(`${name} is nested more than ${deepest} levels deep.`);
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return value;
}

const deepest = 64;

function memberSchema(
  { properties = {}, additionalProperties = false }: MetaSchema,
  key: string,
): MetaSchema | boolean {
  const declared = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return declared ?? additionalProperties;
}

const emptyValues: Readonly<Record<MetaType, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: [],
};

/** What reads back where nothing is stored and no default is declared. */
export const emptyMeta = ({ type }: Pick<MetaSchema, 'type'>): unknown => emptyValues[type];

/** The schema as the interface publishes it. */
export function publishMeta(schema: MetaSchema): Record<string, unknown> {
  const { type, enum: choices, format, minimum, maximum, items, properties, additionalProperties } = schema;
  return {
    type,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(choices ? { enum: choices } : {}),
    ...(format ? { format } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(type === 'array' ? { items: publishMeta(items ?? { type: 'string' }) } : {}),
    ...(type === 'object'
      ? {
          properties: Object.fromEntries(Object.entries(properties ?? {}).map(([key, one]) => [key, publishMeta(one)])),
          additionalProperties:
            typeof additionalProperties === 'object'
              ? publishMeta(additionalProperties)
              : (additionalProperties ?? false),
        }
      : {}),
  };
}
