/** A JSON Schema (2020-12) as data: what an answer may look like, to the last member. */
export type JsonSchema = { readonly [keyword: string]: unknown } | boolean;

/** Exact schemas for what answers contain; nothing beyond what is named is allowed. */
export const json = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  /** A date and time without a zone, as this interface writes them. */
  dateTime: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' },
  /** A date and time in UTC with milliseconds. */
  instant: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$' },
  nothing: { type: 'null' },
  /** How this interface writes an object without members. */
  emptyList: { type: 'array', maxItems: 0 },
  words: (...values: readonly (string | number | boolean | null)[]) => ({ enum: values }),
  listOf: (items: JsonSchema, options: { readonly least?: number } = {}) => ({
    type: 'array',
    items,
    ...(options.least ? { minItems: options.least } : {}),
  }),
  /** An object with these members and no others; those in `optional` may be missing. */
  object: (members: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []) => ({
    type: 'object',
    properties: members,
    required: Object.keys(members).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  }),
  /** An object with members of one kind under names that are not known beforehand. */
  mapOf: (values: JsonSchema) => ({ type: 'object', additionalProperties: values }),
  anyOf: (...schemas: readonly JsonSchema[]) => oneOfThese(schemas),
  orNull: (schema: JsonSchema) => ({ anyOf: [schema, { type: 'null' }] }),
} as const;

type Keywords = Exclude<JsonSchema, boolean>;

/** Any of these schemas: each once, without unions in unions; one alone stands for itself. */
function oneOfThese(schemas: readonly JsonSchema[]): Keywords {
  const flat = schemas.flatMap((schema) => (isUnion(schema) ? schema.anyOf : [schema]));
  const [first, ...others] = new Map(flat.map((schema) => [JSON.stringify(schema), schema])).values();
  return typeof first === 'object' && others.length === 0 ? first : { anyOf: [first, ...others] };
}

const isUnion = (schema: JsonSchema): schema is { readonly anyOf: readonly JsonSchema[] } =>
  typeof schema === 'object' && Array.isArray(schema['anyOf']) && Object.keys(schema).length === 1;
