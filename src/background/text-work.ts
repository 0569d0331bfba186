import type { WorkerPool } from '../lib/worker-pool.ts';
import { type BlockStyles, blockStyles } from '../text/block-supports/block-styles.ts';
import type { BlockData, NeededByBlocks } from '../text/blocks/block-needs.ts';
import { type BlockText, neededByBlocks } from '../text/blocks/needed-by-blocks.ts';
import { hasBlocks } from '../text/blocks/parse-blocks.ts';
import type { NeededMedia } from '../text/render/needed-media.ts';
import type {
  BlockRegistry,
  RenderCounters,
  RenderElsewhere,
  RenderedText,
  TextSyntax,
} from '../text/render/render-context.ts';
import { earlyTextRules } from '../text/text-rules.ts';
import {
  cleanTexts,
  findMedia,
  type LoadedForTexts,
  type RenderResult,
  renderTexts,
  type SharedContext,
  type TextTask,
  type TextToClean,
  type TextToRender,
  type TextToSearch,
} from './text-tasks.ts';

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
export const charactersAtOnce = {
  clean: 16_384,
  findMedia: 262_144,
  parseBlocks: 65_536,
  render: 65_536,
  ownSyntax: 500_000,
} as const;

/** Shortcodes and blocks of extensions, which only the main thread has. */
export interface OwnSyntax extends TextSyntax {
  /** What a text contains that uses one of them, such as `[name`. */
  readonly marks: readonly string[];
}

/** A text that uses the syntax of an extension is rendered on this thread; a very long one without that syntax on others. */
export function createTextWork(pool: Pick<WorkerPool<TextTask, TextResult>, 'run'>, own?: OwnSyntax): TextWork {
  const rules = own?.rules ?? earlyTextRules;
  return {
    clean: (texts) =>
      lengthOf(texts) <= charactersAtOnce.clean
        ? cleanTexts(texts, rules)
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
        ? blockStyles(text, rules.blocks)
        : // As above.
          (pool.run({ do: 'styleBlocks', text }) as Promise<BlockStyles>),
    renderBatch: (shared) =>
      new RenderBatch(
        {
          // As above.
          inThread: (texts) => pool.run({ do: 'render', texts, shared }) as Promise<RenderResult>,
          own: own && {
            mostCharacters: charactersAtOnce.ownSyntax,
            isUsedIn: (raw) => own.marks.some((mark) => raw.includes(mark)),
            render: (texts) => renderTexts(texts, shared, own),
          },
          charactersAtOnce: charactersAtOnce.render,
        },
        shared.counters,
      ),
  };
}

function lengthOf(texts: readonly { readonly raw: string }[]): number {
  let length = 0;
  for (const { raw } of texts) length += raw.length;
  return length;
}

/** Most characters sent to a thread in one task; only a single longer text may exceed it. */
const charactersPerTask = 4_000_000;

/** The texts that the blocks of a text may show inside it. */
function textsInBlocks(data: BlockData | undefined): readonly string[] {
  if (!data) return [];
  const comments = [...data.comments.values()].flat();
  const shown = [...data.post.values(), ...data.menu.values(), ...comments].map(({ content }) => content);
  return [...shown, ...data.reusable.values()];
}

interface Waiting {
  readonly text: TextToRender;
  readonly isHere: boolean;
  readonly resolve: (rendered: RenderedText) => void;
  readonly reject: (error: unknown) => void;
}

/** Where texts are rendered, and which. */
export interface RenderPlaces {
  readonly inThread: (texts: readonly TextToRender[]) => Promise<RenderResult>;
  /** What only this thread can render, such as the shortcodes of extensions. */
  readonly own?:
    | {
        /** A longer text would hold up this thread: it is rendered without. */
        readonly mostCharacters: number;
        readonly isUsedIn: (raw: string) => boolean;
        readonly render: (texts: readonly TextToRender[]) => RenderResult;
      }
    | undefined;
  /** How many characters are rendered synchronously. */
  readonly charactersAtOnce: number;
}

/**
 * Renders the texts of one response. The first ones, up to a limit of characters, are rendered synchronously, and so are
 * those that no thread can render. The rest are collected and rendered in a thread, in the order they were read, since
 * players are numbered across texts.
 */
export class RenderBatch {
  readonly #places: RenderPlaces;
  readonly #counters: RenderCounters;
  readonly #waiting: Waiting[] = [];
  #isRunning = false;
  #left: number;

  constructor(places: RenderPlaces, counters: RenderCounters) {
    this.#places = places;
    this.#counters = counters;
    this.#left = places.charactersAtOnce;
  }

  /** The part of the batch for one page of rows, with what was loaded for their texts. */
  with(loaded: LoadedForTexts = {}): RenderElsewhere {
    const inBlocks = textsInBlocks(loaded.blockData);
    const { own } = this.#places;
    return {
      take: (kind, raw, postId) => {
        const shown = inBlocks.length > 0 && kind === 'content' && hasBlocks(raw) ? inBlocks : [];
        const characters = shown.reduce((sum, text) => sum + text.length, raw.length);
        const isOnlyHere = () =>
          own !== undefined && characters <= own.mostCharacters && [raw, ...shown].some(own.isUsedIn);
        return this.#take({ as: kind, raw, postId, ...loaded }, characters, isOnlyHere);
      },
    };
  }

  #take(text: TextToRender, characters: number, isOnlyHere: () => boolean): Promise<RenderedText> | undefined {
    if (text.raw === '' || (!this.#isRunning && characters <= this.#left)) {
      this.#left -= characters;
      return undefined;
    }
    const isHere = isOnlyHere();
    if (isHere && !this.#isRunning) return undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, isHere, resolve, reject });
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
        const asked = taken.map(({ text }) => text);
        const { own, inThread } = this.#places;
        const { texts, counters } = own && taken[0]?.isHere ? own.render(asked) : await inThread(asked);
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
    const end = this.#waiting.findIndex(({ text, isHere }, i) => {
      length += text.raw.length;
      return i > 0 && (length > charactersPerTask || isHere !== this.#waiting[0]?.isHere);
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}
