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

/** What was made of one content, by name; contents are long and looked up as they are, never copied. */
interface Entry {
  readonly made: Map<string, MadeText>;
  bytes: number;
}

interface Generation {
  readonly entries: Map<string, Entry>;
  bytes: number;
}

const newGeneration = (): Generation => ({ entries: new Map(), bytes: 0 });

/**
 * Makes a cache that holds at most so many bytes, keys included. Texts that would fill a quarter of it are not kept.
 *
 * There are two generations: what is used in the old one moves to the young one, and when that is full the old one goes
 * as a whole. So a look-up that finds changes nothing, and looking up is nearly all that is done here.
 */
export function createTextCache(maxBytes: number): TextCache {
  // With one text more than that, which may fill a quarter, and as much in the young one, it is all there is.
  const generationBytes = (maxBytes * 3) / 8;
  let young = newGeneration();
  let old = newGeneration();
  const add = (content: string, entry: Entry, bytes: number): void => {
    young.entries.set(content, entry);
    young.bytes += bytes;
    if (young.bytes <= generationBytes) return;
    old = young;
    young = newGeneration();
  };
  const find = (content: string): Entry | undefined => {
    const entry = young.entries.get(content);
    if (entry) return entry;
    const aged = old.entries.get(content);
    if (!aged) return undefined;
    old.entries.delete(content);
    old.bytes -= aged.bytes;
    add(content, aged, aged.bytes);
    return aged;
  };
  return {
    get: (name, content) => find(content)?.made.get(name),
    keep: (name, content, made) => {
      const known = find(content);
      // The text is there twice, plain and as JSON.
      const added = 4 * made.text.length + 2 * name.length + 100 + (known ? 0 : 2 * content.length);
      if ((known?.bytes ?? 0) + added > maxBytes / 4) return;
      // A find may have made everything old; then it is found there again, and moves.
      const entry = known ?? { made: new Map(), bytes: 0 };
      entry.made.set(name, made);
      entry.bytes += added;
      if (old.entries.get(content) === entry) old.bytes += added;
      else add(content, entry, added);
    },
    bytes: () => young.bytes + old.bytes,
    clear: () => {
      young = newGeneration();
      old = newGeneration();
    },
  };
}
