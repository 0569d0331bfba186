import type { TouchedTags } from '../../store/changes.ts';

/** Different lists whose totals are kept. */
const mostKept = 2_000;
/** Different searches whose posts are kept. */
const mostLists = 20;

/**
 * How many rows lists and searches have, and the ids of searches with few, kept until any post changes: a page and its
 * total need the same, and the pages of a list all show its total.
 */
export class SearchTotals {
  readonly #kept = new Map<string, number>();
  readonly #ids = new Map<string, readonly number[] | null>();
  #generation = 0;

  /** Read before a query, so that a total made stale by a concurrent change is not kept. */
  get generation(): number {
    return this.#generation;
  }

  get(search: string): number | undefined {
    return this.#kept.get(search);
  }

  keep(search: string, generation: number, total: number): void {
    if (generation !== this.#generation) return;
    this.#kept.set(search, total);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > mostKept && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** The ids of the posts with some words; null where they are many. */
  idsOf(words: string): readonly number[] | null | undefined {
    return this.#ids.get(words);
  }

  keepIds(words: string, generation: number, ids: readonly number[] | null): void {
    if (generation !== this.#generation) return;
    this.#ids.set(words, ids);
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > mostLists && oldest !== undefined) this.#ids.delete(oldest);
  }

  invalidate(touched: TouchedTags): void {
    if (touched !== 'everything' && !touched.has('posts')) return;
    this.#generation += 1;
    this.#kept.clear();
    this.#ids.clear();
  }
}
