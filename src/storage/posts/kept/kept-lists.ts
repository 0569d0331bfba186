import type { TouchedTags } from '../../store/changes.ts';
import { namedPosts } from './named-posts.ts';
import { OrderedIds } from './ordered-ids.ts';

/** Ids of all lists that are kept: 32 MB. */
const mostIds = 8_000_000;
/** A write is noted in each list that is kept. */
const mostLists = 500;
/** Lists that were asked for and not kept. */
const mostAsked = 200;
/** A list is kept when it is asked for so often. */
const askedOften = 2;
/** With more changed posts than this, a list is read again. */
const mostChanged = 50;

export interface KeptList {
  readonly ids: OrderedIds;
  /** The posts that have changed since, which may stand elsewhere now. */
  readonly changed: Set<number>;
  /** Rows are in the list by the state of other rows too. */
  readonly inherits: boolean;
  /** The state of tables that other programs write; empty where the change log tells of every write. */
  readonly stamp: string;
  /** The work of bringing it up to date. */
  renewing: Promise<boolean> | null;
}

/** What is known of a list before it is read. */
export type KeptFacts = Pick<KeptList, 'inherits' | 'stamp'>;

/**
 * The order of long lists, in memory: a page deep in a list is found by its number, and a total without counting. The change log
 * tells which posts have changed; only these are placed anew, so the cost does not follow the size of the site.
 */
export class KeptLists {
  readonly #kept = new Map<string, KeptList>();
  readonly #asked = new Map<string, number>();
  /** What has changed while a list is read; null where it must be read again. */
  #readingChanged: Set<number> | null = null;
  #isReading = false;
  #nextReadAt = 0;
  #generation = 0;

  /** Read before a query, so that what a concurrent change made stale is not used. */
  get generation(): number {
    return this.#generation;
  }

  get(name: string, stamp: string): KeptList | undefined {
    const kept = this.#kept.get(name);
    if (!kept) return undefined;
    this.#kept.delete(name);
    if (kept.stamp !== stamp) return undefined;
    // The one that was used last is dropped last.
    this.#kept.set(name, kept);
    return kept;
  }

  drop(name: string): void {
    this.#kept.delete(name);
  }

  /** Notes that a list was asked for; true where it is time to read it. */
  isWanted(name: string): boolean {
    const times = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.delete(name);
    this.#asked.set(name, times);
    const [oldest] = this.#asked.keys();
    if (this.#asked.size > mostAsked && oldest !== undefined) this.#asked.delete(oldest);
    return times >= askedOften && !this.#isReading && performance.now() >= this.#nextReadAt;
  }

  /** Keeps what `read` returns, which must have been in the list at some moment since the call. */
  async keep(name: string, read: () => Promise<(KeptFacts & { readonly ids: Uint32Array }) | null>): Promise<void> {
    const begun = performance.now();
    this.#isReading = true;
    const changed = new Set<number>();
    this.#readingChanged = changed;
    try {
      const found = await read();
      if (!found || this.#readingChanged !== changed || (found.inherits && changed.size > 0)) return;
      const { ids, inherits, stamp } = found;
      this.#kept.set(name, { ids: new OrderedIds(ids), inherits, stamp, changed, renewing: null });
      this.#asked.delete(name);
      this.#makeRoom();
    } finally {
      this.#isReading = false;
      this.#readingChanged = null;
      // Reading takes half of the time at most.
      this.#nextReadAt = performance.now() + (performance.now() - begun);
    }
  }

  invalidate(touched: TouchedTags): void {
    const ids = namedPosts(touched);
    if (!ids) {
      this.#generation += 1;
      this.#kept.clear();
      this.#readingChanged = null;
      return;
    }
    if (ids.length === 0) return;
    this.#generation += 1;
    if (this.#readingChanged) for (const id of ids) this.#readingChanged.add(id);
    if ((this.#readingChanged?.size ?? 0) > mostChanged) this.#readingChanged = null;
    for (const [name, { changed, inherits }] of this.#kept) {
      for (const id of ids) changed.add(id);
      if (inherits || changed.size > mostChanged) this.#kept.delete(name);
    }
  }

  #makeRoom(): void {
    let total = 0;
    for (const [at, [name, { ids }]] of [...this.#kept].reverse().entries()) {
      total += ids.length;
      if (total > mostIds || at >= mostLists) this.#kept.delete(name);
    }
  }
}
