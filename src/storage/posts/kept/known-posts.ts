import type { TouchedTags } from '../../store/changes.ts';

/** One kind of what is read of posts. */
export interface PostPart<in Value> {
  readonly name: string;
  /** About the memory of a value, in bytes. */
  readonly bytes: (value: Value) => number;
  /** The terms that a value shows. */
  readonly terms?: (value: Value) => readonly number[];
}

interface Kept {
  /** Null where there is nothing of this kind. */
  readonly value: unknown;
  readonly bytes: number;
  readonly termIds: readonly number[];
}

const limits = { posts: 2_000, bytes: 16_000_000, valueBytes: 500_000, pages: 1_000 };
const noTerms: readonly number[] = [];
const keptBytes = 200;

/** Whether two values of one kind, rows or lists of rows, are equal. */
export function isEqual(one: object, other: object): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((row, at) => isEqual(row, other[at]));
  // Rows are plain records.
  const [row, same] = [one, other] as [Record<string, unknown>, Record<string, unknown>];
  for (const name in row) if (row[name] !== same[name]) return false;
  return true;
}

/**
 * What was read of posts, valid until something of them changes: most responses show the same posts, and reading them
 * costs more than showing them. A value is dropped by the tags that its read notes.
 */
export class KnownPosts {
  readonly #known = new Map<number, Map<string, Kept>>();
  readonly #pages = new Set<string>();
  #bytes = 0;
  #generation = 0;

  /** Read before a query, so that a result made stale by a concurrent change is not kept. */
  get generation(): number {
    return this.#generation;
  }

  /** Undefined for what is not known, null for what is known not to be there. */
  get<Value>(id: number, part: PostPart<Value>): Value | null | undefined {
    // Only the same kind of read keeps values under this name.
    return this.#known.get(id)?.get(part.name)?.value as Value | null | undefined;
  }

  keep<Value>(generation: number, id: number, part: PostPart<Value>, value: Value | null): void {
    if (generation !== this.#generation) return;
    const bytes = keptBytes + (value === null ? 0 : part.bytes(value));
    if (bytes > limits.valueBytes) return;
    const known = this.#known.get(id) ?? this.#add(id);
    this.#bytes += bytes - (known.get(part.name)?.bytes ?? 0);
    known.set(part.name, {
      value: Object.freeze(value),
      bytes,
      termIds: (value !== null && part.terms?.(value)) || noTerms,
    });
    while (this.#bytes > limits.bytes) this.#dropOldest();
  }

  /** Whether the rows of a page were kept when it was last read. */
  hasPage(page: string): boolean {
    return this.#pages.has(page);
  }

  keepPage(page: string): void {
    if (this.#pages.size >= limits.pages) this.#pages.clear();
    this.#pages.add(page);
  }

  invalidate(touched: TouchedTags): void {
    if (touched === 'everything') {
      this.#generation += 1;
      this.#known.clear();
      this.#pages.clear();
      this.#bytes = 0;
      return;
    }
    const termIds = new Set<number>();
    for (const tag of touched) {
      const colon = tag.indexOf(':');
      const kind = tag.slice(0, colon);
      if (kind !== 'post' && kind !== 'revisions' && kind !== 'held-term') continue;
      this.#generation += 1;
      const id = Number(tag.slice(colon + 1));
      if (kind === 'held-term') termIds.add(id);
      else this.#drop(id);
    }
    if (termIds.size > 0) this.#dropHolders(termIds);
  }

  #dropHolders(termIds: ReadonlySet<number>): void {
    for (const [id, known] of this.#known)
      if ([...known.values()].some((kept) => kept.termIds.some((term) => termIds.has(term)))) this.#drop(id);
  }

  #add(id: number): Map<string, Kept> {
    if (this.#known.size >= limits.posts) this.#dropOldest();
    const known = new Map<string, Kept>();
    this.#known.set(id, known);
    return known;
  }

  #dropOldest(): void {
    const oldest = this.#known.keys().next().value;
    if (oldest !== undefined) this.#drop(oldest);
  }

  #drop(id: number): void {
    for (const { bytes } of this.#known.get(id)?.values() ?? []) this.#bytes -= bytes;
    this.#known.delete(id);
  }
}
