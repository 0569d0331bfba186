import type { TouchedTags } from '../../store/changes.ts';

/** Different lists whose totals are kept. */
const mostKept = 2_000;

/** How many rows lists and searches have, kept until any post changes: the pages of a list all show its total. */
export class SearchTotals {
  readonly #kept = new Map<string, number>();
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

  invalidate(touched: TouchedTags): void {
    if (touched !== 'everything' && !touched.has('posts')) return;
    this.#generation += 1;
    this.#kept.clear();
  }
}
