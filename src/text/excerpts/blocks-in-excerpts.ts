import type { Block } from '../blocks/block.ts';
import { hasBlocks } from '../blocks/delimiters.ts';
import { parseBlocks } from '../blocks/parse-blocks.ts';
import { renderBlocks } from '../blocks/render-blocks.ts';
import type { RenderContext } from '../render-context.ts';

/** The blocks whose text counts for an excerpt. */
const counted: ReadonlySet<string | null> = new Set([
  null,
  ...['freeform', 'heading', 'html', 'list', 'media-text', 'paragraph'].map((name) => `core/${name}`),
  ...['preformatted', 'pullquote', 'quote', 'table', 'verse'].map((name) => `core/${name}`),
]);
/** The blocks that only hold others. */
const holders: ReadonlySet<string | null> = new Set(['core/columns', 'core/column', 'core/group']);

/** The HTML of a text's blocks that count for its excerpt; a text without blocks is left as it is. */
export function withoutBlocks(text: string, context: RenderContext): string {
  return hasBlocks(text) ? renderBlocks(excerptBlocks(parseBlocks(text)), context) : text;
}

/**
 * The blocks that are shown in an excerpt. Of one that only holds others, those in it are shown, at any depth; any
 * other is shown as a whole, unless it has a block that does not count or that has blocks itself.
 */
export function excerptBlocks(blocks: readonly Block[]): Block[] {
  const shown: Block[] = [];
  const left = blocks.map((block) => ({ block, isHeld: false })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { block, isHeld } = next;
    const { name, innerBlocks } = block;
    if (!counted.has(name) && !holders.has(name)) continue;
    if (innerBlocks.length > 0 && (isHeld || holders.has(name))) {
      for (const inner of innerBlocks.toReversed()) left.push({ block: inner, isHeld: true });
    } else if (innerBlocks.every((inner) => counted.has(inner.name) && inner.innerBlocks.length === 0)) {
      shown.push(block);
    }
  }
  return shown;
}
