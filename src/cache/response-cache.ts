import type { Freshness } from './freshness.ts';

/** An answer ready to be sent again. */
export interface Entry {
  /** Names and values in turn, as `writeHead` takes them. */
  readonly headers: readonly string[];
  readonly notModifiedHeaders: readonly string[];
  readonly etag: string;
  readonly payload: Buffer;
  readonly tags: readonly string[];
  readonly bytes: number;
  /** The epoch it was last known to be fresh at. */
  freshAt: number;
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

/** Answers by request, least recently used first out, never more bytes than allowed, never a stale one. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
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
    const { epoch } = this.#freshness;
    if (entry.freshAt !== epoch) {
      if (!this.#freshness.isFresh(entry.tags, entry.freshAt)) {
        this.#drop(key, entry);
        this.#figures.expired += 1;
        this.#figures.misses += 1;
        return null;
      }
      entry.freshAt = epoch;
    }
    this.#figures.hits += 1;
    // Moved to the young end; the map's order is the order of last use.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Keeps an answer that was begun at an epoch, unless something it was read from has changed since. */
  async keep(key: string, begunAt: number, entry: Omit<Entry, 'bytes' | 'freshAt'>): Promise<void> {
    await this.#freshness.checkAgain();
    if (!this.#freshness.isFresh(entry.tags, begunAt)) {
      this.#figures.overtaken += 1;
      return;
    }
    const tagBytes = entry.tags.reduce((sum, tag) => sum + tag.length + 16, 0);
    const bytes = entry.payload.length + tagBytes + key.length * 2 + entryOverhead;
    if (bytes > this.#mostBytes / 8) return;
    const old = this.#entries.get(key);
    if (old) this.#drop(key, old);
    this.#entries.set(key, { ...entry, bytes, freshAt: this.#freshness.epoch });
    this.#bytes += bytes;
    this.#figures.kept += 1;
    this.#makeRoom();
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  figures(): CacheFigures {
    return { entries: this.#entries.size, bytes: this.#bytes, ...this.#figures };
  }

  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#drop(key, entry);
      this.#figures.evicted += 1;
    }
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
