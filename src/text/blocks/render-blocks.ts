import { withLayoutToday, withSupports } from '../block-supports/opening-tag.ts';
import type {
  BlockContext,
  BlockRegistry,
  BlockRenderer,
  BlockScope,
  RenderContext,
} from '../render/render-context.ts';
import type { Block } from './block.ts';
import { noAttributes } from './block.ts';
import { scopeWithin } from './block-scope.ts';

/** How often the blocks of a text may be rendered once more, by loops and by loops in loops. */
const mostRepeats = 5_000;
/** How deep loops and reusable blocks may be in one another. */
const deepestRepeat = 8;

/** Renders blocks, and the HTML between them as it is. The call stack does not grow with the depth of the blocks. */
export function renderBlocks(blocks: readonly Block[], context: RenderContext): string {
  return renderIn(blocks, { ...context, provided: noAttributes }, { left: mostRepeats }, 0);
}

interface Repeats {
  left: number;
}

function renderIn(
  blocks: readonly Block[],
  context: RenderContext & BlockScope,
  repeats: Repeats,
  depth: number,
): string {
  const within: Within = (scope) => {
    const inside = { ...context, postId: scope.postId, provided: scope.provided };
    return {
      ...inside,
      renderInner: (inner, changes) => {
        if (depth === deepestRepeat || repeats.left <= 0) return '';
        repeats.left -= inner.length;
        return renderIn(inner, { ...inside, ...changes }, repeats, depth + 1);
      },
    };
  };
  return walk(blocks, context, context.blocks, within);
}

/** A block whose inner blocks are being rendered. */
interface Frame {
  readonly block: Block;
  readonly renderer: BlockRenderer | undefined;
  readonly around: BlockScope;
  readonly inside: BlockScope;
  html: string;
  /** The next piece of its content, and the next of its inner blocks. */
  piece: number;
  inner: number;
}

/** The HTML that a block begins with. A dynamic block writes what can be set for it by itself. */
function openingOf({ block, renderer, around }: Frame, html: string, within: Within): string {
  if (renderer?.isDynamic) return html;
  const context = within(around);
  return withSupports(renderer?.opening?.(html, block, context) ?? html, block, context.rules.blocks);
}

/** The HTML of a block whose inner blocks were rendered. */
function closed({ block, renderer, around, html }: Frame, within: Within): string {
  if (!renderer?.render) return html;
  const context = within(around);
  const made = renderer.render(block, html, context);
  return renderer.isDynamic && context.rules.blocks === 'today' ? withLayoutToday(made, block) : made;
}

type Within = (scope: BlockScope) => BlockContext;

function walk(blocks: readonly Block[], scope: BlockScope, registry: BlockRegistry, within: Within): string {
  let out = '';
  const frames: Frame[] = [];
  const enter = (block: Block, around: BlockScope) => {
    if (block.name === null) return add(block.innerHtml);
    const renderer = registry.get(block.name);
    const inside = scopeWithin(block, renderer, around);
    return frames.push({ block, renderer, around, inside, html: '', piece: 0, inner: 0 });
  };
  const add = (html: string) => {
    const frame = frames.at(-1);
    if (frame) frame.html += html;
    else out += html;
  };
  for (const block of blocks) {
    enter(block, scope);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const piece = frame.renderer?.ownsInner ? undefined : frame.block.innerContent[frame.piece++];
      if (piece === undefined) {
        frames.pop();
        add(closed(frame, within));
      } else if (piece === null) enter(frame.block.innerBlocks[frame.inner++]!, frame.inside);
      else frame.html += frame.piece === 1 ? openingOf(frame, piece, within) : piece;
    }
  }
  return out;
}
