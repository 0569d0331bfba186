/** The trigrams of an index hold a word of at least this many characters. */
export const trigramLength = 3;

/** Two characters that no text has, so that its end has trigrams too. */
export const textEnd = String.fromCodePoint(1114110, 1114110);

/** The single characters and pairs of folded texts, each as a word of letters and digits. */
export function shortGrams(texts: readonly string[]): string {
  stamp += 1;
  let codes = '';
  const wide = new Set<string>();
  for (const text of texts) {
    if (wideCharacter.test(text)) addWide(wide, text);
    else codes += narrowGrams(text);
  }
  for (const gram of wide) codes += `${gramCode(gram)} `;
  return codes;
}

/** Most texts have only characters below this one; their pairs are looked up in a table. */
const narrow = 0x250;
const wideCharacter = /[^\0-\u024f]/;
/** For each character and pair, the call that saw it last; no text has the character 0, so with it a pair is a character. */
const seenBy = new Uint32Array(narrow * narrow);
const codeOf = new Array<string | undefined>(narrow * narrow);
let stamp = 0;

/** The grams of a text that no text of this call has had. */
function narrowGrams(text: string): string {
  let codes = '';
  let before = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const pair = before * narrow + unit;
    // A pair that was seen tells that its characters were.
    if (seenBy[pair] !== stamp) {
      seenBy[pair] = stamp;
      codes += codeOf[pair] ?? newCode(pair);
      if (seenBy[unit] !== stamp) {
        seenBy[unit] = stamp;
        codes += codeOf[unit] ?? newCode(unit);
      }
    }
    before = unit;
  }
  return codes;
}

function newCode(pair: number): string {
  const [before, unit] = [Math.floor(pair / narrow), (pair % narrow).toString(16)];
  const code = before === 0 ? `${unit} ` : `${before.toString(16)}x${unit} `;
  codeOf[pair] = code;
  return code;
}

function addWide(grams: Set<string>, text: string): void {
  let before = '';
  for (const character of text) {
    grams.add(character);
    if (before !== '') grams.add(before + character);
    before = character;
  }
}

/** A gram as a word that the index does not divide. */
export const gramCode = (gram: string): string =>
  Array.from(gram, (character) => character.codePointAt(0)?.toString(16)).join('x');
