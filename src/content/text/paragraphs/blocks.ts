/** The elements that end a paragraph. */
const blockNames: readonly string[] = (
  'address area article aside blockquote caption col colgroup dd details div dl dt fieldset figcaption figure footer ' +
  'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li map math menu nav ol p pre section style summary table tbody td ' +
  'tfoot th thead tr ul'
).split(' ');

const exact: ReadonlySet<string> = new Set(blockNames);

/** True for the exact lower-case name of a block. */
export const isBlockName = (name: string): boolean => exact.has(name);

/** Names that are not themselves the longer form of another: enough to match by prefix. */
const prefixes = blockNames.filter((name) => !blockNames.some((other) => other !== name && name.startsWith(other)));

/** The number under which two letters are filed. */
export const pairOf = (first: number, second: number): number => (first << 7) | second;

/** Files words under their first two letters, which tell nearly every one of them from all other words. */
export function filedByPair(words: readonly string[]): readonly (readonly string[] | undefined)[] {
  const filed: string[][] = [];
  for (const word of words) filed[pairOf(word.charCodeAt(0), word.charCodeAt(1))] ??= [];
  for (const word of words) filed[pairOf(word.charCodeAt(0), word.charCodeAt(1))]!.push(word);
  return Array.from({ length: 1 << 14 }, (_, pair) => filed[pair]);
}

const filedPrefixes = filedByPair(prefixes.filter((name) => name.length > 1));

/** True when a block's name begins at a position; the paragraph rules let `listing` count as `li`. */
export function startsWithBlockName(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  // The only block whose name is a single letter.
  if (first === 112) return true;
  const second = text.charCodeAt(at + 1);
  // Not a number past the end of the text, which compares as false.
  if (!(first < 128 && second < 128)) return false;
  const names = filedPrefixes[pairOf(first, second)];
  if (names === undefined) return false;
  for (const name of names) if (name.length === 2 || text.startsWith(name, at)) return true;
  return false;
}
