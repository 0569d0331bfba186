/**
 * Creates a finder that caches its last match, so that any number of calls over a text costs one scan of the text
 * in all. A plain indexOf in a loop is quadratic as soon as the needle is missing.
 */
export function createFinder(text, needle) {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(needle, from);
    return found;
  };
}
