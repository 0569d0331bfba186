import type { TouchedTags } from '../store/changes.ts';

const mostUsers = 1_000;

/**
 * What was read of users, valid until something of them changes: nearly every request that writes begins with the
 * account of its caller.
 */
export class KnownUsers {
  readonly #known = new Map<number, Map<string, unknown>>();
  #generation = 0;

  /** Read before a query, so that a result made stale by a concurrent change is not kept. */
  get generation(): number {
    return this.#generation;
  }

  /** Undefined for what is not known. */
  get(id: number, what: string): unknown {
    return this.#known.get(id)?.get(what);
  }

  keep(generation: number, id: number, what: string, value: unknown): void {
    if (generation !== this.#generation) return;
    let known = this.#known.get(id);
    if (!known) {
      const oldest = this.#known.size >= mostUsers ? this.#known.keys().next().value : undefined;
      if (oldest !== undefined) this.#known.delete(oldest);
      known = new Map();
      this.#known.set(id, known);
    }
    known.set(what, value);
  }

  invalidate(touched: TouchedTags): void {
    if (touched === 'everything') {
      this.#generation += 1;
      this.#known.clear();
      return;
    }
    for (const tag of touched) {
      if (!tag.startsWith('user:')) continue;
      this.#generation += 1;
      this.#known.delete(Number(tag.slice('user:'.length)));
    }
  }
}
