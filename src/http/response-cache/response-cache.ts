import { encodedTag } from '../../api/entity-tag.ts';
import { compress, type Encoding } from '../compression.ts';
import { type HeaderPairs, PreparedResponse } from '../prepared-response.ts';
import type { EncodedPayload, Sent } from '../write-response.ts';
import type { InvalidationClock } from './invalidation-clock.ts';

/** A response ready to be sent again. */
export interface Entry {
  readonly plain: PreparedResponse;
  /** The same response by encoding, made when the first client asks for it; null if it is never compressed. */
  readonly encoded: EncodedForms | null;
  readonly etag: string;
  /** Empty where the response has no such header. */
  readonly lastModified: string;
  readonly tags: readonly string[];
  readonly keptMs: number;
  bytes: number;
  /** The epoch it was last known to be fresh at. */
  freshAt: number;
  /** The hit count of the cache when this entry was last moved to the most recently used end. */
  movedAt: number;
  /** The response to a client that has it already; null before the first one. */
  notModified: PreparedResponse | null;
  /** Notes in log and metrics that the plain request for it was answered once more; null before the first time. */
  noteAgain: (() => void) | null;
}

/** A response as it comes to the cache. */
export type NewEntry = Omit<Entry, 'bytes' | 'freshAt' | 'movedAt' | 'notModified' | 'noteAgain'>;

export interface CacheMetrics {
  readonly entries: number;
  readonly bytes: number;
  readonly hits: number;
  readonly misses: number;
  readonly kept: number;
  /** Responses not stored because something they were read from changed meanwhile. */
  readonly overtaken: number;
  readonly expired: number;
  readonly evicted: number;
}

const entryOverhead = 900;
const tagOverhead = 16;
/** What is larger is not cached. */
export const mostCachedBytes = 2 * 1024 * 1024;
/** Keeps many different queries to one path from evicting everything else. */
const mostVariants = 500;

