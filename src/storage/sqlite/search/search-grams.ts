/** The trigrams of an index hold a word of at least this many characters. */
export const trigramLength = 3;

/** Two characters that no text has, so that its end has trigrams too. */
export const textEnd = String.fromCodePoint(1114110, 1114110);

/** The single characters and pairs of folded texts, each as a word of letters and digits. */
export function shortGrams(texts: readonly string[]): string {
  const units = new Set<number>();
  const wide = new Set<string>();
  for (const text of texts) {
    if (surrogate.test(text)) addWide(wide, text);
    else addUnits(units, text);
  }
  let codes = '';
  for (const pair of units) codes += knownCode(pair);
  for (const gram of wide) codes += `${gramCode(gram)} `;
  return codes;
}

const surrogate = /[\ud800-\udfff]/;

/** Characters and pairs as numbers, which cost less than texts; no text has the character 0. */
function addUnits(grams: Set<number>, text: string): void {
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    grams.add(unit);
    if (before !== 0) grams.add((before << 16) | unit);
    before = unit;
  }
}

function addWide(grams: Set<string>, text: string): void {
  let before = '';
  for (const character of text) {
    grams.add(character);
    if (before !== '') grams.add(before + character);
    before = character;
  }
}

const mostKnown = 50_000;
const known = new Map<number, string>();

/** Most texts have the same grams. */
function knownCode(pair: number): string {
  let code = known.get(pair);
  if (code === undefined) {
    const before = pair >>> 16;
    const unit = (pair & 0xffff).toString(16);
    code = before === 0 ? `${unit} ` : `${before.toString(16)}x${unit} `;
    if (known.size < mostKnown) known.set(pair, code);
  }
  return code;
}

/** A gram as a word that the index does not divide. */
export const gramCode = (gram: string): string =>
  Array.from(gram, (character) => character.codePointAt(0)?.toString(16)).join('x');
