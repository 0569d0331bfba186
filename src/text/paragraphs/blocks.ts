/** The elements that end a paragraph, except `p`; a longer name comes before its own prefixes. */
const blockNames: readonly string[] = (
  'address area article aside blockquote caption colgroup col dd details div dl dt fieldset figcaption figure footer ' +
  'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li map math menu nav ol pre section style summary table tbody td ' +
  'tfoot thead th tr ul'
).split(' ');

/** The index of two letters in a pair table. */
export const pairOf = (first: number, second: number): number => (first << 7) | second;

/** Indexes words by their first two letters, which are nearly always unique. */
export function filedByPair(words: readonly string[]): readonly (readonly string[] | undefined)[] {
  const filed = Map.groupBy(words, (word) => pairOf(word.charCodeAt(0), word.charCodeAt(1)));
  return Array.from({ length: 1 << 14 }, (_, pair) => filed.get(pair));
}

const filedNames = filedByPair(blockNames);

/**
 * The length of the block element's name at a position; 0 when there is none. What follows the name is ignored:
 * the paragraph rules let `listing` count as `li`.
 */
export function blockNameLength(text: string, at: number): number {
  const first = text.charCodeAt(at);
  const second = text.charCodeAt(at + 1);
  // Past the end of the text charCodeAt gives NaN, which compares as false.
  if (first < 128 && second < 128) {
    const names = filedNames[pairOf(first, second)];
    if (names !== undefined) {
      for (const name of names) if (name.length === 2 || text.startsWith(name, at)) return name.length;
    }
  }
  return first === 112 ? 1 : 0;
}
