import { balanceTags } from '../comments/balance-tags.ts';
import type { ShortcodeRegistry } from '../render-context.ts';
import { trimBlanks } from '../scan/characters.ts';
import { stripTagsAndScripts } from '../scan/strip-tags.ts';
import { removeShortcodes } from '../shortcodes/run-shortcodes.ts';

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
