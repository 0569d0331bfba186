import type { TouchedTags } from './store.ts';

/** Options by name as last read, until someone changes one. */
export class OptionsSnapshot {
  #values: Map<string, string | null> | null = null;
  #generation = 0;

  /** What is known: a value, null for an option that is known to be absent, undefined for not known. */
  get(name: string): string | null | undefined {
    return this.#values?.get(name);
  }

  get isLoaded(): boolean {
    return this.#values !== null;
  }

  /** Taken before a read, so that an answer that was overtaken by a change is not kept. */
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

  heed(touched: TouchedTags): void {
    if (touched === 'everything' || touched.has('options')) this.drop();
  }
}
