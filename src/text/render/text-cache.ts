import { type JsonText, jsonText, writtenJson } from '../json-text.ts';

/** A rendered text, plain and encoded as JSON. */
export class RenderedText {
  readonly text: string;
  #json: JsonText | null;

  /** `json` is the encoded text, where it exists already; else it is encoded on first use. */
  constructor(text: string, json?: string) {
    this.text = text;
    this.#json = json === undefined ? null : writtenJson(json);
  }

  get json(): JsonText {
    this.#json ??= jsonText(this.text);
    return this.#json;
  }
}

/** Caches rendered texts by their source, and evicts those not used recently. */
export interface TextCache {
  /** The cached text for this content. `name` must identify everything else that the text depends on. */
  readonly get: (name: string, content: string) => RenderedText | undefined;
  readonly keep: (name: string, content: string, made: RenderedText) => void;
  readonly bytes: () => number;
  readonly clear: () => void;
}

/** The rendered texts of one content, by name. */
interface Entry {
  readonly content: string;
  readonly made: ReadonlyMap<string, RenderedText>;
  readonly bytes: number;
}

/** Entries by a sample of their content: comparing a long text is fast, hashing it is not. */
class Generation {
  readonly #entries = new Map<string, readonly Entry[]>();
  bytes = 0;

  get(sample: string, content: string): Entry | undefined {
    const alike = this.#entries.get(sample);
    if (alike) for (const entry of alike) if (entry.content === content) return entry;
    return undefined;
  }

  add(sample: string, entry: Entry): void {
    const alike = this.#entries.get(sample) ?? [];
    // Few contents share a sample, and the limit keeps an attacker who creates many from slowing down lookups.
    const others = alike.slice(0, mostAlike - 1);
    for (const gone of alike.slice(mostAlike - 1)) this.bytes -= gone.bytes;
    this.#entries.set(sample, [entry, ...others]);
    this.bytes += entry.bytes;
  }

  remove(sample: string, entry: Entry): void {
    const rest = (this.#entries.get(sample) ?? []).filter((other) => other !== entry);
    if (rest.length > 0) this.#entries.set(sample, rest);
    else this.#entries.delete(sample);
    this.bytes -= entry.bytes;
  }
}

const mostAlike = 8;
const sampled = 24;

function sampleOf(content: string): string {
  if (content.length <= 4 * sampled) return content;
  const middle = content.length >> 1;
  const ends = content.slice(0, sampled) + content.slice(-sampled);
  return `${content.length} ${content.slice(middle, middle + sampled)}${ends}`;
}

/**
 * Creates a cache of at most `maxBytes`, keys included. Entries larger than a quarter of that are not cached.
 *
 * There are two generations: an entry used in the old one moves to the young one; when that is full, the old one is
 * dropped as a whole. So a hit in the young one changes nothing, and nearly all calls are such hits.
 */
export function createTextCache(maxBytes: number): TextCache {
  // A generation may exceed this by one entry of a quarter: (3/8 + 1/4) for the old one and 3/8 for the young one.
  const generationBytes = (maxBytes * 3) / 8;
  let young = new Generation();
  let old = new Generation();
  const add = (sample: string, entry: Entry): void => {
    young.add(sample, entry);
    if (young.bytes <= generationBytes) return;
    old = young;
    young = new Generation();
  };
  return {
    get: (name, content) => {
      const sample = sampleOf(content);
      const entry = young.get(sample, content);
      if (entry) return entry.made.get(name);
      const aged = old.get(sample, content);
      if (!aged) return undefined;
      old.remove(sample, aged);
      add(sample, aged);
      return aged.made.get(name);
    },
    keep: (name, content, made) => {
      const sample = sampleOf(content);
      const generation = young.get(sample, content) ? young : old;
      const known = generation.get(sample, content);
      // The text is stored twice, plain and as JSON.
      const added = 4 * made.text.length + 2 * name.length + 100 + (known ? 0 : 2 * content.length);
      if ((known?.bytes ?? 0) + added > maxBytes / 4) return;
      if (known) generation.remove(sample, known);
      const texts = new Map(known?.made).set(name, made);
      add(sample, { content, made: texts, bytes: (known?.bytes ?? 0) + added });
    },
    bytes: () => young.bytes + old.bytes,
    clear: () => {
      young = new Generation();
      old = new Generation();
    },
  };
}
