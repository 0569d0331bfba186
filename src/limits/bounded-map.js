import { LRUCache } from 'lru-cache';
/** A map that evicts its least recently used entries past a size, so that strangers cannot fill the memory. */
export function createBoundedMap(most) {
  // Bounded by size and not by `max`, which allocates memory for every entry at once: most maps stay small.
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
}
