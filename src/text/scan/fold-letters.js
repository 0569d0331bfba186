/**
 * Replaces accented Latin letters by ASCII letters: Latin-1, Latin Extended-A, the Vietnamese letters, and the few
 * others listed. Letters of other scripts and standalone accents are left unchanged.
 */
export function foldLetters(text) {
  return /[^\0-\x7f]/.test(text) ? text.replace(folded, foldOne) : text;
}
/** Letters without a Unicode decomposition to ASCII, and symbols that are written as letters. */
const special = {
  ª: 'a',
  º: 'o',
  Æ: 'AE',
  æ: 'ae',
  Ð: 'D',
  ð: 'd',
  Ø: 'O',
  ø: 'o',
  Þ: 'TH',
  þ: 'th',
  ß: 's',
  '×': 'x',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ĳ: 'IJ',
  ĳ: 'ij',
  ĸ: 'k',
  Ŀ: 'L',
  ŀ: 'l',
  Ł: 'L',
  ł: 'l',
  ŉ: 'n',
  Ŋ: 'N',
  ŋ: 'n',
  Œ: 'OE',
  œ: 'oe',
  Ŧ: 'T',
  ŧ: 't',
  ſ: 's',
  ɑ: 'a',
  '€': 'e',
};
const folded =
  /[\u00aa\u00ba\u00c0-\u00d6\u00d7\u00d8-\u00f6\u00f8-\u017f\u01a0\u01a1\u01af\u01b0\u01cd-\u01dc\u0218-\u021b\u0251\u1ea0-\u1ef9\u20ac]/g;
const foldOne = (letter) => special[letter] ?? letter.normalize('NFD')[0];
