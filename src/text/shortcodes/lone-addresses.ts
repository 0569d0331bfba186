import { isBlank, skipBlanks } from '../scan/characters.ts';
import { markupEnd } from '../scan/markup.ts';

/** A URL alone on its line, or alone between `<p…>` and `</p>`. */
export interface LoneAddress {
  readonly at: number;
  /** Where it ends (exclusive). */
  readonly end: number;
  /** The URL with its ampersands unescaped. */
  readonly address: string;
}

/** Yields the lone URLs of a text that are not in its markup. Every character is looked at a fixed number of times. */
export function* loneAddresses(text: string): Generator<LoneAddress> {
  let isInMarkup: ((at: number) => boolean) | undefined;
  for (let mark = text.indexOf('://'), end = 0; mark !== -1; mark = text.indexOf('://', end)) {
    const at = (text.charCodeAt(mark - 1) | 32) === 115 ? mark - 5 : mark - 4;
    const before = end;
    end = mark + 3;
    if (at < before || !text.startsWith('http', at) || !mayStandAlone(text, at)) continue;
    while (end < text.length && isAddressCode(text.charCodeAt(end))) end++;
    if (!isAlone(text, at, end)) continue;
    isInMarkup ??= createMarkupTest(text);
    if (!isInMarkup(at)) yield { at, end, address: text.slice(at, end).replaceAll('&amp;', '&') };
  }
}

/** True when a text has a lone URL. */
export const hasLoneAddress = (text: string): boolean => !loneAddresses(text).next().done;

/** True at the start of the text, after white space or after a tag. Checked first, since it is cheap. */
const mayStandAlone = (text: string, at: number): boolean =>
  at === 0 || isBlank(text.charCodeAt(at - 1)) || text.charCodeAt(at - 1) === 62;

/** Alone on its line, or alone between `<p…>` and `</p>`. */
function isAlone(text: string, at: number, end: number): boolean {
  let before = at;
  while (before > 0 && isBlank(text.charCodeAt(before - 1)) && text.charCodeAt(before - 1) !== 10) before--;
  let after = end;
  while (after < text.length && isBlank(text.charCodeAt(after)) && text.charCodeAt(after) !== 10) after++;
  const lineStarts = before === 0 || text.charCodeAt(before - 1) === 10;
  if (lineStarts && (after === text.length || text.charCodeAt(after) === 10)) return true;
  if (!text.startsWith('</p>', skipBlanks(text, end))) return false;
  while (before > 0 && isBlank(text.charCodeAt(before - 1))) before--;
  return /<p(?: [^<>]*)?>$/.test(text.slice(text.lastIndexOf('<', before - 1), before));
}

function createMarkupTest(text: string): (at: number) => boolean {
  let start = text.indexOf('<');
  let end = start === -1 ? -1 : markupEnd(text, start);
  return (at) => {
    while (start !== -1 && end <= at) {
      start = text.indexOf('<', end);
      end = start === -1 ? -1 : markupEnd(text, start);
    }
    return start !== -1 && start < at;
  };
}

const isAddressCode = (code: number): boolean => !isBlank(code) && code !== 60 && code !== 62 && code !== 34;
