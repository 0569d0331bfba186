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

/** Makes a cache that holds at most so many bytes, keys included. Texts that would fill a quarter of it are not kept. */
export function createTextCache(maxBytes: number): TextCache {
  const entries = new Map<string, string>();
  let bytes = 0;
  const sizeOf = (key: string, value: string) => 2 * (key.length + value.length) + 100;
  const trim = () => {
    for (const [key, value] of entries) {
      if (bytes <= maxBytes) return;
      entries.delete(key);
      bytes -= sizeOf(key, value);
    }
  };
  return {
    through: (kind, options, content, make) => {
      const key = `${kind}\0${options}\0${content}`;
      const known = entries.get(key);
      if (known !== undefined) {
        entries.delete(key);
        entries.set(key, known);
        return known;
      }
      const made = make();
      if (sizeOf(key, made) <= maxBytes / 4) {
        entries.set(key, made);
        bytes += sizeOf(key, made);
        trim();
      }
      return made;
    },
    bytes: () => bytes,
    clear: () => {
      entries.clear();
      bytes = 0;
    },
  };
}
