import { LRUCache } from 'lru-cache';
import type { TouchedTags } from '../store/site.ts';

export interface TagCacheOptions<Value> {
  /** Those of the touched tags that values may depend on; `everything` where no value may stay. */
  readonly concerns: (touched: ReadonlySet<string>) => TouchedTags;
  /** The bound of all sizes together; each value counts 1 unless `sizeOf` says otherwise. */
  readonly most: number;
  readonly sizeOf?: (value: Value) => number;
  /** Larger values are not stored. */
  readonly largest?: number;
}

export interface Entry<Value> {
  readonly value: Value;
  readonly tags: readonly string[];
  readonly mostChanges: number;
  readonly changed: Set<string>;
}

interface Stored {
  /** The version from before the value was read. */
  readonly since: number;
  /** The tags that it depends on. */
  readonly tags: readonly string[];
  /** A value that can be brought up to date stays while up to so many of its tags have changed. */
  readonly mostChanges?: number;
}

/** Stands for every tag that concerns a cache. */
export const anyTag = '*';

/** Changes that values may have been read beside. */
const remembered = 100;

const nothing: ReadonlySet<string> = new Set();

/**
 * Values under tags, dropped when one of their tags is touched; where there are too many, the least recently used first.
 * A value that was read before a change which arrived meanwhile is not stored.
 */
export class TagCache<Value, Key extends string | number = string> {
  readonly #concerns: TagCacheOptions<Value>['concerns'];
  readonly #entries: LRUCache<Key, Entry<Value>>;
  readonly #keys = new Map<string, Set<Key>>();
  readonly #reads = new Map<Key, { readonly since: number; readonly value: Promise<Value> }>();
  /** What the last changes touched. */
  readonly #recent: ReadonlySet<string>[] = [];
  #version = 0;

  constructor({ concerns, most, sizeOf = () => 1, largest = most }: TagCacheOptions<Value>) {
    this.#concerns = concerns;
    this.#entries = new LRUCache({
      maxSize: most,
      maxEntrySize: largest,
      sizeCalculation: ({ value }) => sizeOf(value),
      dispose: ({ tags }, key) => this.#forget(key, tags),
    });
  }

  /** Rises with every change that concerns the cache; to be taken before a value is read. */
  get version(): number {
    return this.#version;
  }

  /** Undefined for what is not stored, or not up to date. */
  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.changed.size === 0 ? entry.value : undefined;
  }

  /** A value, and those of its tags that were touched since; whoever brings it up to date removes them. */
  withChanges(key: Key): Pick<Entry<Value>, 'value' | 'changed'> | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value, { since, tags, mostChanges = 0 }: Stored): void {
    const touched = this.#touchedSince(since);
    if (touched === 'everything') return;
    const changed = new Set(tags.includes(anyTag) ? touched : tags.filter((tag) => touched.has(tag)));
    if (changed.size > mostChanges) return;
    this.#entries.set(key, { value, tags, mostChanges, changed });
    if (!this.#entries.has(key)) return;
    for (const tag of tags) {
      const keys = this.#keys.get(tag);
      if (keys) keys.add(key);
      else this.#keys.set(tag, new Set([key]));
    }
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }

  /** The value of a key, read where it is not stored. Callers share a read that has begun after the last change. */
  read(key: Key, tags: readonly string[], read: () => Promise<Value>): Promise<Value> {
    const entry = this.#entries.get(key);
    if (entry && entry.changed.size === 0) return Promise.resolve(entry.value);
    return this.share(key, async (since) => {
      const value = await read();
      this.set(key, value, { since, tags });
      return value;
    });
  }

  /**
   * Runs work once for all callers of the same key, unless something has changed since it began. `earlier` is the end of
   * what runs for the same key since before the change.
   */
  share(key: Key, work: (since: number, earlier: Promise<unknown> | undefined) => Promise<Value>): Promise<Value> {
    const since = this.#version;
    const running = this.#reads.get(key);
    if (running?.since === since) return running.value;
    const earlier = running?.value.catch(() => {});
    const value = work(since, earlier).finally(() => {
      if (this.#reads.get(key)?.value === value) this.#reads.delete(key);
    });
    this.#reads.set(key, { since, value });
    return value;
  }

  invalidate(touched: TouchedTags): void {
    const tags = touched === 'everything' ? touched : this.#concerns(touched);
    if (tags === 'everything') {
      this.#version += 1;
      this.#recent.length = 0;
      this.#entries.clear();
      return;
    }
    if (tags.size === 0) return;
    this.#version += 1;
    this.#recent.push(tags);
    if (this.#recent.length > remembered) this.#recent.shift();
    for (const tag of tags)
      for (const on of [tag, anyTag]) for (const key of this.#keys.get(on) ?? []) this.#mark(key, tag);
  }

  #mark(key: Key, tag: string): void {
    const entry = this.#entries.peek(key);
    if (!entry) return;
    entry.changed.add(tag);
    if (entry.changed.size > entry.mostChanges) this.#entries.delete(key);
  }

  #forget(key: Key, tags: readonly string[]): void {
    for (const tag of tags) {
      const keys = this.#keys.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keys.delete(tag);
    }
  }

  /** `everything` where it is too long ago. */
  #touchedSince(version: number): TouchedTags {
    const changes = this.#version - version;
    if (changes === 0) return nothing;
    if (changes > this.#recent.length) return 'everything';
    return new Set(this.#recent.slice(-changes).flatMap((tags) => [...tags]));
  }
}

/** The touched tags of some kinds: `post` for `post:7`, `posts` for itself. */
export const tagsOfKinds = (...kinds: readonly string[]): TagCacheOptions<unknown>['concerns'] => {
  const wanted = new Set(kinds);
  return (touched) => {
    const tags = new Set<string>();
    for (const tag of touched) if (wanted.has(kindOf(tag))) tags.add(tag);
    return tags;
  };
};

function kindOf(tag: string): string {
  const colon = tag.indexOf(':');
  return colon < 0 ? tag : tag.slice(0, colon);
}
