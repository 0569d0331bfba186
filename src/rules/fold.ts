/**
 * A comparison key of a text: without case and accents, with punctuation before digits and digits before letters.
 *
 * Two texts are the same name when their folds are equal, one sorts before the other when its fold does, and a word
 * occurs in a text when its fold occurs in the text's. It follows MariaDB's `utf8mb4_unicode_ci` (the Unicode
 * collation's first level), so that both databases agree. The result is not meant to be shown.
 */
export function fold(text: string): string {
  return isPlain(text) ? replacedPlain(text.toLowerCase().trimEnd()) : replaced(withoutAccents(text).trimEnd());
}

/** Whether a text has no other characters than those of ASCII that are shown, and white space. */
const isPlain = (text: string): boolean => !/[^\t-\r -~]/.test(text);

/** Accents that do not make a different letter; those of Cyrillic й, ў, ї, ѓ and ќ do. */
const accents =
  /(?<![иу])\u0306|(?<!і)\u0308|(?<![гк])\u0301|[\u0300\u0302-\u0305\u0307\u0309-\u036f]|[\u0591-\u05bd\u05bf\u05c1-\u05c7\u064b-\u0652\u0670]|\u093c|[\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]|[\u3099\u309a]|[\ufe00-\ufe2f]/g;
const invisible = /[\0-\x08\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+/g;

function withoutAccents(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(invisible, '')
    .replace(accents, '')
    .replaceAll('ß', 'ss')
    .replaceAll('œ', 'oe')
    .normalize('NFC')
    .replace(besides, besideItsBase);
}

/** Separate letters that sort right after another one: ø after every o, before p. */
const besidesLetters = 'æđðħıĸłŋøŧ' + 'ђѓєѕіїјљњћќўџ';
const baseLetters = 'addhiqlnot' + 'ддезиийлнттуч';
const bases = new Map([...besidesLetters].map((letter, at) => [letter, baseLetters[at]!]));
const besides = new RegExp(`[${besidesLetters}]`, 'g');
const besideItsBase = (letter: string): string =>
  bases.get(letter)! + String.fromCharCode(0xf800 + (letter.charCodeAt(0) & 0xff));

/** Punctuation in the order of the collation; each is replaced by a character below the digits, in the same order. */
const marks = ' `^_-–—,;:!¡?¿.\'‘’"“”«»()[]{}§@*/\\&#%°+<=>|~$£€';
/** Variants of a letter, and the letter they fold to. */
const spellings = [
  ['ςґךםןףץ', 'σгכמנפצ'],
  ['ぁぃぅぇぉっゃゅょゎゕゖ', 'あいうえおつやゆよわかけ'],
  ['ァィゥェォッャュョヮヵヶ', 'あいうえおつやゆよわかけ'],
] as const;

/** The replacement of each code below the CJK ideographs; higher codes are not replaced. Made by the first use. */
let made: Uint16Array | undefined;

/** Uses a lookup by code instead of regular expressions, for speed: whole articles are folded. */
function replaced(text: string): string {
  made ??= makeReplacements();
  const replacements = made;
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at += 1) {
    const code = text.charCodeAt(at);
    codes[at] = code < replacements.length ? replacements[code]! : code;
  }
  return Buffer.from(codes.buffer).toString('utf16le');
}

/** The same for characters of ASCII, whose replacements are ASCII too. */
function replacedPlain(text: string): string {
  made ??= makeReplacements();
  const replacements = made;
  const codes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < codes.length; at += 1) codes[at] = replacements[text.charCodeAt(at)]!;
  return codes.toString('latin1');
}

function makeReplacements(): Uint16Array {
  const table = Uint16Array.from({ length: 0x3100 }, (_, code) => code);
  for (let code = 0x660; code < table.length; code += 1) {
    if (/\p{Nd}/u.test(String.fromCharCode(code))) fillDigits(table, code);
    else if (code >= 0x30a1 && code <= 0x30f4) table[code] = code - 96;
  }
  for (let code = 0; code < table.length; code += 1) if (/\s/.test(String.fromCharCode(code))) table[code] = 1;
  for (const [at, mark] of [...marks].entries()) table[mark.charCodeAt(0)] = at + 1;
  for (const [from, to] of spellings) {
    for (const [at, letter] of [...from].entries()) table[letter.charCodeAt(0)] = to.charCodeAt(at);
  }
  return table;
}

/** The digits of every script are ten consecutive codes that begin with zero. */
function fillDigits(table: Uint16Array, code: number): void {
  const before = table[code - 1]!;
  const isNext = before >= 0x30 && before < 0x39;
  table[code] = isNext ? before + 1 : 0x30;
}
