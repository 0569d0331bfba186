import { type JsonText, jsonText } from './json-text.ts';

/** A text that was made, as it is and as it stands in JSON. */
export class MadeText {
  readonly text: string;
  #json: JsonText | null = null;

  constructor(text: string) {
    this.text = text;
  }

  get json(): JsonText {
    this.#json ??= jsonText(this.text);
    return this.#json;
  }
}

/** Keeps made texts by what they were made from, those that were not used for long making room. */
export interface TextCache {
  /** What is remembered of this content under a name, which must tell all else that the text depends on. */
  readonly get: (name: string, content: string) => MadeText | undefined;
  readonly keep: (name: string, content: string, made: MadeText) => void;
  readonly bytes: () => number;
  readonly clear: () => void;
}

/** What was made of one content, by name. */
interface Entry {
  readonly content: string;
  readonly made: ReadonlyMap<string, MadeText>;
  readonly bytes: number;
}

/** Entries by a sample of their content: to compare a long text is quick, to hash it is not. */
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
    // Contents that differ only where the sample does not look are few; somebody who makes many gains nothing by it.
    const kept = alike.slice(0, mostAlike - 1);
    for (const gone of alike.slice(mostAlike - 1)) this.bytes -= gone.bytes;
    this.#entries.set(sample, [entry, ...kept]);
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
 * Makes a cache that holds at most so many bytes, keys included. Texts that would fill a quarter of it are not kept.
 *
 * There are two generations: what is used in the old one moves to the young one, and when that is full the old one goes
 * as a whole. So a look-up that finds changes nothing, and looking up is nearly all that is done here.
 */
export function createTextCache(maxBytes: number): TextCache {
  // With one text more than that, which may fill a quarter, and as much in the young one, it is all there is.
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
      // The text is there twice, plain and as JSON.
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
