import { asciiSet, isDigit } from '../scan/characters.ts';
import { isSpaceAfter, isSpaceBefore } from '../scan/space.ts';

const endsWord = asciiSet('.,:;!?)}-]');
const stopsApostrophe = asciiSet('.,:;!?"\'(){}[]-');

/** True at the end of the piece, or before something that ends a word. */
export function isEnd(text: string, at: number): boolean {
  if (at >= text.length) return true;
  return endsWord(text.charCodeAt(at)) || isSpaceAfter(text, at) || text.startsWith('&gt;', at);
}

/** True before something that cannot follow an apostrophe inside a word. */
export function isStop(text: string, at: number): boolean {
  if (at >= text.length) return true;
  if (stopsApostrophe(text.charCodeAt(at)) || isSpaceAfter(text, at)) return true;
  return text.startsWith('&lt;', at) || text.startsWith('&gt;', at);
}

/** True at the start of the piece, or after space. */
export const isStart = (text: string, at: number): boolean => at === 0 || isSpaceBefore(text, at);

/** True after one of a set of characters, or after an escaped angle bracket. */
export const isAfter = (text: string, at: number, isOneOf: (code: number) => boolean): boolean =>
  at > 0 && (isOneOf(text.charCodeAt(at - 1)) || (at >= 4 && text.startsWith('&lt;', at - 4)));

export const isDigitAt = (text: string, at: number): boolean =>
  at >= 0 && at < text.length && isDigit(text.charCodeAt(at));
