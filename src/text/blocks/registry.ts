import type { BlockRegistry, BlockRenderer } from '../render-context.ts';

/** Creates a registry; throws for a name that no block can have. The last renderer of a name counts. */
export function createBlockRegistry(renderers: readonly BlockRenderer[]): BlockRegistry {
  for (const { name } of renderers) {
    if (!/^[a-z][a-z0-9_-]*\/[a-z][a-z0-9_-]*$/.test(name)) throw new TypeError(`Not a block name: ${name}`);
  }
  const known = new Map(renderers.map((renderer) => [renderer.name, renderer]));
  return {
    get: (name) => known.get(name),
    with: (more) => createBlockRegistry([...renderers, ...more]),
  };
}
