import type { Schema } from './schema.ts';

declare const described: unique symbol;

/** A JSON Schema (2020-12) as data: what an answer may look like, to the last member, with the type of such answers. */
export interface Output<Value = unknown> {
  readonly [keyword: string]: unknown;
  /** For types only; no value has it at run time. */
  readonly [described]?: Value;
}

/** An output of any type; `true` leaves open what there is. */
export type JsonSchema = Output | boolean;

/** The type of the values that a schema of `json` describes. */
export type OutputOf<S> = S extends Output<infer Value> ? Value : unknown;

type Members = Readonly<Record<string, JsonSchema>>;
type ObjectOf<M extends Members, Optional extends PropertyKey> = {
  readonly [K in keyof M as K extends Optional ? never : K]: OutputOf<M[K]>;
} & { readonly [K in keyof M as K extends Optional ? K : never]?: OutputOf<M[K]> | undefined };
type Scalar = string | number | boolean | null;

// The types are attached to a member that no value has at run time.
const output = <Value>(schema: Output): Output<Value> => schema as Output<Value>;

/** Exact schemas for what answers contain; nothing beyond what is named is allowed. */
export const json = {
  string: output<string>({ type: 'string' }),
  /** A text of a form that a regular expression describes. */
  pattern: (pattern: string) => output<string>({ type: 'string', pattern }),
  integer: output<number>({ type: 'integer' }),
  number: output<number>({ type: 'number' }),
  boolean: output<boolean>({ type: 'boolean' }),
  /** A date and time without a zone, as this interface writes them. */
  dateTime: output<string>({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' }),
  /** A date and time in UTC with milliseconds. */
  instant: output<string>({ type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' }),
  nothing: output<null>({ type: 'null' }),
  /** How this interface writes an object without members. */
  emptyList: output<readonly never[]>({ type: 'array', maxItems: 0 }),
  words: <const Values extends readonly Scalar[]>(...values: Values) => output<Values[number]>({ enum: values }),
  listOf: <S extends JsonSchema>(items: S, options: { readonly least?: number } = {}) =>
    output<readonly OutputOf<S>[]>({ type: 'array', items, ...(options.least ? { minItems: options.least } : {}) }),
  /** An object with these members and no others; those in `optional` may be missing. */
  object: <M extends Members, const Optional extends string = never>(
    members: M,
    optional: readonly Optional[] = [],
  ) => {
    const names: readonly string[] = optional;
    return output<ObjectOf<M, Optional>>({
      type: 'object',
      properties: members,
      required: Object.keys(members).filter((name) => !names.includes(name)),
      additionalProperties: false,
    });
  },
  /** An object with members of one kind under names that are not known beforehand. */
  mapOf: <S extends JsonSchema>(values: S) =>
    output<Readonly<Record<string, OutputOf<S>>>>({ type: 'object', additionalProperties: values }),
  anyOf: <S extends readonly JsonSchema[]>(...schemas: S) => output<OutputOf<S[number]>>(oneOfThese(schemas)),
  orNull: <S extends JsonSchema>(schema: S) => output<OutputOf<S> | null>({ anyOf: [schema, { type: 'null' }] }),
} as const;

/** Any of these schemas: each once, without unions in unions; one alone stands for itself. */
function oneOfThese(schemas: readonly JsonSchema[]): Output {
  const flat = schemas.flatMap((schema) => (isUnion(schema) ? schema.anyOf : [schema]));
  const [first, ...others] = new Map(flat.map((schema) => [JSON.stringify(schema), schema])).values();
  return typeof first === 'object' && others.length === 0 ? first : { anyOf: [first, ...others] };
}

const isUnion = (schema: JsonSchema): schema is { readonly anyOf: readonly JsonSchema[] } =>
  typeof schema === 'object' && Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1;

/** An argument in the form that the discovery document and OPTIONS show. */
export function publishArgument(schema: Schema): Record<string, unknown> {
  return {
    required: schema.required ?? false,
    ...(schema.default !== undefined ? { default: schema.default } : {}),
    ...(schema.enum ? { enum: schema.enum } : {}),
    ...(schema.description ? { description: schema.description } : {}),
    ...(schema.type ? { type: schema.type } : {}),
    ...(schema.items ? { items: publishItems(schema.items) } : {}),
  };
}

/** An argument with its limits, as routes that came later show it. */
export function publishCurrent(schema: Schema): Record<string, unknown> {
  return {
    ...publishArgument(schema),
    ...(schema.format ? { format: schema.format } : {}),
    ...(schema.minimum === undefined ? {} : { minimum: schema.minimum }),
    ...(schema.maximum === undefined ? {} : { maximum: schema.maximum }),
    ...schema.published,
  };
}

function publishItems(items: Schema): Record<string, unknown> {
  return {
    ...(items.enum ? { enum: items.enum } : {}),
    ...(items.type ? { type: items.type } : {}),
    ...items.published,
  };
}
