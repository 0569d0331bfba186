import { LRUCache } from 'lru-cache';
import type { InvalidationClock } from '../../http/response-cache/invalidation-clock.ts';

/** The values of the fields of one item, by name. */
export type HeadValues = Readonly<Record<string, unknown>>;

interface Entry {
  readonly values: HeadValues;
  readonly tags: ReadonlySet<string>;
  /** The epoch that it is known to be fresh at. */
  freshAt: number;
}

/** Heads that were made for visitors, with the tags of what was read for them. */
export interface HeadCache {
  /** The heads of items that are fresh, and the tags of all of them. */
  find(
    keys: readonly string[],
  ): Promise<{ readonly found: ReadonlyMap<string, HeadValues>; readonly tags: Set<string> }>;
  /** The epoch to be taken before heads are made. */
  readonly epoch: number;
  /** Stores heads that were made at an epoch, unless something they were read from has changed since. */
  keep(made: ReadonlyMap<string, HeadValues>, begunAt: number, tags: ReadonlySet<string>): Promise<void>;
}

export function createHeadCache(freshness: InvalidationClock, mostBytes: number): HeadCache {
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes });
  return {
    get epoch() {
      return freshness.epoch;
    },
    async find(keys) {
      await freshness.check();
      const found = new Map<string, HeadValues>();
      const tags = new Set<string>();
      for (const key of keys) {
        const entry = entries.get(key);
        if (!entry) continue;
        if (!freshness.isFresh(entry.tags, entry.freshAt)) {
          entries.delete(key);
          continue;
        }
        entry.freshAt = freshness.epoch;
        found.set(key, entry.values);
        for (const tag of entry.tags) tags.add(tag);
      }
      return { found, tags };
    },
    async keep(made, begunAt, tags) {
      await freshness.checkAgain();
      if (!freshness.isFresh(tags, begunAt)) return;
      for (const [key, values] of made) {
        const entry = { values, tags, freshAt: freshness.epoch };
        entries.set(key, entry, { size: 200 + 2 * JSON.stringify(values).length });
      }
    },
  };
}
