function make(shape, type, options = {}, items) {
  const { announced = type, ...rest } = options;
  const facts = { ...rest, shape, ...(announced ? { type: announced } : {}), ...(items ? { items } : {}) };
  // The types are attached to a member that no value has at run time.
  return facts;
}
/** Creates schemas; `s.integer({ default: 1 })` is typed `number`, `s.string()` is `string | undefined`. */
export const s = {
  string: (options) => make('string', 'string', options),
  /** In that check a refused integer counts as an id that does not exist, which differs from no id. */
  integer: (options) => make('integer', 'integer', { refusedAs: -1, ...options }),
  number: (options) => make('number', 'number', options),
  boolean: (options) => make('boolean', 'boolean', options),
  array: (items, options) => make('array', 'array', options, items),
  /** An object; the handler validates its members. */
  object: (options) => make('object', 'object', options),
  /** A string, number or boolean that the handler validates itself; objects and lists are refused. */
  scalar: (options) => make('scalar', null, options),
  /** A list of strings; a single string is passed on unsplit. */
  words: (options) => make('words', 'array', options, s.string()),
  /** A string, or an object with `raw` (a string or a number). Anything else counts as not sent. */
  text: (options) => make('text', 'object', options),
};
