/** Keeps made texts by what they were made from, the least recently used ones making room. */
export interface TextCache {
  /**
   * The text that `make` returns for this content, made at most once while it is remembered. `kind` and `options` must
   * name all else that the text depends on.
   */
  readonly through: (kind: string, options: string, content: string, make: () => string) => string;
  readonly bytes: () => number;
  readonly clear: () => void;
}

/** What was made of one content, by kind and options; contents are long and looked up as they are, never copied. */
interface Entry {
  readonly made: Map<string, string>;
  bytes: number;
}

/** Makes a cache that holds at most so many bytes, keys included. Texts that would fill a quarter of it are not kept. */
export function createTextCache(maxBytes: number): TextCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const keep = (content: string, entry: Entry | undefined, name: string, text: string): void => {
    const added = 2 * (text.length + name.length) + 100 + (entry ? 0 : 2 * content.length);
    if ((entry?.bytes ?? 0) + added > maxBytes / 4) return;
    const kept = entry ?? { made: new Map(), bytes: 0 };
    kept.made.set(name, text);
    kept.bytes += added;
    bytes += added;
    entries.set(content, kept);
    for (const [oldest, { bytes: size }] of entries) {
      if (bytes <= maxBytes) return;
      entries.delete(oldest);
      bytes -= size;
    }
  };
  return {
    through: (kind, options, content, make) => {
      const entry = entries.get(content);
      const name = `${kind} ${options}`;
      const known = entry?.made.get(name);
      if (entry) {
        // Moved to the young end; the map's order is the order of last use.
        entries.delete(content);
        entries.set(content, entry);
      }
      if (known !== undefined) return known;
      const text = make();
      keep(content, entry, name, text);
      return text;
    },
    bytes: () => bytes,
    clear: () => {
      entries.clear();
      bytes = 0;
    },
  };
}
