import type { BlockRenderer, BlockScope } from '../render-context.ts';
import type { Block } from './block.ts';

/** The scope of the blocks in a block. */
export function scopeWithin(block: Block, renderer: BlockRenderer | undefined, around: BlockScope): BlockScope {
  if (renderer?.provides === undefined) return around;
  return { ...around, provided: { ...around.provided, ...renderer.provides(block) } };
}
