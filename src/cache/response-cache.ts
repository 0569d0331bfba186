import type { Freshness } from './freshness.ts';

/** An answer ready to be sent again. */
export interface Entry {
  /** Names and values in turn, as `writeHead` takes them; the last value is the age, which is set in place. */
  readonly headers: string[];
  readonly notModifiedHeaders: string[];
  readonly etag: string;
  readonly payload: Uint8Array;
  readonly tags: readonly string[];
  readonly keptMs: number;
  readonly bytes: number;
  /** The epoch it was last known to be fresh at. */
  freshAt: number;
  /** How many hits there had been when it was last moved to the young end. */
  movedAt: number;
}

export interface CacheFigures {
  readonly entries: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly kept: number;
  /** Left out because something they were read from changed meanwhile. */
  readonly overtaken: number;
  readonly expired: number;
  readonly evicted: number;
}

const entryOverhead = 500;
const mostPayload = 2 * 1024 * 1024;
/** So that a flood of queries to one path cannot push out the rest. */
const mostVariants = 500;

/** Answers by request, least recently used first out, never more bytes than allowed, never a stale one. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  /** The keys of each path, oldest first. */
  readonly #paths = new Map<string, Set<string>>();
  readonly #freshness: Freshness;
  readonly #mostBytes: number;
  #bytes = 0;
  readonly #figures = { hits: 0, misses: 0, kept: 0, overtaken: 0, expired: 0, evicted: 0 };

  constructor(freshness: Freshness, mostBytes: number) {
    this.#freshness = freshness;
    this.#mostBytes = mostBytes;
  }

  /** The entry for a request, provided it is fresh. The caller has called `freshness.check()` in this turn. */
  get(key: string): Entry | null {
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#figures.misses += 1;
      return null;
    }
    if (!this.#isFresh(entry)) {
      this.drop(key);
      this.#figures.expired += 1;
      this.#figures.misses += 1;
      return null;
    }
    this.#figures.hits += 1;
    this.#moveUp(key, entry);
    return entry;
  }

  /** As `get`, for those who only want to know. */
  has(key: string): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isFresh(entry);
  }

  /** Keeps an answer that was begun at an epoch, unless something it was read from has changed since. */
  async keep(key: string, begunAt: number, entry: Omit<Entry, 'bytes' | 'freshAt' | 'movedAt'>): Promise<void> {
    if (entry.payload.length > mostPayload) return;
    await this.#freshness.checkAgain();
    if (!this.#freshness.isFresh(entry.tags, begunAt)) {
      this.#figures.overtaken += 1;
      return;
    }
    const tagBytes = entry.tags.reduce((sum, tag) => sum + tag.length + 16, 0);
    const bytes = entry.payload.length + tagBytes + key.length * 2 + entryOverhead;
    if (bytes > this.#mostBytes / 8) return;
    this.drop(key);
    this.#entries.set(key, { ...entry, bytes, freshAt: this.#freshness.epoch, movedAt: this.#figures.hits });
    this.#bytes += bytes;
    this.#figures.kept += 1;
    this.#joinPath(key);
    this.#makeRoom();
  }

  drop(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    const variants = this.#paths.get(pathOf(key));
    variants?.delete(key);
    if (variants?.size === 0) this.#paths.delete(pathOf(key));
  }

  clear(): void {
    this.#entries.clear();
    this.#paths.clear();
    this.#bytes = 0;
  }

  figures(): CacheFigures {
    return { entries: this.#entries.size, bytes: this.#bytes, ...this.#figures };
  }

  /**
   * The map's order is nearly the order of last use: who was moved to the young end a few hits ago is still near it, and
   * moving on every hit would cost more than finding.
   */
  #moveUp(key: string, entry: Entry): void {
    const { hits } = this.#figures;
    if (hits - entry.movedAt <= this.#entries.size >> 2) return;
    entry.movedAt = hits;
    if (this.#entries.size === 1) return;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #isFresh(entry: Entry): boolean {
    const { epoch } = this.#freshness;
    if (entry.freshAt === epoch) return true;
    if (!this.#freshness.isFresh(entry.tags, entry.freshAt)) return false;
    entry.freshAt = epoch;
    return true;
  }

  #joinPath(key: string): void {
    const path = pathOf(key);
    const variants = this.#paths.get(path) ?? new Set();
    this.#paths.set(path, variants.add(key));
    if (variants.size > mostVariants) this.#evict(variants.values().next().value as string);
  }

  #makeRoom(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#evict(key);
    }
  }

  #evict(key: string): void {
    this.drop(key);
    this.#figures.evicted += 1;
  }
}

/** A key up to its query, or to what is not part of the address. */
function pathOf(key: string): string {
  const end = key.search(/[? ]/);
  return end < 0 ? key : key.slice(0, end);
}
