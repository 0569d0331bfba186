/** Answers "where is the next one at or after this position", for positions that never go back; -1 when none is left. */
export type Finder = (from: number) => number;

/**
 * Makes a finder that remembers its last hit, so that asking again and again over a text costs one walk of the text
 * in all. A plain indexOf in a loop is quadratic as soon as the needle is missing.
 */
export function createFinder(text: string, needle: string): Finder {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(needle, from);
    return found;
  };
}
