import { removeShortcodes } from './macros/run-shortcodes.ts';
import { trimBlanks } from './scan/characters.ts';
import { stripTagsAndScripts } from './scan/strip-tags.ts';
import type { ShortcodeRegistry } from './shortcodes.ts';

const mostWords = 55;
/** So many words must be there before the cut: what stands right at it may be another word in the whole text. */
const sureWords = mostWords + 5;
const pageBreak = '<!--nextpage-->';
const moreBeginning = '<!--more';

/** The part of a text that an excerpt is made from: its first page up to the more mark, without macros. */
export function excerptSource(text: string, shortcodes: ShortcodeRegistry): string {
  const from = text.startsWith(pageBreak) ? pageBreak.length : 0;
  const page = findComment(text, pageBreak, from);
  const first = text.slice(from, page === -1 ? text.length : page);
  return removeShortcodes(first.slice(0, moreMark(first)), shortcodes);
}

/** Cuts rendered text down to its first words, without markup. */
export const firstWords = (rendered: string): string => shorten(leadingWords(rendered, mostWords + 1));

/** The same, of text of which only the beginning was rendered; undefined where that holds too few words to tell. */
export function firstWordsOfBeginning(rendered: string): string | undefined {
  const words = leadingWords(rendered, sureWords);
  return words.length === sureWords ? shorten(words) : undefined;
}

const shorten = (words: readonly string[]): string =>
  words.length > mostWords ? `${words.slice(0, mostWords).join(' ')} [&hellip;]` : words.join(' ');

/** Up to so many words from the start of rendered text, without markup. */
function leadingWords(rendered: string, most: number): string[] {
  const text = trimBlanks(stripTagsAndScripts(rendered.replaceAll(']]>', ']]&gt;')));
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

/** Not every blank parts words: a vertical tab or a form feed is a character like any other. */
const isWordSpace = (code: number): boolean => code === 32 || code === 10 || code === 9 || code === 13;

/** Where the more mark begins, or the end of the text. */
function moreMark(text: string): number {
  const at = findComment(text, moreBeginning, 0);
  return at === -1 || text.indexOf('-->', at) === -1 ? text.length : at;
}

/** Where a comment of this beginning stands. Far fewer `!` than `<` are in a text, so that is what is looked for. */
function findComment(text: string, beginning: string, from: number): number {
  const needle = beginning.slice(1);
  let at = text.indexOf(needle, from + 1);
  while (at !== -1 && text.charCodeAt(at - 1) !== 60) at = text.indexOf(needle, at + 1);
  return at === -1 ? -1 : at - 1;
}
