/** True for the ASCII white space of HTML: TAB, LF, VT, FF, CR and SP. */
export const isBlank = (code) => code === 32 || (code >= 9 && code <= 13);
/** True for 0–9. */
export const isDigit = (code) => code >= 48 && code <= 57;
/** True for an ASCII letter. */
export const isLetter = (code) => (code | 32) >= 97 && (code | 32) <= 122;
/** True for an ASCII letter, digit or underscore. */
export const isWord = (code) => isLetter(code) || isDigit(code) || code === 95;
/** The first position at or after `from` that does not hold a blank. */
export function skipBlanks(text, from) {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}
/** Cuts ASCII white space off both ends, and nothing else: U+00A0 stays, unlike with String.trim. */
export function trimBlanks(text) {
  const start = skipBlanks(text, 0);
  let end = text.length;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}
/** True when nothing but ASCII white space is in the text. */
export const isBlankText = (text) => skipBlanks(text, 0) === text.length;
/** Creates a membership test for a set of ASCII characters, by character code. */
export function asciiSet(characters) {
  const isIn = new Uint8Array(128);
  for (const character of characters) isIn[character.charCodeAt(0)] = 1;
  return (code) => code < 128 && isIn[code] === 1;
}
/** The two characters at a position as one number, to look words up by their beginning. */
export const pairAt = (text, at) => text.charCodeAt(at) * 65536 + text.charCodeAt(at + 1);
