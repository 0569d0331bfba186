const usualContexts = ['view', 'edit'];
const maker = (of) => (definition) => ({
  of,
  schema: definition.schema,
  contexts: definition.contexts ?? usualContexts,
  load: definition.load,
});
/** A field of a post type, media included. */
export const postField = maker('post');
/** A field of the terms of a taxonomy. */
export const termField = maker('term');
/** A field of `user`. */
export const userField = maker('user');
/** A field of `comment`. */
export const commentField = maker('comment');
