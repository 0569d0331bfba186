import { LRUCache } from 'lru-cache';

type Defined = NonNullable<unknown>;

/** A map that evicts its least recently used entries past a size, so that strangers cannot fill the memory. */
export function createBoundedMap<Key extends Defined, Value extends Defined>(most: number): LRUCache<Key, Value> {
  // Bounded by size and not by `max`, which allocates memory for every entry at once: most maps stay small.
  return new LRUCache<Key, Value>({ maxSize: most, sizeCalculation: () => 1 });
}
