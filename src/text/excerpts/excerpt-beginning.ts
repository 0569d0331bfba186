import type { ShortcodeRegistry } from '../render-context.ts';
import { isBlank } from '../scan/characters.ts';
import { createFinder } from '../scan/finder.ts';
import { mayBePlayed } from '../shortcodes/players.ts';
import { mentionsShortcode } from '../shortcodes/shortcodes.ts';

/** Below this length, rendering the whole text is faster than finding its beginning. */
const longText = 2_000;
/** More words than an excerpt has, because removing tags can join words. */
const wordsTaken = 120;

/**
 * The beginning of a text that is long enough for its excerpt, or undefined where the whole text is needed.
 *
 * Rendering the beginning gives the same first words as rendering the whole text, except for the last few. This holds
 * only if nothing before the cut depends on what follows it: all tags are plain ones (no verbatim elements such as
 * `<pre>`), there is no shortcode or player, and no quote before the cut can be closed after it.
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
    // Quotes are matched only between two tags.
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

/** Counts up to `wanted` words, and returns where the last of them ends. */
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

/** Any quote except an apostrophe between two letters, which only depends on its neighbours. */
const looseQuote = /"|(?<![A-Za-z])'|'(?![A-Za-z])/;

/** Tags whose rendering does not depend on later text. */
const plainNames =
  'a|abbr|article|aside|b|big|blockquote|br|center|cite|dd|del|dfn|div|dl|dt|em|figure|font|footer|h[1-6]|header|hr|i|img|' +
  'ins|li|main|mark|nav|ol|p|q|s|section|small|span|strike|strong|sub|sup|table|tbody|td|tfoot|th|thead|tr|u|ul|wbr';
const plainMarkup = `</?(?:${plainNames})(?: +[a-z][a-z0-9-]*(?:="[^"<>\\r\\n]*")?)* */?>|<!--[^<>]*-->`;

/** Creates a function that returns the end of plain markup, or undefined for other markup. */
function createPlainMarkupEnd(text: string): (at: number) => number | undefined {
  const pattern = new RegExp(plainMarkup, 'y');
  return (at) => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : undefined;
  };
}
