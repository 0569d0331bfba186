/** The trigrams of an index hold a word of at least this many characters. */
export const trigramLength = 3;

/** Two characters that no text has, so that its end has trigrams too. */
export const textEnd = String.fromCodePoint(1114110, 1114110);

/** The single characters and pairs of folded texts, each as a word of letters and digits. */
export function shortGrams(texts: readonly string[]): string {
  const grams = new Set<string>();
  for (const text of texts) {
    let before = '';
    for (const character of text) {
      grams.add(character);
      if (before !== '') grams.add(before + character);
      before = character;
    }
  }
  let codes = '';
  for (const gram of grams) codes += `${knownCode(gram)} `;
  return codes;
}

const mostKnown = 20_000;
const known = new Map<string, string>();

/** Most texts have the same grams. */
function knownCode(gram: string): string {
  let code = known.get(gram);
  if (code === undefined) {
    code = gramCode(gram);
    if (known.size < mostKnown) known.set(gram, code);
  }
  return code;
}

/** A gram as a word that the index does not divide. */
export const gramCode = (gram: string): string =>
  Array.from(gram, (character) => character.codePointAt(0)?.toString(16)).join('x');
