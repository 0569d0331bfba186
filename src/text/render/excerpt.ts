import type { Block } from '../blocks/block.ts';
import { hasBlocks, parseBlocks } from '../blocks/parse-blocks.ts';
import { renderBlocks } from '../blocks/render-blocks.ts';
import { stripTagsAndScripts } from '../plain-text.ts';
import { createFinder, isBlank, trimRendered } from '../scan.ts';
import { mayBePlayed } from '../shortcodes/players.ts';
import { removeShortcodes } from '../shortcodes/run-shortcodes.ts';
import { mentionsShortcode } from '../shortcodes/shortcodes.ts';
import { balanceTags } from './balance-tags.ts';
import type { RenderContext, ShortcodeRegistry } from './render-context.ts';

const mostWords = 55;
/** The beginning must have this many words: those next to the cut may differ from those of the whole text. */
const sureWords = mostWords + 5;
const pageBreak = '<!--nextpage-->';
const moreBeginning = '<!--more';

/**
 * The part of a text that an excerpt is made from: its first page up to the more mark, without shortcodes. Tags that
 * the more mark leaves open are balanced.
 */
export function excerptSource(text: string, shortcodes: ShortcodeRegistry): string {
  const from = text.startsWith(pageBreak) ? pageBreak.length : 0;
  const page = findComment(text, pageBreak, from);
  const first = text.slice(from, page === -1 ? text.length : page);
  const more = moreMark(first);
  return removeShortcodes(more === -1 ? first : balanceTags(first.slice(0, more)), shortcodes);
}

/** Cuts rendered text down to its first words, without markup. */
export const firstWords = (rendered: string, most = mostWords): string =>
  shorten(leadingWords(rendered, most + 1), most);

/** The same for a text whose beginning alone was rendered; undefined where that has too few words to be sure. */
export function firstWordsOfBeginning(rendered: string): string | undefined {
  const words = leadingWords(rendered, sureWords);
  return words.length === sureWords ? shorten(words) : undefined;
}

const shorten = (words: readonly string[], most = mostWords): string =>
  words.length > most ? `${words.slice(0, most).join(' ')} [&hellip;]` : words.join(' ');

/** Up to `most` words from the start of rendered text, without markup. */
function leadingWords(rendered: string, most: number): string[] {
  const text = trimRendered(stripTagsAndScripts(rendered.replaceAll(']]>', ']]&gt;')));
  const words: string[] = [];
  for (let at = 0; words.length < most; ) {
    while (at < text.length && isWordSpace(text.charCodeAt(at))) at++;
    if (at === text.length) break;
    const start = at;
    while (at < text.length && !isWordSpace(text.charCodeAt(at))) at++;
    words.push(text.slice(start, at));
  }
  return words;
}

/** White space that separates words; a vertical tab or a form feed does not. */
const isWordSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** Where the more mark begins; -1 when there is none. */
function moreMark(text: string): number {
  const at = findComment(text, moreBeginning, 0);
  return at === -1 || text.indexOf('-->', at) === -1 ? -1 : at;
}

/** The position of a comment with this beginning. Searches for `!`, which is much rarer in texts than `<`. */
function findComment(text: string, beginning: string, from: number): number {
  const needle = beginning.slice(1);
  let at = text.indexOf(needle, from + 1);
  while (at !== -1 && text.charCodeAt(at - 1) !== 60) at = text.indexOf(needle, at + 1);
  return at === -1 ? -1 : at - 1;
}

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

/** The blocks whose text counts for an excerpt. */
const counted: ReadonlySet<string | null> = new Set([
  null,
  ...['freeform', 'heading', 'html', 'list', 'media-text', 'paragraph'].map((name) => `core/${name}`),
  ...['preformatted', 'pullquote', 'quote', 'table', 'verse'].map((name) => `core/${name}`),
]);
/** The blocks that only hold others. */
const holders: ReadonlySet<string | null> = new Set(['core/columns', 'core/column', 'core/group']);

/** The HTML of a text's blocks that count for its excerpt; a text without blocks is left as it is. */
export function withoutBlocks(text: string, context: RenderContext): string {
  return hasBlocks(text) ? renderBlocks(excerptBlocks(parseBlocks(text)), context) : text;
}

/**
 * The blocks that are shown in an excerpt. Of one that only holds others, those in it are shown, at any depth; any
 * other is shown as a whole, unless it has a block that does not count or that has blocks itself.
 */
export function excerptBlocks(blocks: readonly Block[]): Block[] {
  const shown: Block[] = [];
  const left = blocks.map((block) => ({ block, isHeld: false })).reverse();
  for (let next = left.pop(); next; next = left.pop()) {
    const { block, isHeld } = next;
    const { name, innerBlocks } = block;
    if (!counted.has(name) && !holders.has(name)) continue;
    if (innerBlocks.length > 0 && (isHeld || holders.has(name))) {
      for (const inner of innerBlocks.toReversed()) left.push({ block: inner, isHeld: true });
    } else if (innerBlocks.every((inner) => counted.has(inner.name) && inner.innerBlocks.length === 0)) {
      shown.push(block);
    }
  }
  return shown;
}
