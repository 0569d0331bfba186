import type { Blocks } from './block-position.ts';

/** Lists whose blocks are kept. */
const mostLists = 200;

/** The blocks of lists as they were read, until a post changes. */
export class KeptBlocks {
  readonly #lists = new Map<string, Blocks>();
  #generation = 0;

  /** `generation` is that of the kept lists, from before the blocks are used. */
  get(list: string, generation: number): Blocks | undefined {
    return generation === this.#generation ? this.#lists.get(list) : undefined;
  }

  keep(list: string, generation: number, blocks: Blocks): void {
    if (generation !== this.#generation || this.#lists.size >= mostLists) this.#lists.clear();
    this.#generation = generation;
    this.#lists.set(list, blocks);
  }
}
