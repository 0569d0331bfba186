import type { TouchedTags } from '../store/site.ts';
import { TagCache, type TagCacheOptions } from './tag-cache.ts';

interface Cache {
  invalidate(touched: TouchedTags): void;
}

/** A cache of one store, declared beside what uses it. */
export interface CacheDefinition<C extends Cache> {
  readonly create: () => C;
}

export const defineCache = <Value, Key extends string | number = string>(
  options: TagCacheOptions<Value>,
): CacheDefinition<TagCache<Value, Key>> => ({ create: () => new TagCache(options) });

/** The caches of one store, each made when it is first used, and told of every change. */
export class CacheRegistry {
  readonly #caches = new Map<CacheDefinition<Cache>, Cache>();

  of<C extends Cache>(definition: CacheDefinition<C>): C {
    // Only the definition itself makes what is stored under it.
    const known = this.#caches.get(definition) as C | undefined;
    if (known) return known;
    const cache = definition.create();
    this.#caches.set(definition, cache);
    return cache;
  }

  invalidate(touched: TouchedTags): void {
    for (const cache of this.#caches.values()) cache.invalidate(touched);
  }
}
