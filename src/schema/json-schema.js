/** Exact schemas for what answers contain; nothing beyond what is named is allowed. */
export const json = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  /** A date and time without a zone, as this interface writes them. */
  dateTime: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' },
  nothing: { type: 'null' },
  /** How this interface writes an object without members. */
  emptyList: { type: 'array', maxItems: 0 },
  words: (...values) => ({ enum: values }),
  listOf: (items, options = {}) => ({
    type: 'array',
    items,
    ...(options.least ? { minItems: options.least } : {}),
  }),
  /** An object with these members and no others; those in `optional` may be missing. */
  object: (members, optional = []) => ({
    type: 'object',
    properties: members,
    required: Object.keys(members).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  }),
  /** An object with members of one kind under names that are not known beforehand. */
  mapOf: (values) => ({ type: 'object', additionalProperties: values }),
  anyOf: (...schemas) => ({ anyOf: schemas }),
  orNull: (schema) => ({ anyOf: [schema, { type: 'null' }] }),
};
