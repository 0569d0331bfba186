/** True for the ASCII white space of HTML: TAB, LF, VT, FF, CR and SP. */
export const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);

/** True for 0–9. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** True for an ASCII letter. */
export const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** True for an ASCII letter, digit or underscore. */
export const isWord = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;

/** The first position at or after `from` that does not hold a blank. */
export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Cuts ASCII white space off both ends, and nothing else: U+00A0 stays, unlike with String.trim. */
export const trimBlanks = (text: string): string => trimWhere(text, isBlank);

/** The same for rendered text, where NUL at the ends counts as white space too. */
export const trimRendered = (text: string): string => trimWhere(text, isBlankOrNul);

const isBlankOrNul = (code: number): boolean => isBlank(code) || code === 0;

function trimWhere(text: string, isCut: (code: number) => boolean): string {
  let start = 0;
  while (start < text.length && isCut(text.charCodeAt(start))) start++;
  let end = text.length;
  while (end > start && isCut(text.charCodeAt(end - 1))) end--;
  return start === 0 && end === text.length ? text : text.slice(start, end);
}

/** True when nothing but ASCII white space is in the text. */
export const isBlankText = (text: string): boolean => skipBlanks(text, 0) === text.length;

/** Creates a membership test for a set of ASCII characters, by character code. */
export function asciiSet(characters: string): (code: number) => boolean {
  const isIn = new Uint8Array(128);
  for (const character of characters) isIn[character.charCodeAt(0)] = 1;
  return (code) => code < 128 && isIn[code] === 1;
}

/** The two characters at a position as one number, to look words up by their beginning. */
export const pairAt = (text: string, at: number): number => text.charCodeAt(at) * 65_536 + text.charCodeAt(at + 1);

/** True when typographic space ends right before a position: TAB, LF, CR, SP, U+00A0 or the text `&nbsp;`. */
export function isSpaceBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1);
  return isSpaceCode(code) || (code === 59 && at >= 6 && text.startsWith('&nbsp;', at - 6));
}

/** True when typographic space begins at a position. */
export function isSpaceAfter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isSpaceCode(code) || (code === 38 && text.startsWith('&nbsp;', at));
}

const isSpaceCode = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13 || code === 160;

/**
 * The end (exclusive) of the markup that begins with the `<` at a position: a comment, a CDATA section, or else
 * everything to the next `>`. Unclosed markup extends to the end of the text, so that a scan from one end to the next
 * `<` visits nothing twice.
 */
export function markupEnd(text: string, at: number): number {
  const end = closedMarkupEnd(text, at);
  return end === -1 ? text.length : end;
}

/** The same, but -1 for unclosed markup. */
export function closedMarkupEnd(text: string, at: number): number {
  if (text.startsWith('<!', at)) {
    if (text.startsWith('--', at + 2)) return endOf(text, '-->', at + 2);
    if (text.startsWith('[CDATA[', at + 2)) return endOf(text, ']]>', at + 9);
  }
  return text.indexOf('>', at) + 1 || -1;
}

/** True when the markup that begins with the `<` at a position is a comment. */
export const isComment = (text: string, at: number): boolean =>
  text.charCodeAt(at + 1) === 33 && text.startsWith('--', at + 2);

function endOf(text: string, needle: string, from: number): number {
  const at = text.indexOf(needle, from);
  return at === -1 ? -1 : at + needle.length;
}

/** The name of the tag at a `<`, as typed, and whether it is a closing tag; an empty name for anything else. */
export function tagName(text: string, at: number, end: number): { name: string; closes: boolean } {
  const closes = text.charCodeAt(at + 1) === 47;
  const start = at + (closes ? 2 : 1);
  let stop = start;
  while (stop < end && isNameCode(text.charCodeAt(stop))) stop++;
  return { name: text.slice(start, stop), closes };
}

const isNameCode = (code: number): boolean =>
  ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 58;

/** The next match at or after a position, for positions that only increase; -1 when there are no more. */
export type Finder = (from: number) => number;

/**
 * Creates a finder that caches its last match, so that any number of calls over a text costs one scan of the text
 * in all. A plain indexOf in a loop is quadratic as soon as the needle is missing.
 */
export function createFinder(text: string, needle: string): Finder {
  let found = -2;
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(needle, from);
    return found;
  };
}
