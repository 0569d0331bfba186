const inWord = /[\p{L}\p{M}\p{N}]/u;

/** The same place, or the end of the word that it would split. */
export function wordEnd(text: string, at: number): number {
  const isInside = inWord.test(text.slice(0, at).at(-1) ?? '') && inWord.test(text[at] ?? '');
  if (!isInside) return at;
  const rest = text.slice(at).search(/[^\p{L}\p{M}\p{N}]/u);
  return rest === -1 ? text.length : at + rest;
}
