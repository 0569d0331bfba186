/** The elements that end a paragraph. */
export const blockNames: readonly string[] = (
  'address area article aside blockquote caption col colgroup dd details div dl dt fieldset figcaption figure footer ' +
  'form h1 h2 h3 h4 h5 h6 header hgroup hr legend li map math menu nav ol p pre section style summary table tbody td ' +
  'tfoot th thead tr ul'
).split(' ');

const exact: ReadonlySet<string> = new Set(blockNames);

/** True for the exact lower-case name of a block. */
export const isBlockName = (name: string): boolean => exact.has(name);

/** Names that are not themselves the longer form of another: enough to match by prefix. */
const prefixes = blockNames.filter((name) => !blockNames.some((other) => other !== name && name.startsWith(other)));

/** Two letters tell nearly every name from all that are not blocks. */
const byTwoLetters = Map.groupBy(
  prefixes.filter((name) => name.length > 1),
  (name) => name.charCodeAt(0) * 128 + name.charCodeAt(1),
);

const isOneLetter = new Set(prefixes.filter((name) => name.length === 1).map((name) => name.charCodeAt(0)));

/** True when a block's name begins at a position; the paragraph rules let `listing` count as `li`. */
export function startsWithBlockName(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  if (isOneLetter.has(first)) return true;
  const names = byTwoLetters.get(first * 128 + text.charCodeAt(at + 1));
  if (names === undefined) return false;
  for (const name of names) if (name.length === 2 || text.startsWith(name, at)) return true;
  return false;
}
