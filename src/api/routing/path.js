/**
 * A path is declared once: `/wp/v2/posts/{id:int}`. The matcher, the pattern in the discovery document, the arguments
 * and the handler's types are derived from it.
 */
const kinds = {
  /** A number that is also an argument; an argument of the same name overrides it. */
  int: { pattern: '[\\d]+', argument: 'integer' },
  /** A word that is also an argument. */
  word: { pattern: '[\\w-]+', argument: 'string' },
  /** A number that belongs to the path alone. */
  digits: { pattern: '\\d+', argument: null },
};
const isPathKind = (kind) => kind in kinds;
const placeholder = /\{(\w+):(\w+)\}/g;
export function compilePath(template) {
  const parameters = [...template.matchAll(placeholder)].map(([, name = '', kind = '']) => {
    if (!isPathKind(kind)) throw new Error(`Unknown path parameter kind in ${template}`);
    return { name, kind, argument: kinds[kind].argument };
  });
  const pattern = template.replace(placeholder, (_, name, kind) => `(?P<${name}>${kinds[kind].pattern})`);
  const expression = new RegExp(
    `^${template.replace(placeholder, (_, name, kind) => `(?<${name}>${kinds[kind].pattern})`).replaceAll('/', '\\/')}$`,
    'i',
  );
  const match = (path) => {
    const found = expression.exec(path);
    return found ? { ...found.groups } : null;
  };
  return { template, pattern, parameters, match };
}
