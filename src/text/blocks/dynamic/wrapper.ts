import type { Block } from '../block.ts';

/** The attributes of the element around a block. */
export function wrapper(block: Block, own: { readonly classes?: readonly string[]; readonly style?: string }): string {
  const name = `wp-block-${(block.name ?? '').replace('core/', '')}`;
  return `class="${[...(own.classes ?? []), name].join(' ')}"`;
}
