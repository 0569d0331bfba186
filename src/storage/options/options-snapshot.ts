import type { TouchedTags } from '../store/changes.ts';

/** A cache of options by name, valid until an option changes. */
export class OptionsSnapshot {
  #values: Map<string, string | null> | null = null;
  #generation = 0;

  /** The cached value; null for an option that does not exist, undefined for one that is not cached. */
  get(name: string): string | null | undefined {
    return this.#values?.get(name);
  }

  get isLoaded(): boolean {
    return this.#values !== null;
  }

  /** Read before a query, so that a result made stale by a concurrent change is not cached. */
  get generation(): number {
    return this.#generation;
  }

  keep(generation: number, values: Iterable<readonly [string, string | null]>): void {
    if (generation !== this.#generation) return;
    this.#values ??= new Map();
    for (const [name, value] of values) this.#values.set(name, value);
  }

  drop(): void {
    this.#values = null;
    this.#generation += 1;
  }

  invalidate(touched: TouchedTags): void {
    if (touched === 'everything' || touched.has('options')) this.drop();
  }
}
