import type { NeededByBlocks } from '../text/blocks/block-needs.ts';
import { hasBlocks } from '../text/blocks/delimiters.ts';
import { type BlockText, neededByBlocks } from '../text/blocks/needed-by-blocks.ts';
import { type BlockStyles, blockStyles } from '../text/blocks/supports/block-styles.ts';
import type { NeededMedia } from '../text/needed-media.ts';
import type { BlockRegistry } from '../text/render-context.ts';
import { RenderBatch } from './render-batch.ts';
import {
  cleanTexts,
  findMedia,
  type RenderResult,
  type SharedContext,
  type TextTask,
  type TextToClean,
  type TextToSearch,
} from './text-tasks.ts';
import type { WorkerPool } from './worker-pool.ts';

/** The result of a task on texts. */
export type TextResult = readonly string[] | NeededMedia | NeededByBlocks | undefined | BlockStyles | RenderResult;

/** Processes texts: short ones synchronously, long ones in worker threads. */
export interface TextWork {
  /** The texts as they are to be stored, in the given order. */
  clean(texts: readonly TextToClean[]): readonly string[] | Promise<readonly string[]>;
  findMedia(texts: readonly TextToSearch[]): NeededMedia | Promise<NeededMedia>;
  /** What the blocks of texts need; undefined for nothing. Only blocks of the program itself need anything. */
  findBlockNeeds(
    texts: readonly BlockText[],
    registry: BlockRegistry,
  ): NeededByBlocks | undefined | Promise<NeededByBlocks | undefined>;
  styleBlocks(text: string): BlockStyles | Promise<BlockStyles>;
  /** Starts a batch that renders the texts of one response. */
  renderBatch(shared: SharedContext): RenderBatch;
}

/**
 * How many characters are processed synchronously. In the worst case cleaning takes a microsecond per character, and
 * rendering less, so a write, which does both, stays below a tenth of a second.
 */
export const charactersAtOnce = { clean: 16_384, findMedia: 262_144, parseBlocks: 65_536, render: 65_536 } as const;

/** With `renderHere`, texts of any length are rendered on this thread: others do not know all shortcodes. */
export function createTextWork(
  pool: Pick<WorkerPool<TextTask, TextResult>, 'run'>,
  { renderHere = false } = {},
): TextWork {
  return {
    clean: (texts) =>
      lengthOf(texts) <= charactersAtOnce.clean
        ? cleanTexts(texts)
        : // For each task the thread returns the result of the function that is called here for short texts.
          (pool.run({ do: 'clean', texts }) as Promise<readonly string[]>),
    findMedia: (texts) => {
      const candidates = texts.filter(({ raw }) => raw.includes('wp-image-') || raw.includes('[gallery'));
      return lengthOf(candidates) <= charactersAtOnce.findMedia
        ? findMedia(candidates)
        : // As above.
          (pool.run({ do: 'findMedia', texts: candidates }) as Promise<NeededMedia>);
    },
    findBlockNeeds: (texts, registry) => {
      const candidates = texts.filter(({ raw }) => hasBlocks(raw));
      return lengthOf(candidates) <= charactersAtOnce.parseBlocks
        ? neededByBlocks(candidates, registry)
        : // As above.
          (pool.run({ do: 'findBlockNeeds', texts: candidates }) as Promise<NeededByBlocks | undefined>);
    },
    styleBlocks: (text) =>
      text.length <= charactersAtOnce.parseBlocks || !hasBlocks(text)
        ? blockStyles(text)
        : // As above.
          (pool.run({ do: 'styleBlocks', text }) as Promise<BlockStyles>),
    renderBatch: (shared) =>
      new RenderBatch(
        // As above.
        (texts) => pool.run({ do: 'render', texts, shared }) as Promise<RenderResult>,
        shared.counters,
        renderHere ? Number.POSITIVE_INFINITY : charactersAtOnce.render,
      ),
  };
}

function lengthOf(texts: readonly { readonly raw: string }[]): number {
  let length = 0;
  for (const { raw } of texts) length += raw.length;
  return length;
}