/** An LRU cache of responses by request key, bounded in bytes; never returns a stale response. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  /** The keys of each path, oldest first. */
  readonly #paths = new Map<string, Set<string>>();
  readonly #freshness: InvalidationClock;
  readonly #mostBytes: number;
  #bytes = 0;
  readonly #metrics = { hits: 0, misses: 0, kept: 0, overtaken: 0, expired: 0, evicted: 0 };

  constructor(freshness: InvalidationClock, mostBytes: number) {
    this.#freshness = freshness;
    this.#mostBytes = mostBytes;
  }

  /** The fresh entry for a key. Call `freshness.check()` first, without waiting in between. */
  get(key: string): Entry | null {
    const entry = this.#entries.get(key);
    if (!entry) {
      this.#metrics.misses += 1;
      return null;
    }
    if (!this.#isFresh(entry)) {
      this.drop(key);
      this.#metrics.expired += 1;
      this.#metrics.misses += 1;
      return null;
    }
    this.#metrics.hits += 1;
    this.#moveUp(key, entry);
    return entry;
  }

  /** The entry for a key that was fresh at the last successful check; does not count as a use. */
  lastKnown(key: string): Entry | null {
    return this.has(key) ? (this.#entries.get(key) ?? null) : null;
  }

  /** Whether there is an entry, fresh or not. */
  knows(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Whether a fresh entry exists; does not count as a use. */
  has(key: string): boolean {
    const entry = this.#entries.get(key);
    return entry !== undefined && this.#isFresh(entry);
  }

  /** Stores a response whose rendering began at an epoch, unless something it was read from has changed since. */
  async keep(key: string, begunAt: number, entry: NewEntry): Promise<void> {
    if (entry.plain.payload.length > mostCachedBytes) return;
    await this.#freshness.checkAgain();
    if (!this.#freshness.isFresh(entry.tags, begunAt)) {
      this.#metrics.overtaken += 1;
      return;
    }
    const tagBytes = entry.tags.reduce((sum, tag) => sum + tag.length + tagOverhead, 0);
    const bytes = entry.plain.bytes + encodedBytes(entry.encoded) + tagBytes + key.length * 2 + entryOverhead;
    if (bytes > this.#mostBytes / 8) return;
    this.drop(key);
    const state = { freshAt: this.#freshness.epoch, movedAt: this.#metrics.hits, notModified: null, noteAgain: null };
    this.#entries.set(key, { ...entry, bytes, ...state });
    this.#bytes += bytes;
    this.#metrics.kept += 1;
    this.#joinPath(key);
    this.#makeRoom();
  }

  /** Counts a form of a response that was made after it had been stored. */
  grow(key: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(key) !== entry) return;
    entry.bytes += bytes;
    this.#bytes += bytes;
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

  metrics(): CacheMetrics {
    return { entries: this.#entries.size, bytes: this.#bytes, ...this.#metrics };
  }

  /**
   * Keeps the map approximately in order of last use. An entry that was moved to the end a few hits ago is still near
   * it, and moving it on every hit would cost more than the lookup.
   */
  #moveUp(key: string, entry: Entry): void {
    const { hits } = this.#metrics;
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
    const [oldest] = variants;
    if (variants.size > mostVariants && oldest !== undefined) this.#evict(oldest);
  }

  #makeRoom(): void {
    for (const key of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#evict(key);
    }
  }

  #evict(key: string): void {
    this.drop(key);
    this.#metrics.evicted += 1;
  }
}

/** The path of a key: everything before the query and before the parts that are not part of the URL. */
function pathOf(key: string): string {
  const end = key.search(/[? ]/);
  return end < 0 ? key : key.slice(0, end);
}

/** The forms of a response by encoding; a promise while one is being made. */
export type EncodedForms = Map<Encoding, PreparedResponse | Promise<PreparedResponse>>;

/** The compressed forms of a response; one that depends on `Accept-Encoding` begins with what its client got. */
export function encodedForms(sent: Sent, headers: HeaderPairs): EncodedForms | null {
  if (!String(sent.headers['Vary'] ?? '').includes('Accept-Encoding')) return null;
  return new Map(sent.encoded ? [[sent.encoded.encoding, encodedForm(headers, sent.encoded)]] : []);
}

/** How much memory the compressed forms take that are ready. */
export function encodedBytes(forms: EncodedForms | null): number {
  let bytes = 0;
  for (const form of forms?.values() ?? []) if (form instanceof PreparedResponse) bytes += form.bytes;
  return bytes;
}

/** The response in an encoding; it is compressed once, for all who ask for it meanwhile. */
export function inEncoding(
  entry: { readonly plain: PreparedResponse; readonly encoded: EncodedForms | null },
  encoding: Encoding,
  made: (bytes: number) => void,
): PreparedResponse | Promise<PreparedResponse> {
  const forms: EncodedForms = entry.encoded ?? new Map();
  const known = forms.get(encoding);
  if (known) return known;
  const making = compress(entry.plain.payload, encoding).then(
    (payload) => {
      const form = encodedForm(entry.plain.headers(), { encoding, payload });
      forms.set(encoding, form);
      made(form.bytes);
      return form;
    },
    (error) => {
      forms.delete(encoding);
      throw error;
    },
  );
  forms.set(encoding, making);
  return making;
}

function encodedForm(headers: HeaderPairs, { encoding, payload }: EncodedPayload): PreparedResponse {
  const changed = headers.map(([name, value]): [string, string] => {
    if (name === 'Content-Length') return [name, String(payload.byteLength)];
    return [name, name === 'ETag' ? encodedTag(value, encoding) : value];
  });
  return new PreparedResponse(200, [['Content-Encoding', encoding], ...changed], ownBytes(payload));
}

/**
 * These bytes in memory of their own. A short buffer is often a part of a longer one, which stays in memory as a whole
 * for as long as the part does.
 */
export function ownBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}
