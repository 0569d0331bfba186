import type { TextFormat } from '../lib/schema/schema.ts';
import { isRecord } from '../text/json.ts';
import type { FieldCondition } from './fields/show-when.ts';

export type MetaScalar = string | number | boolean;
export type MetaValue = MetaScalar | readonly MetaValue[] | { readonly [member: string]: MetaValue };

export type MetaScalarType = 'string' | 'integer' | 'number' | 'boolean';
/** `json` is any value that JSON can write. */
export type MetaType = MetaScalarType | 'array' | 'object' | 'json';

/** What values a key accepts. Lists say what their items are, objects what their members are. */
export interface MetaSchema extends FieldRules {
  readonly type: MetaType;
  readonly description?: string;
  /** The only texts that are accepted. */
  readonly enum?: readonly string[];
  readonly format?: TextFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  /** As the interface announces it; nothing else depends on it. */
  readonly readonly?: boolean;
  /** Of a list; texts by default. */
  readonly items?: MetaSchema;
  /** The members of an object. */
  readonly properties?: Readonly<Record<string, MetaSchema>>;
  /** Whether an object may have other members, and of what sort. Default: false. */
  readonly additionalProperties?: boolean | MetaSchema;
}

/** What only values of fields are checked for. */
export interface FieldRules {
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression that the whole text matches. */
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** The forms of an object, by its member `layout`. */
  readonly layouts?: Readonly<Record<string, MetaSchema>>;
  /** What reads back where nothing is stored; null for nothing at all. */
  readonly default?: MetaValue | null;
  /** Whether published items must have a value. */
  readonly required?: boolean;
  /** When it is shown; what is not shown is not required. */
  readonly showWhen?: readonly (readonly FieldCondition[])[];
  /** What the id leads to. */
  readonly relation?: MetaRelation;
  /** Whether the text is HTML, which is cleaned as the content of posts is. */
  readonly html?: boolean;
}

/** What an id may lead to. */
export interface MetaRelation {
  readonly of: 'posts' | 'files' | 'terms' | 'users';
  /** Names of types, taxonomies or roles; all that the interface shows where there are none. */
  readonly to: readonly string[];
  /** Of files, such as `image/*`; every one where there are none. */
  readonly mimeTypes: readonly string[];
}

/** The member of an object that says which of its layouts it has. */
export const layoutMember = 'layout';

export const isStructured = ({ type }: Pick<MetaSchema, 'type'>): boolean => type === 'array' || type === 'object';

/** The members that an object has: those of its layout, where it has layouts. */
export function membersIn(
  { properties = {}, layouts }: MetaSchema,
  value: Readonly<Record<string, unknown>>,
): Readonly<Record<string, MetaSchema>> {
  if (!layouts) return properties;
  const name = value[layoutMember];
  const layout = typeof name === 'string' && Object.hasOwn(layouts, name) ? layouts[name] : undefined;
  return { [layoutMember]: { type: 'string', enum: Object.keys(layouts) }, ...layout?.properties };
}

/** The same value with every part that has no parts replaced by what `leaf` makes of it. */
export function mapLeaves(
  schema: MetaSchema,
  value: unknown,
  path: string,
  leaf: (schema: MetaSchema, value: unknown, path: string) => unknown,
): unknown {
  if (schema.type === 'array' && Array.isArray(value)) {
    const items = schema.items ?? { type: 'string' };
    return value.map((item, i) => mapLeaves(items, item, `${path}[${i}]`, leaf));
  }
  if (schema.type === 'object' && isRecord(value)) {
    const members = membersIn(schema, value);
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        const known = Object.hasOwn(members, key) ? members[key] : undefined;
        return [key, known ? mapLeaves(known, member, `${path}.${key}`, leaf) : member];
      }),
    );
  }
  return leaf(schema, value, path);
}

const emptyValues: Readonly<Record<MetaType, unknown>> = {
  string: '',
  integer: 0,
  number: 0,
  boolean: false,
  array: [],
  object: [],
  json: null,
};

/** What reads back where nothing is stored and no default is declared. */
export const emptyMeta = ({ type }: Pick<MetaSchema, 'type'>): unknown => emptyValues[type];

/** What a field reads as where nothing is stored: a number is null then, and an object has all of its members. */
export function emptyField(schema: MetaSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.type === 'object')
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, one]) => [key, emptyField(one)]));
  if (schema.type === 'integer' || schema.type === 'number') return schema.relation ? 0 : null;
  return emptyMeta(schema);
}

/** Whether a field has no value; false and 0 are values, the id 0 is none. */
export function isEmptyField(schema: MetaSchema, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  if (schema.relation) return value === 0;
  if (schema.type !== 'object' || !isRecord(value)) return false;
  const members = membersIn(schema, value);
  return Object.entries(members).every(([key, one]) => isEmptyField(one, value[key]));
}
