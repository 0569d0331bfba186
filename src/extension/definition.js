/** Defines an extension. The types of options and capabilities reach the host of every function. */
export function defineExtension(definition) {
  return definition;
}
