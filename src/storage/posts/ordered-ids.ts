import { LRUCache } from 'lru-cache';
import type { CacheDefinition } from '../cache/cache-registry.ts';
import { anyTag, TagCache } from '../cache/tag-cache.ts';
import type { TouchedTags } from '../store/site.ts';
import { changedPosts } from './post-tags.ts';

/** Ids of all lists together: 32 MB. A write is recorded in each list, so a short one counts as a longer one. */
const mostIds = 8_000_000;
const fewestIds = 16_000;
/** A list is read when it is asked for so often. */
const askedOften = 2;
const mostAsked = 200;
/** With more changed posts than this, a list is read again. */
const mostChanges = 50;

export interface OrderedList {
  readonly ids: OrderedIds;
  /** The state of tables that other programs write; empty where the change log tells of every write. */
  readonly contentVersion: string;
  /** The work of bringing it up to date. */
  renewing: Promise<boolean> | null;
}

export interface ReadList extends Pick<OrderedList, 'contentVersion'> {
  readonly ids: Uint32Array;
  /** Rows are in the list by the state of other rows too. */
  readonly inherits: boolean;
}

/**
 * The ids of long lists in their order: a page deep in a list is found by its number, and a total without counting. The
 * change log tells which posts have changed; only these are placed anew, so the cost does not follow the size of the site.
 */
class OrderedIdCache {
  readonly lists = new TagCache<OrderedList>({
    concerns: changedPosts,
    most: mostIds,
    sizeOf: ({ ids }) => Math.max(ids.length, fewestIds),
  });
  readonly #asked = new LRUCache<string, number>({ max: mostAsked });
  #isReading = false;
  #nextReadAt = 0;

  /** A list with the posts that have changed since; a list of another state of the tables is dropped. */
  get(name: string, contentVersion: string) {
    const list = this.lists.withChanges(name);
    if (!list || list.value.contentVersion === contentVersion) return list;
    this.lists.delete(name);
    return undefined;
  }

  /** Counts that a list was asked for; true where it is time to read it. */
  isWanted(name: string): boolean {
    const times = (this.#asked.get(name) ?? 0) + 1;
    this.#asked.set(name, times);
    return times >= askedOften && !this.#isReading && performance.now() >= this.#nextReadAt;
  }

  /** Stores what `read` returns, which must have been in the list at some moment since the call. */
  async fill(name: string, read: () => Promise<ReadList | null>): Promise<void> {
    const begun = performance.now();
    const since = this.lists.version;
    this.#isReading = true;
    try {
      const found = await read();
      if (!found) return;
      const { ids, inherits, contentVersion } = found;
      const list = { ids: new OrderedIds(ids), contentVersion, renewing: null };
      this.lists.set(name, list, { since, tags: [anyTag], mostChanges: inherits ? 0 : mostChanges });
      this.#asked.delete(name);
    } finally {
      this.#isReading = false;
      // Reading takes half of the time at most.
      this.#nextReadAt = performance.now() + (performance.now() - begun);
    }
  }

  invalidate(touched: TouchedTags): void {
    this.lists.invalidate(touched);
  }
}

export const orderedIdCache: CacheDefinition<OrderedIdCache> = { create: () => new OrderedIdCache() };

/** The ids of a list in its order. An id is looked for among all of them, which takes less than a statement. */
export class OrderedIds {
  #ids: Uint32Array;
  #length: number;

  constructor(ids: Uint32Array) {
    this.#ids = ids;
    this.#length = ids.length;
  }

  get length(): number {
    return this.#length;
  }

  slice(from: number, to: number): number[] {
    return Array.from(this.#used.subarray(Math.max(0, from), Math.max(0, to)));
  }

  /** The position of an id; -1 where it is not in the list. */
  indexOf(id: number): number {
    return this.#used.indexOf(id);
  }

  /** Removes an id, wherever it stands. */
  remove(id: number): void {
    for (let at = this.indexOf(id); at >= 0; at = this.indexOf(id)) {
      this.#ids.copyWithin(at, at + 1, this.#length);
      this.#length -= 1;
    }
  }

  insert(id: number, at: number): void {
    if (this.#length === this.#ids.length) {
      const wider = new Uint32Array(this.#length + Math.max(64, this.#length >> 6));
      wider.set(this.#used);
      this.#ids = wider;
    }
    this.#ids.copyWithin(at + 1, at, this.#length);
    this.#ids[at] = id;
    this.#length += 1;
  }

  get #used(): Uint32Array {
    return this.#ids.subarray(0, this.#length);
  }
}

/** The largest id that can be kept. */
export const largestId = 2 ** 32 - 1;
