/** The next match at or after a position, for positions that only increase; -1 when there are no more. */
export type Finder = (from: number) => number;

/**
 * Creates a finder that caches its last match, so that any number of calls over a text costs one scan of the text
 * in all. A plain indexOf in a loop is quadratic as soon as the needle is missing.
 */
export function createFinder(text: string, needle: string): Finder {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(needle, from);
    return found;
  };
}
