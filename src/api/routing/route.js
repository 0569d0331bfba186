/** The methods that update an item; all three do the same. */
export const writing = ['POST', 'PUT', 'PATCH'];
/**
 * Defines a route. Leaving `permit` out does not compile.
 *
 * @example
 * route({ method: 'GET', path: '/wp/v2/types/{type:word}', summary: 'Show a type.', permit: anyone, handle: showType });
 */
export function route(definition) {
  return {
    methods: typeof definition.method === 'string' ? [definition.method] : definition.method,
    path: definition.path,
    summary: definition.summary,
    args: definition.args ?? {},
    // The validator builds the input from this very definition, so its type is the one that the definition expects.
    permit: definition.permit,
    // The same holds for `handle`; its third argument comes from the route's own `receive`.
    handle: definition.handle,
    // As above: it is asked with the input that the validator built.
    ...(definition.refuse ? { refuse: definition.refuse } : {}),
    ...(definition.shows ? { shows: definition.shows } : {}),
    ...(definition.receive ? { receive: definition.receive } : {}),
    ...(definition.refusal ? { refusal: definition.refusal } : {}),
    body: definition.body ?? (definition.receive ? 'files' : 'fields'),
    ...(definition.budget ? { budget: definition.budget } : {}),
    shareable: definition.shareable ?? true,
  };
}
/** Open to all, logged in or not. */
export const anyone = () => {};
