/**
 * Text as it compares: without case and accents, in an order where marks come before digits and digits before letters.
 *
 * Two texts are the same name when their folds are equal, one sorts before the other when its fold does, and a word
 * occurs in a text when its fold occurs in the text's. It follows MariaDB's `utf8mb4_unicode_ci` (the Unicode
 * collation's first level), so that both databases agree. The result is a key, not a text to show.
 */
export function fold(text: string): string {
  return placed((/[^ -~]/.test(text) ? withoutAccents(text) : text.toLowerCase()).trimEnd());
}

/** Accents and points that do not make another letter; those of Cyrillic й, ў, ї, ѓ and ќ do. */
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

/** Letters of their own that stand right after another: ø after every o, before p. */
const besidesLetters = 'æđðħıĸłŋøŧ' + 'ђѓєѕіїјљњћќўџ';
const baseLetters = 'addhiqlnot' + 'ддезиийлнттуч';
const bases = new Map([...besidesLetters].map((letter, place) => [letter, baseLetters[place]!]));
const besides = new RegExp(`[${besidesLetters}]`, 'g');
const besideItsBase = (letter: string): string =>
  bases.get(letter)! + String.fromCharCode(0xf800 + (letter.charCodeAt(0) & 0xff));

/** Marks in the order of the collation; each gives way to a character below the digits that has its place. */
const marks = ' `^_-–—,;:!¡?¿.\'‘’"“”«»()[]{}§@*/\\&#%°+<=>|~$£€';
/** Spellings of one letter, and the letter. */
const spellings = [
  ['ςґךםןףץ', 'σгכמנפצ'],
  ['ぁぃぅぇぉっゃゅょゎゕゖ', 'あいうえおつやゆよわかけ'],
  ['ァィゥェォッャュョヮヵヶ', 'あいうえおつやゆよわかけ'],
] as const;

/** For each code below the ideographs, the code that takes its place; what follows them stays as it is. */
const places = makePlaces();

/** By codes and not by replacing, because whole articles go through here. */
function placed(text: string): string {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at += 1) {
    const code = text.charCodeAt(at);
    codes[at] = code < places.length ? places[code]! : code;
  }
  return Buffer.from(codes.buffer).toString('utf16le');
}

function makePlaces(): Uint16Array {
  const table = Uint16Array.from({ length: 0x3100 }, (_, code) => code);
  for (let code = 0x660; code < table.length; code += 1) {
    if (/\p{Nd}/u.test(String.fromCharCode(code))) fillDigits(table, code);
    else if (code >= 0x30a1 && code <= 0x30f4) table[code] = code - 96;
  }
  for (let code = 0; code < table.length; code += 1) if (/\s/.test(String.fromCharCode(code))) table[code] = 1;
  for (const [place, mark] of [...marks].entries()) table[mark.charCodeAt(0)] = place + 1;
  for (const [from, to] of spellings) {
    for (const [place, letter] of [...from].entries()) table[letter.charCodeAt(0)] = to.charCodeAt(place);
  }
  return table;
}

/** Digits of every script stand in rows of ten that begin with zero. */
function fillDigits(table: Uint16Array, code: number): void {
  const before = table[code - 1]!;
  const isNext = before >= 0x30 && before < 0x39;
  table[code] = isNext ? before + 1 : 0x30;
}
