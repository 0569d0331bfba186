import { type BlockType, blockTypeFrom } from './block-type.ts';
import { coreBlockTypes } from './core-block-types.ts';

/** The blocks that editors know, by name. */
export const blockTypes = new Map(
  Object.entries(coreBlockTypes).map(([name, source]) => [name, blockTypeFrom(name, source)]),
);

/** The attributes of a block that the server draws; undefined for any other. */
export function drawnAttributes(name: string): BlockType['attributes'] | undefined {
  const type = blockTypes.get(name);
  return type?.isStatic ? undefined : type?.attributes;
}
