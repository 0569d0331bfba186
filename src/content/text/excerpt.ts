import { removeShortcodes } from './macros/run-shortcodes.ts';
import { isBlankText, trimBlanks } from './scan/characters.ts';
import { stripTagsAndScripts } from './scan/strip-tags.ts';
import type { ShortcodeRegistry } from './shortcodes.ts';

const mostWords = 55;
/** So many words must be there before the cut: what stands right at it may be another word in the whole text. */
const sureWords = mostWords + 5;
const pageBreak = '<!--nextpage-->';

/** The part of a text that an excerpt is made from: its first page up to the more mark, without macros. */
export function excerptSource(text: string, shortcodes: ShortcodeRegistry): string {
  const from = text.startsWith(pageBreak) ? pageBreak.length : 0;
  const page = text.indexOf(pageBreak, from);
  const first = text.slice(from, page === -1 ? text.length : page);
  return removeShortcodes(first.slice(0, moreMark(first)), shortcodes);
}

/** Cuts rendered text down to its first words, without markup. */
export function firstWords(rendered: string): string {
  const words = leadingWords(rendered, mostWords + 1);
  return words.length > mostWords ? `${words.slice(0, mostWords).join(' ')} [&hellip;]` : words.join(' ');
}

/** The same, of text of which only the beginning was rendered; undefined where that holds too few words to tell. */
export function firstWordsOfBeginning(rendered: string): string | undefined {
  return leadingWords(rendered, sureWords).length === sureWords ? firstWords(rendered) : undefined;
}

/** Up to so many words from the start of rendered text, without markup. */
function leadingWords(rendered: string, most: number): string[] {
  const text = trimBlanks(stripTagsAndScripts(rendered.replaceAll(']]>', ']]&gt;')));
  const words: string[] = [];
  if (isBlankText(text)) return words;
  const pattern = /[^ \t\r\n]+/g;
  for (let word = pattern.exec(text); word !== null && words.length < most; word = pattern.exec(text)) {
    words.push(word[0]);
  }
  return words;
}

/** Where the more mark begins, or the end of the text. */
function moreMark(text: string): number {
  const at = text.indexOf('<!--more');
  return at === -1 || text.indexOf('-->', at) === -1 ? text.length : at;
}
