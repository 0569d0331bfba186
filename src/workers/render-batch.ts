import type { BlockData } from '../text/blocks/block-needs.ts';
import { hasBlocks } from '../text/blocks/delimiters.ts';
import type { RenderCounters, RenderElsewhere, RenderedText } from '../text/render-context.ts';
import type { LoadedForTexts, RenderResult, TextToRender } from './text-tasks.ts';

/** Most characters sent to a thread in one task; only a single longer text may exceed it. */
const charactersPerTask = 4_000_000;

/** The length of the texts that the blocks of a text may show inside it. */
function charactersInBlocks(data: BlockData | undefined): number {
  let sum = 0;
  for (const { content } of data?.post.values() ?? []) sum += content.length;
  for (const { content } of data?.menu.values() ?? []) sum += content.length;
  for (const text of data?.reusable.values() ?? []) sum += text.length;
  for (const comments of data?.comments.values() ?? []) for (const { content } of comments) sum += content.length;
  return sum;
}

interface Waiting {
  readonly text: TextToRender;
  readonly resolve: (rendered: RenderedText) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Renders the texts of one response. The first ones, up to a limit of characters, are rendered synchronously. The rest
 * are collected and rendered in a thread, in the order they were read, since players are numbered across texts.
 */
export class RenderBatch {
  readonly #render: (texts: readonly TextToRender[]) => Promise<RenderResult>;
  readonly #counters: RenderCounters;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;
  #left: number;

  constructor(
    render: (texts: readonly TextToRender[]) => Promise<RenderResult>,
    counters: RenderCounters,
    charactersAtOnce: number,
  ) {
    this.#render = render;
    this.#counters = counters;
    this.#left = charactersAtOnce;
  }

  /** The part of the batch for one page of rows, with what was loaded for their texts. */
  with(loaded: LoadedForTexts = {}): RenderElsewhere {
    const inBlocks = charactersInBlocks(loaded.blockData);
    return {
      take: (kind, raw, postId) => {
        const shown = inBlocks > 0 && kind === 'content' && hasBlocks(raw) ? inBlocks : 0;
        return this.#take({ as: kind, raw, postId, ...loaded }, raw.length + shown);
      },
    };
  }

  #take(text: TextToRender, characters: number): Promise<RenderedText> | undefined {
    if (text.raw === '' || (!this.#isRunning && characters <= this.#left)) {
      this.#left -= characters;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // All fields of a page are read synchronously; their texts are sent to the thread after that.
      queueMicrotask(() => void this.#run());
    });
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#nextTask();
      try {
        const { texts, counters } = await this.#render(taken.map(({ text }) => text));
        Object.assign(this.#counters, counters);
        for (const [i, { resolve }] of taken.entries()) resolve(texts[i]!);
      } catch (error) {
        for (const { reject } of taken) reject(error);
      }
    }
    this.#isRunning = false;
  }

  #nextTask(): Waiting[] {
    let length = 0;
    const end = this.#waiting.findIndex(({ text }, i) => {
      length += text.raw.length;
      return i > 0 && length > charactersPerTask;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}
