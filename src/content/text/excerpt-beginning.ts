import { mayBePlayed } from './macros/players.ts';
import { isBlank } from './scan/characters.ts';
import { createFinder } from './scan/finder.ts';
import { mentionsShortcode, type ShortcodeRegistry } from './shortcodes.ts';

/** Shorter texts are rendered before their beginning is found. */
const longText = 2_000;
/** Tags can join words, so that more are taken than an excerpt has. */
const wordsTaken = 120;

/**
 * The beginning of a text that is enough to make an excerpt of, or undefined where only the whole text will do.
 *
 * Rendering the beginning gives the words that rendering all of it begins with, but for the last ones. That is sure
 * where nothing before the cut looks beyond it: tags are of a kind that ends where it seems to and keeps no text as it
 * is, there is no macro or player anywhere, which would count, and no quote before the cut can be closed after it.
 */
export function excerptBeginning(text: string, shortcodes: ShortcodeRegistry): string | undefined {
  if (text.length < longText) return undefined;
  const cut = findCut(text);
  if (cut === undefined || mentionsShortcode(text, shortcodes) || mayBePlayed(text)) return undefined;
  return text.slice(0, cut);
}

function findCut(text: string): number | undefined {
  const markupEnd = createPlainMarkupEnd(text);
  const nextClosing = createFinder(text, '[/');
  let left = wordsTaken;
  for (let from = 0; from < text.length; ) {
    const tag = text.indexOf('<', from);
    const to = tag === -1 ? text.length : tag;
    const { words, end } = countWords(text, from, to, left);
    // Quotes never look past a tag.
    const cut = words < left || looseQuote.test(text.slice(from, end)) ? to : end;
    const closing = nextClosing(from);
    if (closing !== -1 && closing + 2 <= cut) return undefined;
    left -= words;
    if (left === 0) return cut;
    const next = tag === -1 ? undefined : markupEnd(tag);
    if (next === undefined) return undefined;
    from = next;
  }
  return undefined;
}

/** As many words as are wanted, or as there are, and where the last of them ends. */
function countWords(text: string, from: number, to: number, wanted: number): { words: number; end: number } {
  let words = 0;
  let at = from;
  while (words < wanted) {
    while (at < to && isBlank(text.charCodeAt(at))) at++;
    if (at === to) break;
    while (at < to && !isBlank(text.charCodeAt(at))) at++;
    words++;
  }
  return { words, end: at };
}

/** Any quote but an apostrophe between two letters, whose meaning its neighbours alone decide. */
const looseQuote = /"|(?<![A-Za-z])'|'(?![A-Za-z])/;

/** Tags whose meaning depends on nothing that comes later. */
const plainNames =
  'a|abbr|article|aside|b|big|blockquote|br|center|cite|dd|del|dfn|div|dl|dt|em|figure|font|footer|h[1-6]|header|hr|i|img|' +
  'ins|li|main|mark|nav|ol|p|q|s|section|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|wbr';
const plainMarkup = `</?(?:${plainNames})(?: +[a-z][a-z0-9-]*(?:="[^"<>\\r\\n]*")?)* */?>|<!--[^<>]*-->`;

/** Makes the function that tells where plain markup ends; undefined for any other. */
function createPlainMarkupEnd(text: string): (at: number) => number | undefined {
  const pattern = new RegExp(plainMarkup, 'y');
  return (at) => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
}
