import type { BlockRegistry, BlockRenderer, BlockScope } from '../render/render-context.ts';
import { hasLoneAddress, loneAddresses } from '../shortcodes/embeds.ts';
import type { Block } from './block.ts';
import { noAttributes } from './block.ts';
import { type AskFor, emptyNeeds, type NeededByBlocks, needKey } from './block-needs.ts';
import { scopeWithin } from './block-scope.ts';
import { hasBlocks, parseBlocks } from './parse-blocks.ts';

/** A text with blocks, and the post it belongs to. */
export interface BlockText {
  readonly raw: string;
  readonly postId: number;
}

/** Gathers what the blocks of texts need to be rendered; undefined where that is nothing. */
export function neededByBlocks(texts: readonly BlockText[], registry: BlockRegistry): NeededByBlocks | undefined {
  const dynamic = texts.filter(({ raw }) => mentionsDynamicBlock(raw, registry) || embedsAddress(raw));
  if (dynamic.length === 0) return undefined;
  const needed = emptyNeeds<'asked'>();
  const ask: AskFor = (kind, asked) => void needed[kind].set(needKey(asked), asked);
  for (const { raw, postId } of dynamic) {
    gather(parseBlocks(raw), { postId, provided: noAttributes }, registry, ask);
    for (const { address } of loneAddresses(raw)) ask('embed', address);
  }
  return needed;
}

/** Asks for what blocks and all blocks in them need. */
function gather(blocks: readonly Block[], scope: BlockScope, registry: BlockRegistry, ask: AskFor): void {
  const left = blocks.map((block) => ({ block, scope }));
  for (let next = left.pop(); next; next = left.pop()) {
    const { block, scope: around } = next;
    const renderer = block.name === null ? undefined : registry.get(block.name);
    renderer?.needs?.(block, ask, around);
    const inside = scopeWithin(block, renderer, around);
    for (const inner of block.innerBlocks) left.push({ block: inner, scope: inside });
  }
}

/** A comment that may begin a block, and the name of that block. */
const mention = /<!--\s+\/?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)/g;

/** True when a text may have a block whose HTML depends on more than the text. A cheap check before parsing. */
export function mentionsDynamicBlock(raw: string, registry: BlockRegistry): boolean {
  if (!hasBlocks(raw)) return false;
  for (const [, namespace = 'core/', word = ''] of raw.matchAll(mention))
    if (isDynamicIn(raw, registry.get(namespace + word))) return true;
  return false;
}

const isDynamicIn = (raw: string, renderer: BlockRenderer | undefined): boolean =>
  renderer?.isDynamic ?? (renderer?.dynamicWith !== undefined && raw.includes(`"${renderer.dynamicWith}"`));

/** True when a text with blocks may show what an address in it stands for. */
export const embedsAddress = (raw: string): boolean => hasBlocks(raw) && hasLoneAddress(raw);
